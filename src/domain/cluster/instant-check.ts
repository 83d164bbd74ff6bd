import type { SpecPath } from '../platforms/platform-rules.ts';
import { invalidFormat } from '../platforms/problems.ts';
import type { FieldProblem } from '../shared/problem.ts';

/** RFC 3339, section 5.6, as the CRD of HyperShift takes it. */
const rfc3339 =
  /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):\d\d)$/;

/** The 31st of February is taken for the 3rd of March here, and for no instant at all by the operator. */
const isInstant = (text: string): boolean => {
  const [, year, month, day] = rfc3339.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
};

export const checkInstant = (text: string | undefined, at: SpecPath): FieldProblem | undefined =>
  text === undefined || isInstant(text)
    ? undefined
    : invalidFormat(at, 'Give an instant of RFC 3339 such as 2026-12-24T00:00:00Z.');
