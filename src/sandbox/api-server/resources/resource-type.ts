import type { JsonObject } from '../../../domain/shared/json.ts';
import type { MapField } from '../fields/field-type.ts';
import type { ErrorSubject } from '../objects/api-error.ts';
import type { ApiObject } from '../objects/api-object.ts';
import type { FieldProblem } from '../objects/errors.ts';
import type { TableColumn } from '../table/table-column.ts';

export type Subresource = 'status' | 'scale' | 'token' | 'finalize';

export interface DecodedObject {
  readonly object: ApiObject;
  /** Paths of the fields that were dropped because the kind does not have them. */
  readonly unknown: readonly string[];
}

/** What a kind adds to the common handling of writes. All of it is pure. */
export interface Strategy {
  /** Drops unknown fields. Throws a 400 where the object cannot be read at all. */
  decode(object: ApiObject): DecodedObject;
  applyDefaults(object: ApiObject): ApiObject;
  /** Sets what the server sets, after decoding and defaulting. */
  prepareForCreate(object: ApiObject): ApiObject;
  prepareForUpdate(next: ApiObject, previous: ApiObject): ApiObject;
  validate(object: ApiObject, previous: ApiObject | undefined): readonly FieldProblem[];
  /** Like `validate`, for a write to the status subresource. */
  validateStatus(object: ApiObject, previous: ApiObject): readonly FieldProblem[];
}

/** JSON paths of the scale subresource, split at the dots. */
export interface ScalePaths {
  readonly specReplicas: readonly string[];
  readonly statusReplicas: readonly string[];
  readonly labelSelector: readonly string[] | undefined;
}

/** One kind in one version, as it is served. */
export interface ResourceType {
  readonly group: string;
  readonly version: string;
  /** `group/version`, or `v1` for the core group. */
  readonly apiVersion: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /** `group/plural`: objects of all versions of a kind are stored together. */
  readonly storageKey: string;
  readonly subresources: ReadonlySet<Subresource>;
  readonly scale: ScalePaths | undefined;
  readonly field: MapField;
  readonly nameRule: (name: string) => string | undefined;
  /** A PUT without resourceVersion is taken. */
  readonly unconditionalUpdate: boolean;
  /** A PUT to a name that does not exist creates it. */
  readonly createOnUpdate: boolean;
  /** `metadata.generation` is kept, and grows with each change of anything but metadata and status. */
  readonly hasGeneration: boolean;
  /** A create may bring a status although there is a status subresource. */
  readonly createKeepsStatus: boolean;
  readonly strategicMerge: boolean;
  readonly custom: boolean;
  /** DELETE on the collection is served. */
  readonly collectionDeletable: boolean;
  /** Nothing can be stored or read; a POST computes an answer (access reviews). */
  readonly createOnly: boolean;
  readonly columns: readonly TableColumn[];
  /** Field selectors beside metadata.name and metadata.namespace. */
  readonly selectableFields: ReadonlyMap<string, (object: ApiObject) => string>;
  readonly openApiSchema: JsonObject;
  readonly strategy: Strategy;
}

/** For errors about the resource: named by its plural. */
export const subjectOf = (type: ResourceType, name?: string): ErrorSubject => ({
  group: type.group,
  kind: type.plural,
  ...(name === undefined ? {} : { name }),
});

/** For 422s, which name the kind. */
export const kindSubjectOf = (type: ResourceType, name: string): ErrorSubject => ({
  group: type.group,
  kind: type.kind,
  name,
});

export const fieldNamesOf = (type: ResourceType): readonly string[] => [
  'metadata.name',
  'metadata.namespace',
  ...type.selectableFields.keys(),
];

/** PostgreSQL takes neither NUL nor half a surrogate pair in a jsonb text. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

export const fieldsOf = (type: ResourceType, object: ApiObject): Readonly<Record<string, string>> => {
  const { name, namespace = '' } = object.metadata;
  const own = [...type.selectableFields].map(([field, read]) => [field, storable(read(object))] as const);
  return { 'metadata.name': name, 'metadata.namespace': namespace, ...Object.fromEntries(own) };
};
