import type { JsonObject } from '../domain/shared/json.ts';
import { getMember } from './json-members.ts';
import { printPath, rootPath } from './path.ts';
import { reportInvalid, type SchemaProblem } from './problem.ts';
import { runRules } from './rules/run-rules.ts';
import { checkEmbeddedResources } from './structural/check-embedded.ts';
import { checkListTypes } from './structural/check-list-types.ts';
import { checkScale, checkScaleStatus, type ScalePaths } from './structural/check-scale.ts';
import { checkAgainstSchema } from './structural/check-value.ts';
import { Correlation } from './structural/correlation.ts';
import type { SchemaNode } from './structural/schema-node.ts';

export interface ResourceSchema {
  readonly root: SchemaNode;
  readonly scale: ScalePaths | undefined;
}

/** With one of these the rules are not run: they could not rely on the types and sizes that the schema promises. */
const blocking: ReadonlySet<SchemaProblem['reason']> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

const notChecked = reportInvalid(
  rootPath,
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);

const withRules = (
  problems: readonly SchemaProblem[],
  object: JsonObject,
  old: JsonObject | undefined,
  root: SchemaNode,
  correlation: Correlation | undefined,
): readonly SchemaProblem[] => {
  if (problems.some(({ reason }) => blocking.has(reason))) return [...problems, notChecked];
  return [...problems, ...runRules(object, old, root, correlation)];
};

/** Duplicates in an object that already had some are forgiven all together. */
const checkListsAnew = (
  object: JsonObject,
  old: JsonObject | undefined,
  root: SchemaNode,
): readonly SchemaProblem[] => {
  const problems = checkListTypes(object, root);
  const isForgiven = problems.length > 0 && old !== undefined && checkListTypes(old, root).length > 0;
  return isForgiven ? [] : problems;
};

/** Checks a whole object; with `old`, as an update of it. The order is that of kube-apiserver. */
export const validateResource = (
  { root, scale }: ResourceSchema,
  object: JsonObject,
  old: JsonObject | undefined,
): readonly SchemaProblem[] => {
  const correlation = old === undefined ? undefined : new Correlation(object, old, root);
  const problems = [
    ...checkAgainstSchema(object, root, rootPath, correlation),
    ...checkScale(object, scale),
    ...checkEmbeddedResources(object, root),
    ...checkListsAnew(object, old, root),
  ];
  return withRules(problems, object, old, root, correlation);
};

/** In messages the status counts as the whole object (`n in body should be …`), in paths it does not. */
const belowStatus = (problem: SchemaProblem): SchemaProblem => ({
  ...problem,
  path: problem.path === printPath(rootPath) ? 'status' : `status.${problem.path}`,
});

const checkStatus = (
  object: JsonObject,
  root: SchemaNode,
  correlation: Correlation,
): readonly SchemaProblem[] => {
  const status = getMember(object, 'status');
  const node = root.properties?.get('status');
  if (status === undefined || node === undefined) return [];
  const path = { text: '', pointer: '/status' };
  return checkAgainstSchema(status, node, path, correlation.key('status')).map(belowStatus);
};

/** Checks an update through the status subresource: the values of the status only, the rules of the whole object. */
export const validateStatusUpdate = (
  { root, scale }: ResourceSchema,
  object: JsonObject,
  old: JsonObject,
): readonly SchemaProblem[] => {
  const correlation = new Correlation(object, old, root);
  const problems = [
    ...checkStatus(object, root, correlation),
    ...checkScaleStatus(object, scale),
    ...checkListsAnew(object, old, root),
  ];
  return withRules(problems, object, old, root, correlation);
};
