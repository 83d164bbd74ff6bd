import type { NodePoolManagement } from '../node-pool/node-pool-spec.ts';
import { parseIsoDuration } from '../shared/duration.ts';
import type { FieldProblem } from '../shared/problem.ts';
import type { SpecPath } from './platform-rules.ts';
import { collect, conflicting, invalidFormat, outOfRange } from './problems.ts';

/** What the operator takes when a rolling update says nothing. */
export const rollingUpdateDefaults = { maxSurge: 1, maxUnavailable: 0 } as const;

const percentage = /^(?:100|[1-9]?\d)%$/;

const isZero = (amount: number | string): boolean => amount === 0 || amount === '0%';

/** A number of machines, or a part of all of them. */
export const isAmount = (amount: number | string): boolean =>
  typeof amount === 'number' ? Number.isInteger(amount) && amount >= 0 : percentage.test(amount);

const checkAmount = (amount: number | string | undefined, at: SpecPath): FieldProblem | undefined =>
  amount === undefined || isAmount(amount)
    ? undefined
    : invalidFormat(at, 'Give a number of machines, or 0% to 100%.');

const checkReplace = (management: NodePoolManagement, at: SpecPath): readonly FieldProblem[] => {
  const { strategy, maxSurge, maxUnavailable } = management;
  if (strategy === 'onDelete')
    return (['maxSurge', 'maxUnavailable'] as const)
      .filter((field) => management[field] !== undefined)
      .map((field) =>
        conflicting([...at, field], 'Strategy onDelete leaves the pace to whoever deletes machines.'),
      );
  const surge = maxSurge ?? rollingUpdateDefaults.maxSurge;
  const unavailable = maxUnavailable ?? rollingUpdateDefaults.maxUnavailable;
  return isZero(surge) && isZero(unavailable)
    ? [
        conflicting(
          [...at, 'maxSurge'],
          'With maxSurge and maxUnavailable both 0 no machine could ever be replaced.',
        ),
      ]
    : [];
};

const checkInPlace = (management: NodePoolManagement, at: SpecPath): readonly FieldProblem[] =>
  collect(
    (['strategy', 'maxSurge'] as const)
      .filter((field) => management[field] !== undefined)
      .map((field) => conflicting([...at, field], 'Upgrades in place make no new machines.')),
    management.maxUnavailable !== undefined && isZero(management.maxUnavailable)
      ? outOfRange([...at, 'maxUnavailable'], 'An upgrade in place needs at least one machine at a time.')
      : undefined,
  );

const checkRepair = ({ repair, autoRepair }: NodePoolManagement, at: SpecPath): readonly FieldProblem[] => {
  if (repair === undefined) return [];
  return collect(
    autoRepair === true ? undefined : conflicting(at, 'Without autoRepair nothing is repaired.'),
    (['timeout', 'startupTimeout'] as const).map((field) =>
      repair[field] === undefined || parseIsoDuration(repair[field]) !== undefined
        ? undefined
        : invalidFormat([...at, field], 'Give an ISO 8601 duration such as PT10M.'),
    ),
    checkAmount(repair.maxUnhealthy, [...at, 'maxUnhealthy']),
  );
};

/** How a pool changes its machines; `upgradeType` is the one that counts when the spec names none. */
export const checkRollout = (
  management: NodePoolManagement,
  upgradeType: 'replace' | 'inPlace',
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
    checkRepair(management, [...at, 'repair']),
    checkAmount(management.maxSurge, [...at, 'maxSurge']),
    checkAmount(management.maxUnavailable, [...at, 'maxUnavailable']),
    (management.upgradeType ?? upgradeType) === 'inPlace'
      ? checkInPlace(management, at)
      : checkReplace(management, at),
  );
