import type { JsonObject } from '../domain/shared/json.ts';
import {
  getMember,
  readFlag,
  readNumber,
  readObject,
  readObjects,
  readString,
  readStrings,
} from './json-members.ts';
import type { SchemaProblem } from './problem.ts';
import { makeRuleCompiler } from './rules/compile-rules.ts';
import type { RuleCompiler } from './rules/rule.ts';
import { applySchemaDefaults } from './structural/apply-defaults.ts';
import type { ScalePaths } from './structural/check-scale.ts';
import { compileSchema } from './structural/compile-schema.ts';
import { listUnknownFields, pruneResource } from './structural/prune.ts';
import { listUnsupportedRules, type UnsupportedRule } from './unsupported-rules.ts';
import { validateResource, validateStatusUpdate } from './validate-resource.ts';

export type { SchemaProblem } from './problem.ts';

interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly format?: string;
  readonly priority?: number;
  readonly description?: string;
}

/**
 * One served version of a custom resource, behaving as kube-apiserver 1.35 does. Objects are never changed: the functions
 * give new ones, which share their unchanged parts with the given. They expect what JSON can hold.
 */
export interface CompiledResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
  /** True for the version in which objects are kept. */
  readonly isStorage: boolean;
  readonly hasStatus: boolean;
  readonly scale?: ScalePaths;
  readonly printerColumns: readonly PrinterColumn[];
  /** The raw `openAPIV3Schema`; server-side apply reads the keys of map lists from it. */
  readonly schema: JsonObject;
  /** Without the fields that the schema does not know, and without nulls that it does not allow. */
  prune(object: JsonObject): JsonObject;
  /** The fields that `prune` would remove, as kube-apiserver names them (`spec.list[0].field`), sorted. */
  unknownFields(object: JsonObject): readonly string[];
  applyDefaults(object: JsonObject): JsonObject;
  /**
   * Everything wrong with a pruned and defaulted object; with `old`, as an update of it: transition rules run, and
   * problems of unchanged parts are forgiven. Rules run only when types, sizes, choices and required fields are right.
   * Metadata other than that of embedded resources is not looked at.
   */
  validate(object: JsonObject, old?: JsonObject): readonly SchemaProblem[];
  /** As `validate`, for an update of the status subresource. */
  validateStatus(object: JsonObject, old: JsonObject): readonly SchemaProblem[];
  /** Rules that cannot be run here and therefore let everything pass. Compiles all rules when first called. */
  readonly unsupportedRules: () => readonly UnsupportedRule[];
}

const readColumn = (column: JsonObject): PrinterColumn => {
  const format = readString(column, 'format');
  const priority = readNumber(column, 'priority');
  const description = readString(column, 'description');
  return {
    name: readString(column, 'name') ?? '',
    type: readString(column, 'type') ?? '',
    jsonPath: readString(column, 'jsonPath') ?? '',
    ...(format === undefined ? {} : { format }),
    ...(priority === undefined ? {} : { priority }),
    ...(description === undefined ? {} : { description }),
  };
};

const readScale = (subresources: JsonObject): ScalePaths | undefined => {
  const scale = readObject(subresources, 'scale');
  if (scale === undefined) return undefined;
  const labelSelectorPath = readString(scale, 'labelSelectorPath');
  return {
    specReplicasPath: readString(scale, 'specReplicasPath') ?? '',
    statusReplicasPath: readString(scale, 'statusReplicasPath') ?? '',
    ...(labelSelectorPath === undefined ? {} : { labelSelectorPath }),
  };
};

const readNames = (names: JsonObject) => {
  const kind = readString(names, 'kind') ?? '';
  return {
    kind,
    listKind: readString(names, 'listKind') ?? `${kind}List`,
    plural: readString(names, 'plural') ?? '',
    singular: readString(names, 'singular') ?? kind.toLowerCase(),
    shortNames: readStrings(names, 'shortNames'),
    categories: readStrings(names, 'categories'),
  };
};

const compileVersion = (spec: JsonObject, version: JsonObject, rules: RuleCompiler): CompiledResource => {
  const schema = readObject(readObject(version, 'schema') ?? {}, 'openAPIV3Schema') ?? {};
  const subresources = readObject(version, 'subresources') ?? {};
  const scale = readScale(subresources);
  const root = compileSchema(schema, rules);
  const resource = { root, scale };
  return {
    group: readString(spec, 'group') ?? '',
    version: readString(version, 'name') ?? '',
    ...readNames(readObject(spec, 'names') ?? {}),
    scope: readString(spec, 'scope') === 'Cluster' ? 'Cluster' : 'Namespaced',
    isStorage: readFlag(version, 'storage'),
    hasStatus: getMember(subresources, 'status') !== undefined,
    ...(scale === undefined ? {} : { scale }),
    printerColumns: readObjects(version, 'additionalPrinterColumns').map(readColumn),
    schema,
    prune: (object) => pruneResource(object, root),
    unknownFields: (object) => listUnknownFields(object, root),
    applyDefaults: (object) => applySchemaDefaults(object, root),
    validate: (object, old) => validateResource(resource, object, old),
    validateStatus: (object, old) => validateStatusUpdate(resource, object, old),
    unsupportedRules: () => listUnsupportedRules(root),
  };
};

/** Compiles a CustomResourceDefinition (`apiextensions.k8s.io/v1`), one result for each served version. */
export const compileCrd = (crd: JsonObject): readonly CompiledResource[] => {
  const spec = readObject(crd, 'spec') ?? {};
  const rules = makeRuleCompiler();
  return readObjects(spec, 'versions')
    .filter((version) => readFlag(version, 'served'))
    .map((version) => compileVersion(spec, version, rules));
};
