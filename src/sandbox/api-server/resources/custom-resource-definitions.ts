import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { quoteGo } from '../../../kube-schema/go-print.ts';
import { timeText } from '../admission/object-metadata.ts';
import { free, listByKeys, listOf, openStruct, string, struct } from '../fields/field-type.ts';
import { type ApiObject, objectAt, textAt, valueAt } from '../objects/api-object.ts';
import type { FieldProblem } from '../objects/errors.ts';
import { createdAtColumn, nameColumn } from '../table/table-column.ts';
import { builtIn } from './built-in.ts';
import { crdGroup } from './crd-kind.ts';
import { customResourcesOf } from './custom-resource.ts';

const versionsOf = (crd: ApiObject): readonly JsonObject[] => {
  const versions = valueAt(crd, 'spec', 'versions');
  return Array.isArray(versions) ? versions.filter((version: JsonValue) => isJsonObject(version)) : [];
};

const withDefaultNames = (crd: ApiObject): ApiObject => {
  const spec = objectAt(crd, 'spec');
  const names = objectAt(spec, 'names');
  const kind = textAt(names, 'kind') ?? '';
  return {
    ...crd,
    spec: {
      ...spec,
      conversion: spec['conversion'] ?? { strategy: 'None' },
      names: {
        ...names,
        singular: names['singular'] ?? kind.toLowerCase(),
        listKind: names['listKind'] ?? `${kind}List`,
      },
    },
  };
};

const condition = (type: string, reason: string, message: string, since: string): JsonObject => ({
  type,
  status: 'True',
  lastTransitionTime: since,
  reason,
  message,
});

/** A definition is served from the moment it is stored, so its conditions are true at once. */
const establish = (crd: ApiObject): ApiObject => {
  const since = crd.metadata.creationTimestamp ?? timeText(new Date());
  const stored = versionsOf(crd).filter((version) => version['storage'] === true);
  return {
    ...crd,
    status: {
      acceptedNames: objectAt(crd, 'spec', 'names'),
      conditions: [
        condition('NamesAccepted', 'NoConflicts', 'no conflicts found', since),
        condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted', since),
      ],
      storedVersions: stored.map((version) => textAt(version, 'name') ?? ''),
    },
  };
};

const required = (path: string): FieldProblem => ({
  path,
  reason: 'FieldValueRequired',
  message: 'Required value',
});

const invalidValue = (path: string, message: string): FieldProblem => ({
  path,
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${message}`,
});

const missingProblems = (crd: ApiObject): readonly FieldProblem[] =>
  [
    ['spec', 'group'],
    ['spec', 'scope'],
    ['spec', 'names', 'plural'],
    ['spec', 'names', 'kind'],
  ]
    .filter((path) => !textAt(crd, ...path))
    .map((path) => required(path.join('.')));

const nameProblems = (crd: ApiObject): readonly FieldProblem[] => {
  const expected = `${textAt(crd, 'spec', 'names', 'plural')}.${textAt(crd, 'spec', 'group')}`;
  const { name } = crd.metadata;
  return name === expected
    ? []
    : [invalidValue('metadata.name', `${quoteGo(name)}: must be spec.names.plural+"."+spec.group`)];
};

const versionProblems = (crd: ApiObject): readonly FieldProblem[] => {
  const versions = versionsOf(crd);
  const stored = versions.filter((version) => version['storage'] === true);
  return [
    ...(stored.length === 1
      ? []
      : [invalidValue('spec.versions', 'must have exactly one version marked as storage version')]),
    ...versions.flatMap((version, index) =>
      isJsonObject(valueAt(version, 'schema', 'openAPIV3Schema'))
        ? []
        : [required(`spec.versions[${index}].schema.openAPIV3Schema`)],
    ),
  ];
};

const compileProblems = (crd: ApiObject): readonly FieldProblem[] => {
  try {
    customResourcesOf(crd);
    return [];
  } catch (error) {
    return [invalidValue('spec.versions', error instanceof Error ? error.message : String(error))];
  }
};

const crdProblems = (crd: ApiObject): readonly FieldProblem[] => {
  const problems = [...missingProblems(crd), ...nameProblems(crd), ...versionProblems(crd)];
  return problems.length > 0 ? problems : compileProblems(crd);
};

export const customResourceDefinitions = builtIn({
  group: crdGroup,
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  shortNames: ['crd', 'crds'],
  namespaced: false,
  subresources: ['status'],
  unconditionalUpdate: false,
  hasGeneration: true,
  createKeepsStatus: true,
  fields: {
    spec: struct({
      group: string,
      names: openStruct({}),
      scope: string,
      versions: listOf(free),
      conversion: openStruct({}),
      preserveUnknownFields: free,
    }),
    status: openStruct({ conditions: listByKeys(['type'], free) }),
  },
  allColumns: [nameColumn, createdAtColumn],
  strategy: {
    applyDefaults: withDefaultNames,
    prepareForCreate: establish,
    prepareForUpdate: establish,
    validate: crdProblems,
  },
});
