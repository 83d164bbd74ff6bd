import type { JsonValue } from '../../domain/shared/json.ts';
import type { Regex } from '../regex/regex.ts';
import type { Rule } from '../rules/rule.ts';

export type ListType = 'atomic' | 'set' | 'map';

/** Bounds and choices of one value; each mirrors the JSON Schema keyword of that name. */
export interface ValueLimits {
  readonly enum: readonly JsonValue[];
  readonly pattern: string;
  /** The compiled pattern, or what is wrong with it. Compiled when first asked for. */
  readonly compiledPattern: () => Regex | { readonly error: string };
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum: boolean;
  readonly exclusiveMaximum: boolean;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required: readonly string[];
}

/** One node of a structural schema, read once when the CRD is compiled. */
export interface SchemaNode {
  /** Empty when the schema names no type. */
  readonly type: string;
  /** What a value may be: the type, both for int-or-string, nothing when there is no type. */
  readonly types: readonly string[];
  readonly format: string;
  readonly nullable: boolean;
  readonly default: JsonValue | undefined;
  readonly limits: ValueLimits;
  readonly properties: ReadonlyMap<string, SchemaNode> | undefined;
  /** A schema for every other key; true or false allows or forbids other keys without one. */
  readonly additional: SchemaNode | boolean | undefined;
  readonly items: SchemaNode | undefined;
  readonly allOf: readonly SchemaNode[];
  readonly anyOf: readonly SchemaNode[];
  readonly oneOf: readonly SchemaNode[];
  readonly not: SchemaNode | undefined;
  readonly preserveUnknown: boolean;
  readonly embedded: boolean;
  readonly intOrString: boolean;
  /** Undefined and `atomic` mean the same. */
  readonly listType: ListType | undefined;
  readonly listMapKeys: readonly string[];
  readonly rules: readonly Rule[];
  /** True when this node or one below it has rules: the others are never walked for them. */
  readonly hasRules: boolean;
  /** True when this node or one below it is an embedded resource or a set or map list. */
  readonly hasListChecks: boolean;
  readonly hasEmbedded: boolean;
}

export const additionalNode = (node: SchemaNode): SchemaNode | undefined =>
  typeof node.additional === 'object' ? node.additional : undefined;

/** The schema of a member: its property's, else that of additional properties. */
export const memberNode = (node: SchemaNode, key: string): SchemaNode | undefined =>
  node.properties?.get(key) ?? additionalNode(node);
