/**
 * What server-side apply, pruning and strategic merge have to know of a field: how it merges.
 * The model is that of structured-merge-diff (sigs.k8s.io/structured-merge-diff, `schema`).
 */
export type FieldType = ScalarField | MapField | ListField | FreeField;

export interface ScalarField {
  readonly kind: 'scalar';
  /** Checked for built-in kinds only; custom resources are checked by their own schema. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean';
}

export interface MapField {
  readonly kind: 'map';
  readonly fields: ReadonlyMap<string, FieldType>;
  /** Type of the members that are not in `fields`; absent when there may be none. */
  readonly element?: FieldType;
  /** An atomic map is owned and replaced as a whole. */
  readonly atomic: boolean;
}

export interface ListField {
  readonly kind: 'list';
  readonly element: FieldType;
  readonly relation: 'atomic' | 'set' | 'map';
  /** The members that tell items of a `map` list apart. */
  readonly keys: readonly string[];
  readonly keyDefaults?: ReadonlyMap<string, string | number | boolean>;
}

/** Of no declared type: maps merge member by member, lists are atomic (what SMD calls deduced). */
export interface FreeField {
  readonly kind: 'free';
}

export const scalar: ScalarField = { kind: 'scalar' };
export const string: ScalarField = { kind: 'scalar', type: 'string' };
export const integer: ScalarField = { kind: 'scalar', type: 'integer' };
export const boolean: ScalarField = { kind: 'scalar', type: 'boolean' };
export const free: FreeField = { kind: 'free' };

const freeMap: MapField = { kind: 'map', fields: new Map(), element: free, atomic: false };
const freeList: ListField = { kind: 'list', element: free, relation: 'atomic', keys: [] };

export const struct = (fields: Readonly<Record<string, FieldType>>): MapField => ({
  kind: 'map',
  fields: new Map(Object.entries(fields)),
  atomic: false,
});

/** A struct that also takes members nobody declared. */
export const openStruct = (fields: Readonly<Record<string, FieldType>>): MapField => ({
  ...struct(fields),
  element: free,
});

export const atomic = (map: MapField): MapField => ({ ...map, atomic: true });

export const mapOf = (element: FieldType): MapField => ({
  kind: 'map',
  fields: new Map(),
  element,
  atomic: false,
});

export const listOf = (element: FieldType): ListField => ({
  kind: 'list',
  element,
  relation: 'atomic',
  keys: [],
});

export const setOf = (element: FieldType): ListField => ({
  kind: 'list',
  element,
  relation: 'set',
  keys: [],
});

export const listByKeys = (keys: readonly string[], element: FieldType): ListField => ({
  kind: 'list',
  element,
  relation: 'map',
  keys,
});

/**
 * The type as it applies to a value: a free field takes the form of the value, and a value of another form than declared
 * (a number where a list should be) is handled as a scalar, so that nothing breaks before validation speaks.
 */
export const shapeOf = (type: FieldType, value: unknown): ScalarField | MapField | ListField => {
  if (Array.isArray(value)) return type.kind === 'list' ? type : type.kind === 'free' ? freeList : scalar;
  if (typeof value === 'object' && value !== null) {
    return type.kind === 'map' ? type : type.kind === 'free' ? freeMap : scalar;
  }
  if (value === null || value === undefined) return type.kind === 'free' ? scalar : type;
  return type.kind === 'scalar' ? type : scalar;
};

export const memberType = (type: MapField, name: string): FieldType =>
  type.fields.get(name) ?? type.element ?? free;
