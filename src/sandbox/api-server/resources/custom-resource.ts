import type { JsonObject, JsonValue } from '../../../domain/shared/json.ts';
import { type CompiledResource, compileCrd } from '../../../kube-schema/kube-schema.ts';
import { dnsSubdomainProblem } from '../admission/label-rules.ts';
import { customResourceField } from '../fields/from-schema.ts';
import { type ApiObject, valueAt } from '../objects/api-object.ts';
import { parseJsonPath } from '../table/json-path.ts';
import { ageColumn, nameColumn, printerColumn, type TableColumn } from '../table/table-column.ts';
import type { ResourceType, ScalePaths, Strategy, Subresource } from './resource-type.ts';

const splitPath = (path: string): readonly string[] => path.split('.').filter((part) => part !== '');

const scaleOf = ({ scale }: CompiledResource): ScalePaths | undefined =>
  scale && {
    specReplicas: splitPath(scale.specReplicasPath),
    statusReplicas: splitPath(scale.statusReplicasPath),
    labelSelector: scale.labelSelectorPath ? splitPath(scale.labelSelectorPath) : undefined,
  };

const columnsOf = ({ printerColumns }: CompiledResource): readonly TableColumn[] => [
  nameColumn,
  ...(printerColumns.length === 0 ? [ageColumn] : printerColumns.map(printerColumn)),
];

const selectableFieldsOf = (version: JsonValue | undefined) => {
  const fields = valueAt(version, 'selectableFields');
  const paths = Array.isArray(fields) ? fields.map((field: JsonValue) => valueAt(field, 'jsonPath')) : [];
  return new Map(
    paths
      .filter((path) => typeof path === 'string')
      .map((path) => {
        const read = parseJsonPath(path);
        return [path.replace(/^\./, ''), (object: ApiObject) => String(read(object)[0] ?? '')] as const;
      }),
  );
};

const strategyOf = (compiled: CompiledResource): Strategy => ({
  decode: (object) => ({
    object: compiled.prune(object) as ApiObject,
    unknown: compiled.unknownFields(object),
  }),
  applyDefaults: (object) => compiled.applyDefaults(object) as ApiObject,
  prepareForCreate: (object) => object,
  prepareForUpdate: (next) => next,
  validate: (object, previous) => compiled.validate(object, previous),
  validateStatus: (object, previous) => compiled.validateStatus(object, previous),
});

const subresourcesOf = (compiled: CompiledResource): ReadonlySet<Subresource> =>
  new Set<Subresource>([
    ...(compiled.hasStatus ? (['status'] as const) : []),
    ...(compiled.scale ? (['scale'] as const) : []),
  ]);

const customResource = (compiled: CompiledResource, version: JsonValue | undefined): ResourceType => {
  const { group, plural } = compiled;
  return {
    group,
    version: compiled.version,
    apiVersion: `${group}/${compiled.version}`,
    plural,
    singular: compiled.singular,
    kind: compiled.kind,
    listKind: compiled.listKind,
    shortNames: compiled.shortNames,
    categories: compiled.categories,
    namespaced: compiled.scope === 'Namespaced',
    storageKey: `${group}/${plural}`,
    subresources: subresourcesOf(compiled),
    scale: scaleOf(compiled),
    field: customResourceField(compiled.schema),
    nameRule: dnsSubdomainProblem,
    unconditionalUpdate: false,
    createOnUpdate: false,
    hasGeneration: true,
    createKeepsStatus: false,
    strategicMerge: false,
    custom: true,
    createOnly: false,
    collectionDeletable: true,
    columns: columnsOf(compiled),
    selectableFields: selectableFieldsOf(version),
    openApiSchema: compiled.schema,
    strategy: strategyOf(compiled),
  };
};

/** Compiling a large definition takes a while; its spec is the same object while it passes through validation and storage. */
const compiledBySpec = new WeakMap<JsonObject, readonly ResourceType[]>();

const versionNamed = (spec: JsonObject, name: string): JsonValue | undefined => {
  const versions = spec['versions'];
  return Array.isArray(versions)
    ? versions.find((version: JsonValue) => valueAt(version, 'name') === name)
    : undefined;
};

/** The served versions of a CustomResourceDefinition. Throws when its schema cannot be compiled. */
export const customResourcesOf = (crd: ApiObject): readonly ResourceType[] => {
  const spec = crd['spec'] as JsonObject;
  const known = compiledBySpec.get(spec);
  if (known) return known;
  const types = compileCrd(crd).map((compiled) =>
    customResource(compiled, versionNamed(spec, compiled.version)),
  );
  compiledBySpec.set(spec, types);
  return types;
};
