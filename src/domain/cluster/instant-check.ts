import type { SpecPath } from '../platforms/platform-rules.ts';
import { invalidFormat } from '../platforms/problems.ts';
import type { FieldProblem } from '../shared/problem.ts';

/** RFC 3339, section 5.6, as the CRD of HyperShift takes it. */
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

export const checkInstant = (text: string | undefined, at: SpecPath): FieldProblem | undefined =>
  text === undefined || (rfc3339.test(text) && !Number.isNaN(Date.parse(text)))
    ? undefined
    : invalidFormat(at, 'Give an instant of RFC 3339 such as 2026-12-24T00:00:00Z.');
