import { isJsonObject, type JsonObject } from '../../domain/shared/json.ts';
import {
  getMember,
  listMembers,
  readFlag,
  readList,
  readNumber,
  readObject,
  readObjects,
  readString,
  readStrings,
} from '../json-members.ts';
import { compileRegex, type Regex, RegexError } from '../regex/regex.ts';
import type { RuleCompiler } from '../rules/rule.ts';
import { pruneDefault } from './prune.ts';
import type { ListType, SchemaNode, ValueLimits } from './schema-node.ts';

const compileOnce = (pattern: string): ValueLimits['compiledPattern'] => {
  let compiled: Regex | { readonly error: string } | undefined;
  return () => {
    compiled ??= compileOrExplain(pattern);
    return compiled;
  };
};

const compileOrExplain = (pattern: string): Regex | { readonly error: string } => {
  try {
    return compileRegex(pattern);
  } catch (error) {
    if (error instanceof RegexError) return { error: error.message };
    throw error;
  }
};

const readLimits = (schema: JsonObject): ValueLimits => {
  const pattern = readString(schema, 'pattern') ?? '';
  return {
    enum: readList(schema, 'enum'),
    pattern,
    compiledPattern: compileOnce(pattern),
    minLength: readNumber(schema, 'minLength'),
    maxLength: readNumber(schema, 'maxLength'),
    minimum: readNumber(schema, 'minimum'),
    maximum: readNumber(schema, 'maximum'),
    exclusiveMinimum: readFlag(schema, 'exclusiveMinimum'),
    exclusiveMaximum: readFlag(schema, 'exclusiveMaximum'),
    multipleOf: readNumber(schema, 'multipleOf'),
    minItems: readNumber(schema, 'minItems'),
    maxItems: readNumber(schema, 'maxItems'),
    uniqueItems: readFlag(schema, 'uniqueItems'),
    minProperties: readNumber(schema, 'minProperties'),
    maxProperties: readNumber(schema, 'maxProperties'),
    required: readStrings(schema, 'required'),
  };
};

const readListType = (schema: JsonObject): ListType | undefined => {
  const type = readString(schema, 'x-kubernetes-list-type');
  return type === 'set' || type === 'map' || type === 'atomic' ? type : undefined;
};

const listTypes = (type: string, intOrString: boolean): readonly string[] => {
  if (intOrString) return ['integer', 'string'];
  return type === '' ? [] : [type];
};

type Children = Pick<SchemaNode, 'properties' | 'additional' | 'items' | 'allOf' | 'anyOf' | 'oneOf' | 'not'>;

const compileProperties = (
  schema: JsonObject,
  rules: RuleCompiler,
): ReadonlyMap<string, SchemaNode> | undefined => {
  const members = listMembers(readObject(schema, 'properties') ?? {});
  if (members.length === 0) return undefined;
  const nodes = new Map<string, SchemaNode>();
  for (const [name, member] of members) if (isJsonObject(member)) nodes.set(name, compileNode(member, rules));
  return nodes;
};

const compileAdditional = (schema: JsonObject, rules: RuleCompiler): SchemaNode['additional'] => {
  const additional = getMember(schema, 'additionalProperties');
  if (typeof additional === 'boolean') return additional;
  return isJsonObject(additional) ? compileNode(additional, rules) : undefined;
};

const compileOptional = (schema: JsonObject | undefined, rules: RuleCompiler): SchemaNode | undefined =>
  schema === undefined ? undefined : compileNode(schema, rules);

const compileChildren = (schema: JsonObject, rules: RuleCompiler): Children => ({
  properties: compileProperties(schema, rules),
  additional: compileAdditional(schema, rules),
  items: compileOptional(readObject(schema, 'items'), rules),
  allOf: readObjects(schema, 'allOf').map((part) => compileNode(part, rules)),
  anyOf: readObjects(schema, 'anyOf').map((part) => compileNode(part, rules)),
  oneOf: readObjects(schema, 'oneOf').map((part) => compileNode(part, rules)),
  not: compileOptional(readObject(schema, 'not'), rules),
});

const someBelow = (children: Children, test: (node: SchemaNode) => boolean): boolean => {
  const { properties, additional, items } = children;
  if (items !== undefined && test(items)) return true;
  if (typeof additional === 'object' && test(additional)) return true;
  return properties !== undefined && [...properties.values()].some(test);
};

const compileNode = (schema: JsonObject, rules: RuleCompiler): SchemaNode => {
  const type = readString(schema, 'type') ?? '';
  const intOrString = readFlag(schema, 'x-kubernetes-int-or-string');
  const listType = readListType(schema);
  const embedded = readFlag(schema, 'x-kubernetes-embedded-resource');
  const children = compileChildren(schema, rules);
  const ownRules = rules(schema);
  return {
    type,
    types: listTypes(type, intOrString),
    format: readString(schema, 'format') ?? '',
    nullable: readFlag(schema, 'nullable'),
    default: getMember(schema, 'default') ?? undefined,
    limits: readLimits(schema),
    ...children,
    preserveUnknown: readFlag(schema, 'x-kubernetes-preserve-unknown-fields'),
    embedded,
    intOrString,
    listType,
    listMapKeys: readStrings(schema, 'x-kubernetes-list-map-keys'),
    rules: ownRules,
    hasRules:
      ownRules.length > 0 ||
      children.allOf.some((part) => part.hasRules) ||
      someBelow(children, (node) => node.hasRules),
    hasListChecks:
      listType === 'set' || listType === 'map' || someBelow(children, (node) => node.hasListChecks),
    hasEmbedded: embedded || someBelow(children, (node) => node.hasEmbedded),
  };
};

/** Defaults are pruned by their own schema, so that applying one can never bring in an unknown field. */
const pruneDefaults = (node: SchemaNode): SchemaNode => ({
  ...node,
  default: node.default === undefined ? undefined : pruneDefault(node.default, node),
  properties:
    node.properties && new Map([...node.properties].map(([name, child]) => [name, pruneDefaults(child)])),
  additional: typeof node.additional === 'object' ? pruneDefaults(node.additional) : node.additional,
  items: node.items && pruneDefaults(node.items),
});

/** Reads an `openAPIV3Schema`. The rules of each node are read by `rules`. */
export const compileSchema = (schema: JsonObject, rules: RuleCompiler): SchemaNode =>
  pruneDefaults(compileNode(schema, rules));
