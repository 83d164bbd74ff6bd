import { dnsSubdomainProblem } from '../admission/label-rules.ts';
import { unqualifiedFinalizerProblems } from '../admission/metadata-rules.ts';
import { type FieldType, type MapField, string, struct } from '../fields/field-type.ts';
import { metadataField } from '../fields/object-meta-field.ts';
import { openApiSchemaOf } from '../fields/to-openapi.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { ageColumn, nameColumn, type TableColumn } from '../table/table-column.ts';
import { decodeBuiltIn } from './decode-built-in.ts';
import type { ResourceType, Strategy, Subresource } from './resource-type.ts';

export interface BuiltInSpec {
  readonly group?: string;
  readonly version?: string;
  readonly plural: string;
  readonly kind: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly namespaced: boolean;
  readonly subresources?: readonly Subresource[];
  readonly fields: Readonly<Record<string, FieldType>>;
  readonly nameRule?: (name: string) => string | undefined;
  readonly unconditionalUpdate?: boolean;
  readonly createOnUpdate?: boolean;
  readonly hasGeneration?: boolean;
  readonly createKeepsStatus?: boolean;
  readonly createOnly?: boolean;
  readonly collectionDeletable?: boolean;
  /** Between Name and Age. */
  readonly columns?: readonly TableColumn[];
  readonly allColumns?: readonly TableColumn[];
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>;
  readonly strategy?: Partial<Strategy>;
}

const fieldOf = (spec: BuiltInSpec): MapField =>
  struct({ apiVersion: string, kind: string, metadata: metadataField, ...spec.fields });

const strategyOf = (spec: BuiltInSpec, field: MapField): Strategy => ({
  decode: (object) => decodeBuiltIn(object, field),
  applyDefaults: (object) => object,
  prepareForCreate: (object) => object,
  prepareForUpdate: (next) => next,
  validateStatus: () => [],
  ...spec.strategy,
  validate: (object, previous) => [
    ...unqualifiedFinalizerProblems(object),
    ...(spec.strategy?.validate?.(object, previous) ?? []),
  ],
});

export const builtIn = (spec: BuiltInSpec): ResourceType => {
  const { group = '', version = 'v1', plural, kind, namespaced } = spec;
  const field = fieldOf(spec);
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return {
    group,
    version,
    apiVersion,
    plural,
    singular: kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
    shortNames: spec.shortNames ?? [],
    categories: spec.categories ?? [],
    namespaced,
    storageKey: `${group}/${plural}`,
    subresources: new Set(spec.subresources ?? []),
    scale: undefined,
    field,
    nameRule: spec.nameRule ?? dnsSubdomainProblem,
    unconditionalUpdate: spec.unconditionalUpdate ?? true,
    createOnUpdate: spec.createOnUpdate ?? false,
    hasGeneration: spec.hasGeneration ?? false,
    createKeepsStatus: spec.createKeepsStatus ?? false,
    strategicMerge: true,
    custom: false,
    createOnly: spec.createOnly ?? false,
    collectionDeletable: spec.collectionDeletable ?? true,
    columns: spec.allColumns ?? [nameColumn, ...(spec.columns ?? []), ageColumn],
    selectableFields: new Map(Object.entries(spec.selectableFields ?? {})),
    openApiSchema: openApiSchemaOf(field),
    strategy: strategyOf(spec, field),
  };
};
