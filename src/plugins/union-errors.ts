import type { ErrorObject } from 'ajv';

const branchOf = (error: ErrorObject, unionPath: string): number | undefined => {
  if (!error.schemaPath.startsWith(`${unionPath}/`)) return undefined;
  const index = Number.parseInt(error.schemaPath.slice(unionPath.length + 1), 10);
  return Number.isNaN(index) ? undefined : index;
};

const isWrongTypeHere = (error: ErrorObject, place: string): boolean =>
  error.keyword === 'type' && error.instancePath === place;

interface Union {
  readonly failure: ErrorObject;
  readonly branches: ReadonlyMap<number, readonly ErrorObject[]>;
}

const branchesOf = (failure: ErrorObject, errors: readonly ErrorObject[]): Union => {
  const branches = new Map<number, ErrorObject[]>();
  for (const error of errors) {
    const inside =
      error.instancePath === failure.instancePath ||
      error.instancePath.startsWith(`${failure.instancePath}/`);
    const branch = inside ? branchOf(error, failure.schemaPath) : undefined;
    if (branch === undefined) continue;
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  return { failure, branches };
};

/** The branch that the caller meant: the only one whose type fits the value. */
const meantBranch = ({ failure, branches }: Union): readonly ErrorObject[] | undefined => {
  const fitting = [...branches.values()].filter(
    (errors) => !errors.some((error) => isWrongTypeHere(error, failure.instancePath)),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
};

const typesOf = ({ branches }: Union): unknown[] => [
  ...new Set(
    [...branches.values()].flat().flatMap(({ keyword, schema }) => (keyword === 'type' ? schema : [])),
  ),
];

const onlyRequires = ({ branches }: Union): boolean =>
  [...branches.values()].flat().every(({ keyword }) => keyword === 'required');

const isUnion = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/**
 * Ajv reports a failed `anyOf` or `oneOf` once, and every error of every branch besides. A person wants the
 * errors of the branch that was meant, or one that names the types to choose from.
 */
export const withoutBranchNoise = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const noise = new Set<ErrorObject>(errors.filter(({ keyword }) => keyword === 'propertyNames'));
  const better = new Map<ErrorObject, ErrorObject>();
  for (const failure of errors.filter(isUnion)) {
    const union = branchesOf(failure, errors);
    const alternatives = failure.keyword === 'oneOf' && onlyRequires(union);
    const meant = alternatives ? undefined : meantBranch(union);
    for (const error of [...union.branches.values()].flat()) if (!meant?.includes(error)) noise.add(error);
    if (meant !== undefined) noise.add(failure);
    else if (!alternatives)
      better.set(failure, { ...failure, keyword: 'type', schema: typesOf(union), params: {} });
  }
  return errors.filter((error) => !noise.has(error)).map((error) => better.get(error) ?? error);
};
