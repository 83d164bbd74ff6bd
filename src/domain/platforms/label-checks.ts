import { isLabelKey, isLabelValue } from '../shared/names.ts';
import type { FieldProblem } from '../shared/problem.ts';
import type { SpecPath } from './platform-rules.ts';
import { collect, invalidFormat } from './problems.ts';

/** Label maps are plain text to the CRDs; a bad one would only show when nothing can be scheduled. */
export const checkLabelMap = (
  labels: Readonly<Record<string, string>> | undefined,
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
    Object.entries(labels ?? {}).flatMap(([key, value]) => [
      isLabelKey(key)
        ? undefined
        : invalidFormat(
            [...at, key],
            'A label key is [PREFIX/]NAME; the name has at most 63 of A-Z a-z 0-9 - _ .',
          ),
      isLabelValue(value)
        ? undefined
        : invalidFormat(
            [...at, key],
            'A label value has at most 63 of A-Z a-z 0-9 - _ . and begins and ends with a letter or digit.',
          ),
    ]),
  );
