import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import { getMember, listMembers } from '../json-members.ts';
import { appendField, appendIndex, appendKey, type Path, rootPath } from '../path.ts';
import { reportInvalid, reportRequired, type SchemaProblem } from '../problem.ts';
import { additionalNode, type SchemaNode } from './schema-node.ts';

const kindRule =
  "may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', " +
  "start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', " +
  "regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

const explainApiVersion = (text: string): string | undefined =>
  text.split('/').length > 2 ? `unexpected GroupVersion string: ${text}` : undefined;

const explainKind = (text: string): string | undefined =>
  /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/.test(text.toLowerCase()) ? undefined : kindRule;

const checkTypeMeta = (
  object: JsonObject,
  name: string,
  path: Path,
  explain: (text: string) => string | undefined,
): readonly SchemaProblem[] => {
  const at = appendField(path, name);
  const value = getMember(object, name);
  if (value === undefined) return [reportRequired(at)];
  if (typeof value !== 'string') return [reportInvalid(at, value, 'must be a string')];
  const detail = value === '' ? 'must not be empty' : explain(value);
  return detail === undefined ? [] : [reportInvalid(at, value, detail)];
};

const checkMetadata = (object: JsonObject, path: Path): readonly SchemaProblem[] => {
  const metadata = getMember(object, 'metadata');
  if (metadata === undefined || isJsonObject(metadata)) return [];
  return [reportInvalid(appendField(path, 'metadata'), metadata, 'must be an object')];
};

const checkMember = (
  key: string,
  value: JsonValue,
  node: SchemaNode,
  path: Path,
): readonly SchemaProblem[] => {
  const property = node.properties?.get(key);
  if (property !== undefined) return checkBelow(value, property, appendField(path, key));
  const additional = additionalNode(node);
  return additional === undefined ? [] : checkBelow(value, additional, appendKey(path, key));
};

const checkBelow = (value: JsonValue, node: SchemaNode, path: Path): readonly SchemaProblem[] => {
  if (!node.hasEmbedded) return [];
  if (Array.isArray(value)) {
    const { items } = node;
    if (items === undefined) return [];
    return value.flatMap((item: JsonValue, index) => checkBelow(item, items, appendIndex(path, index)));
  }
  if (!isJsonObject(value)) return [];
  const own = node.embedded
    ? [
        ...checkTypeMeta(value, 'apiVersion', path, explainApiVersion),
        ...checkTypeMeta(value, 'kind', path, explainKind),
        ...checkMetadata(value, path),
      ]
    : [];
  return [...own, ...listMembers(value).flatMap(([key, member]) => checkMember(key, member, node, path))];
};

/** Checks that objects marked `x-kubernetes-embedded-resource` say what they are. */
export const checkEmbeddedResources = (object: JsonObject, root: SchemaNode): readonly SchemaProblem[] =>
  checkBelow(object, root, rootPath);
