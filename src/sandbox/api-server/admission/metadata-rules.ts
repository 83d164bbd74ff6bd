import { isJsonObject } from '../../../domain/shared/json.ts';
import { quoteGo } from '../../../kube-schema/go-print.ts';
import type { ApiObject, ObjectMeta, OwnerReference } from '../objects/api-object.ts';
import type { FieldProblem } from '../objects/errors.ts';
import { labelKeyProblem, labelValueProblem } from './label-rules.ts';

const maxAnnotationBytes = 256 * 1024;

const invalidValue = (path: string, value: string, detail: string): FieldProblem => ({
  path,
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${quoteGo(value)}: ${detail}`,
});

const required = (path: string, detail = ''): FieldProblem => ({
  path,
  reason: 'FieldValueRequired',
  message: detail ? `Required value: ${detail}` : 'Required value',
});

const forbidden = (path: string, detail: string): FieldProblem => ({
  path,
  reason: 'FieldValueForbidden',
  message: `Forbidden: ${detail}`,
});

const nameProblems = (
  meta: ObjectMeta,
  nameRule: (name: string) => string | undefined,
): readonly FieldProblem[] => {
  if (!meta.name) return [required('metadata.name', 'name or generateName is required')];
  const problem = nameRule(meta.name);
  return problem ? [invalidValue('metadata.name', meta.name, problem)] : [];
};

const labelProblems = (meta: ObjectMeta): readonly FieldProblem[] =>
  Object.entries(meta.labels ?? {}).flatMap(([key, value]) => {
    const keyProblem = labelKeyProblem(key);
    const valueProblem = labelValueProblem(value);
    return [
      ...(keyProblem ? [invalidValue('metadata.labels', key, keyProblem)] : []),
      ...(valueProblem ? [invalidValue('metadata.labels', value, valueProblem)] : []),
    ];
  });

const annotationProblems = (meta: ObjectMeta): readonly FieldProblem[] => {
  const entries = Object.entries(meta.annotations ?? {});
  const bytes = entries.reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
  const tooLong: FieldProblem = {
    path: 'metadata.annotations',
    reason: 'FieldValueTooLong',
    message: `Too long: may not be more than ${maxAnnotationBytes} bytes`,
  };
  return [
    ...entries.flatMap(([key]) => {
      const problem = labelKeyProblem(key.toLowerCase());
      return problem ? [invalidValue('metadata.annotations', key, problem)] : [];
    }),
    ...(bytes > maxAnnotationBytes ? [tooLong] : []),
  ];
};

const finalizerProblems = (meta: ObjectMeta): readonly FieldProblem[] =>
  (meta.finalizers ?? []).flatMap((finalizer) => {
    const problem = labelKeyProblem(finalizer);
    return problem ? [invalidValue('metadata.finalizers', finalizer, problem)] : [];
  });

const ownerProblems = (owner: OwnerReference, index: number): readonly FieldProblem[] =>
  (['apiVersion', 'kind', 'name', 'uid'] as const)
    .filter((member) => !isJsonObject(owner) || !owner[member])
    .map((member) => ({
      path: `metadata.ownerReferences[${index}].${member}`,
      reason: 'FieldValueInvalid',
      message: 'Invalid value: "": must not be empty',
    }));

const controllerProblems = (owners: readonly OwnerReference[]): readonly FieldProblem[] =>
  owners.filter((owner) => owner.controller === true).length > 1
    ? [
        invalidValue(
          'metadata.ownerReferences',
          owners.map(({ name }) => name).join(', '),
          'Only one reference can have Controller set to true',
        ),
      ]
    : [];

/** What is wrong with the metadata of an object, whatever its kind. */
export const metadataProblems = (
  object: ApiObject,
  nameRule: (name: string) => string | undefined,
): readonly FieldProblem[] => {
  const meta = object.metadata;
  const owners = meta.ownerReferences ?? [];
  return [
    ...nameProblems(meta, nameRule),
    ...labelProblems(meta),
    ...annotationProblems(meta),
    ...finalizerProblems(meta),
    ...owners.flatMap(ownerProblems),
    ...controllerProblems(owners),
  ];
};

/** An object that is being deleted takes no new finalizers, or it might never end. */
export const newFinalizerProblems = (object: ApiObject, previous: ApiObject): readonly FieldProblem[] => {
  if (previous.metadata.deletionTimestamp === undefined) return [];
  const known = previous.metadata.finalizers ?? [];
  const added = (object.metadata.finalizers ?? []).filter((finalizer) => !known.includes(finalizer));
  if (added.length === 0) return [];
  const list = added.map(quoteGo).join(', ');
  return [
    forbidden(
      'metadata.finalizers',
      `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`,
    ),
  ];
};
