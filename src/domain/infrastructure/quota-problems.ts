import { type FieldProblem, pointerOf } from '../shared/problem.ts';

/** A quota of the account and what this cluster asks of it. */
export interface QuotaCount {
  /** `vpc/L-F678F1CE`. */
  readonly code: string;
  readonly name: string;
  readonly limit: number;
  readonly used: number;
  /** What this cluster adds. */
  readonly needed: number;
  /** It holds for the account as a whole, not for each region. */
  readonly isOfAccount?: true;
}

/** Whether a quota has no room for what a cluster adds, beside what others have reserved. */
export const fallsShort = (
  { limit, used, needed }: Pick<QuotaCount, 'limit' | 'used' | 'needed'>,
  reserved: number,
): boolean => used + reserved + needed > limit;

/** What a quota that is too small is called in a plan: name, need, what is there, and what others have reserved. */
const quotaProblem = (
  platform: string,
  { code, name, limit, used, needed }: QuotaCount,
  reserved: number,
): FieldProblem => ({
  pointer: pointerOf('spec', 'platform', platform, 'infrastructure'),
  code: 'quota-exceeded',
  detail: `${name} (${code}): the cluster needs ${needed}; of ${limit} in the account ${used} are used and ${reserved} are reserved by clusters that are being made. Raise the quota, or free some of it.`,
});

/** Every quota that is too small. */
export const checkQuotas = (
  platform: string,
  counts: readonly QuotaCount[],
  reservedOf: (code: string) => number,
): readonly FieldProblem[] =>
  counts
    .filter((count) => fallsShort(count, reservedOf(count.code)))
    .map((count) => quotaProblem(platform, count, reservedOf(count.code)));
