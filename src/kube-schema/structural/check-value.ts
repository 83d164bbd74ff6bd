import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import { findFormat } from '../formats/formats.ts';
import { equalJson } from '../json-equality.ts';
import { getMember, hasMember, listMembers } from '../json-members.ts';
import { appendField, appendIndex, type Path } from '../path.ts';
import { reportRequired, reportTooMany, type SchemaProblem } from '../problem.ts';
import { type CheckValue, checkCombined } from './check-combined.ts';
import { checkEnum, checkFormat, checkNumber, checkString, checkType, invalid } from './check-scalar.ts';
import type { Correlation } from './correlation.ts';
import { type Findings, found, mergeFindings, nothingFound } from './findings.ts';
import type { SchemaNode } from './schema-node.ts';

const hasDuplicates = (items: readonly JsonValue[]): boolean =>
  items.some((item, index) => items.slice(0, index).some((other) => equalJson(item, other)));

const checkList = (
  items: readonly JsonValue[],
  node: SchemaNode,
  path: Path,
  correlation: Correlation | undefined,
): Findings => {
  const { minItems, maxItems, uniqueItems } = node.limits;
  const parts: Findings[] = [];
  const itemNode = node.items;
  if (itemNode !== undefined)
    items.forEach((item, index) => {
      parts.push(checkValue(item, itemNode, appendIndex(path, index), correlation?.index(index)));
    });
  if (minItems !== undefined && items.length < minItems)
    parts.push(
      found(invalid(path, items.length, `${path.text} in body should have at least ${minItems} items`)),
    );
  if (maxItems !== undefined && items.length > maxItems)
    parts.push(
      found({
        text: `${path.text} in body should have at most ${maxItems} items`,
        problem: reportTooMany(path, items.length, maxItems),
      }),
    );
  if (uniqueItems && hasDuplicates(items))
    parts.push(found(invalid(path, '', `${path.text} in body shouldn't contain duplicates`)));
  return mergeFindings(parts, 1);
};

const checkCount = (object: JsonObject, node: SchemaNode, path: Path): Findings => {
  const { minProperties, maxProperties } = node.limits;
  if (minProperties === undefined && maxProperties === undefined) return nothingFound;
  const count = listMembers(object).length;
  if (minProperties !== undefined && count < minProperties)
    return found(
      invalid(path, count, `${path.text} in body should have at least ${minProperties} properties`),
    );
  if (maxProperties === undefined || count <= maxProperties) return nothingFound;
  const text = `${path.text} in body should have at most ${maxProperties} properties`;
  return found({ text, problem: reportTooMany(path, count, maxProperties) });
};

const checkOtherMembers = (
  object: JsonObject,
  node: SchemaNode,
  path: Path,
  correlation: Correlation | undefined,
): readonly Findings[] => {
  const { additional } = node;
  if (additional === undefined || additional === true) return [];
  const others = listMembers(object).filter(([key]) => !node.properties?.has(key));
  if (additional === false)
    return others.map(([key]) =>
      found(invalid(path, key, `${path.text}.${key} in body is a forbidden property`)),
    );
  return others.map(([key, value]) =>
    checkValue(value, additional, appendField(path, key), correlation?.key(key)),
  );
};

/** Old and new are converted to the same version, so these two can never differ and are never forgiven. */
const isTypeMeta = (path: Path, name: string): boolean =>
  path.text === '' && (name === 'kind' || name === 'apiVersion');

const checkProperties = (
  object: JsonObject,
  node: SchemaNode,
  path: Path,
  correlation: Correlation | undefined,
): readonly Findings[] => {
  const parts: Findings[] = [];
  for (const [name, property] of node.properties ?? []) {
    const value = getMember(object, name);
    if (value === undefined) continue;
    const old = isTypeMeta(path, name) ? undefined : correlation?.key(name);
    parts.push(checkValue(value, property, appendField(path, name), old));
  }
  return parts;
};

const checkRequired = (object: JsonObject, node: SchemaNode, path: Path): readonly Findings[] =>
  node.limits.required
    .filter((name) => !hasMember(object, name))
    .map((name) => {
      const missing = appendField(path, name);
      return found({ text: `${missing.text} in body is required`, problem: reportRequired(missing) });
    });

const checkObject = (
  object: JsonObject,
  node: SchemaNode,
  path: Path,
  correlation: Correlation | undefined,
): Findings =>
  mergeFindings(
    [
      checkCount(object, node, path),
      ...checkOtherMembers(object, node, path, correlation),
      ...checkProperties(object, node, path, correlation),
      ...checkRequired(object, node, path),
    ],
    0,
  );

const checkByKind = (
  value: JsonValue,
  node: SchemaNode,
  path: Path,
  correlation: Correlation | undefined,
): readonly Findings[] => {
  if (typeof value === 'string') {
    const plain = checkString(value, node.limits, path);
    return findFormat(node.format) === undefined ? [plain] : [plain, checkFormat(value, node.format, path)];
  }
  if (typeof value === 'number') return [checkNumber(value, node.limits, path)];
  if (Array.isArray(value)) return [checkList(value, node, path, correlation)];
  return isJsonObject(value) ? [checkObject(value, node, path, correlation)] : [];
};

const checkAfresh = (
  value: JsonValue,
  node: SchemaNode,
  path: Path,
  correlation: Correlation | undefined,
): Findings => {
  const type = checkType(value, node, path);
  const choice = checkEnum(value, node.limits, path);
  if (value === null) return mergeFindings([type, choice], 0);
  const own = checkByKind(value, node, path, correlation);
  const combined = checkCombined(value, node, path, checkAlone);
  // The order in which Kubernetes tells them: the choice before what is inside an object.
  const parts = isJsonObject(value) ? [type, combined, choice, ...own] : [type, combined, ...own, choice];
  const typeChecks = node.types.length > 0 || findFormat(node.format) !== undefined ? 1 : 0;
  return mergeFindings(parts, typeChecks + own.length + 3);
};

/** A combined schema is checked as a new value would be: nothing in it is forgiven. */
const checkAlone: CheckValue = (value, node, path) => checkValue(value, node, path, undefined);

const checkValue = (
  value: JsonValue,
  node: SchemaNode,
  path: Path,
  correlation: Correlation | undefined,
): Findings => {
  const findings = checkAfresh(value, node, path, correlation);
  const isForgiven = findings.list.length > 0 && correlation?.unchanged === true;
  return isForgiven ? { list: [], matches: findings.matches } : findings;
};

/**
 * Checks a value against the value part of its schema, as kube-openapi's validator does. With a correlation, problems of
 * unchanged parts are forgiven.
 */
export const checkAgainstSchema = (
  value: JsonValue,
  node: SchemaNode,
  path: Path,
  correlation?: Correlation,
): readonly SchemaProblem[] => checkValue(value, node, path, correlation).list.map(({ problem }) => problem);
