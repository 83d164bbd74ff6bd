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
  const { name, generateName } = meta;
  // What is generated from may end in a dash: a letter will follow.
  const baseProblem = generateName && nameRule(generateName.replace(/-$/, 'a'));
  const problem = nameRule(name);
  return [
    ...(generateName && baseProblem
      ? [invalidValue('metadata.generateName', generateName, baseProblem)]
      : []),
    ...(problem ? [invalidValue('metadata.name', name, problem)] : []),
  ];
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

const standardFinalizers = ['kubernetes', 'orphan', 'foregroundDeletion'];

/** Finalizers of built-in kinds are standard ones or carry a domain. */
export const unqualifiedFinalizerProblems = (object: ApiObject): readonly FieldProblem[] =>
  (object.metadata.finalizers ?? []).flatMap((finalizer, index) =>
    finalizer.includes('/') || standardFinalizers.includes(finalizer)
      ? []
      : [
          invalidValue(
            `metadata.finalizers[${index}]`,
            finalizer,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  );

const finalizerProblems = (meta: ObjectMeta): readonly FieldProblem[] =>
  (meta.finalizers ?? []).flatMap((finalizer) => {
    const problem = labelKeyProblem(finalizer);
    return problem ? [invalidValue('metadata.finalizers', finalizer, problem)] : [];
  });

const ownerProblems = (owner: OwnerReference): readonly FieldProblem[] =>
  (['apiVersion', 'kind', 'name', 'uid'] as const)
    .filter((member) => !isJsonObject(owner) || !owner[member])
    .map((member) =>
      invalidValue(
        `metadata.ownerReferences.${member}`,
        '',
        member === 'apiVersion' ? 'version must not be empty' : 'must not be empty',
      ),
    );

const eventProblems = (owner: OwnerReference): readonly FieldProblem[] =>
  owner.kind === 'Event' && owner.apiVersion === 'v1'
    ? [
        {
          path: 'metadata.ownerReferences',
          reason: 'FieldValueInvalid',
          message: `Invalid value: ${JSON.stringify(owner)}: /v1, Kind=Event is disallowed from being an owner`,
        },
      ]
    : [];

const controllerProblems = (owners: readonly OwnerReference[]): readonly FieldProblem[] => {
  const [first, second] = owners.filter((owner) => owner.controller === true);
  if (!first || !second) return [];
  const named = `${first.kind}/${first.name} and ${second.kind}/${second.name}`;
  const detail = `Only one reference can have Controller set to true. Found "true" in references for ${named}`;
  return [
    {
      path: 'metadata.ownerReferences',
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${JSON.stringify(owners)}: ${detail}`,
    },
  ];
};

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
    ...owners.flatMap(eventProblems),
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
