import type { FieldProblem } from '../shared/problem.ts';
import type { Sighting } from './leak.ts';
import { removalRank } from './removal-order.ts';

export interface CleaningRequest {
  /** Ids out of the report; absent: all that is leaked and that the database remembers. */
  readonly ids?: readonly string[];
  /** Most things that one cleaning removes. */
  readonly limit: number;
  /** A cleaning is refused when more clusters than this look leaked, in percent of those that are known. */
  readonly maxLeakedPercent: number;
}

export const cleaningLimits = {
  usual: 20,
  most: 500,
  leakedPercent: 20,
  /** Seconds after which a cleaning ends with what it has not got away. */
  longest: 3600,
} as const;

/** Something in the report that a cleaning does not touch, and why. */
export interface PassedOver {
  readonly id: string;
  readonly code: string;
  readonly detail: string;
}

export type StoredSighting = Sighting & { readonly leakId: string; readonly place: string };

export type CleaningPlan =
  | { readonly refused: readonly FieldProblem[] }
  | { readonly targets: readonly StoredSighting[]; readonly passedOver: readonly PassedOver[] };

/** The cluster that a thing belonged to, by whichever name is known. */
const clusterOf = ({ thing }: Sighting): string => thing.clusterId ?? thing.infraId ?? thing.id;

export const countLeakedClusters = (sightings: readonly Sighting[]): number =>
  new Set(sightings.filter(({ verdict }) => verdict === 'leaked').map(clusterOf)).size;

const refusalOf = (
  report: readonly StoredSighting[],
  request: CleaningRequest,
  knownClusters: number,
): FieldProblem | undefined => {
  const leaked = countLeakedClusters(report);
  if (leaked > 0 && knownClusters === 0)
    return {
      pointer: '',
      code: 'no-clusters-known',
      detail:
        'The database has no cluster at all, and there are things with our mark: it may be the wrong database. Nothing is removed.',
    };
  if (leaked * 100 <= request.maxLeakedPercent * knownClusters) return undefined;
  return {
    pointer: '/maxLeakedPercent',
    code: 'too-many-leaked',
    detail: `Things of ${leaked} clusters look leaked, and ${knownClusters} clusters are known: that is more than ${request.maxLeakedPercent} %. Make sure that this is the right database, then ask with a higher limit.`,
  };
};

const whyNot = (sighting: StoredSighting, isNamed: boolean): PassedOver | undefined => {
  const { leakId: id, verdict, reasons, isRemembered } = sighting;
  if (verdict !== 'leaked')
    return { id, code: verdict, detail: reasons.map(({ detail }) => detail).join(' ') };
  if (isRemembered || isNamed) return undefined;
  return {
    id,
    code: 'never-known',
    detail: 'The database has never known its cluster: name it by its id to have it removed.',
  };
};

const byOrder = (left: StoredSighting, right: StoredSighting): number =>
  removalRank(left.thing.type) - removalRank(right.thing.type) || (left.leakId < right.leakId ? -1 : 1);

/**
 * What a cleaning takes away, in order. Never anything but what is leaked; what the database does not remember only when it is named.
 * `knownClusters` may be cut off once it is high enough for the share to be in order.
 */
export const planCleaning = (
  report: readonly StoredSighting[],
  request: CleaningRequest,
  knownClusters: number,
): CleaningPlan => {
  const named = request.ids === undefined ? undefined : new Set(request.ids);
  const inReport = new Set(report.map(({ leakId }) => leakId));
  const unknown = (request.ids ?? []).flatMap((id, index) =>
    inReport.has(id)
      ? []
      : [
          {
            pointer: `/ids/${index}`,
            code: 'not-in-report',
            detail: 'The report does not have this id (any more).',
          },
        ],
  );
  if (unknown.length > 0) return { refused: unknown };
  const refusal = refusalOf(report, request, knownClusters);
  if (refusal !== undefined) return { refused: [refusal] };
  const asked = report.filter(({ leakId }) => named === undefined || named.has(leakId));
  const passedOver = asked.flatMap((sighting) => whyNot(sighting, named !== undefined) ?? []);
  const inTheWay = new Set(passedOver.map(({ id }) => id));
  const able = asked.filter(({ leakId }) => !inTheWay.has(leakId)).sort(byOrder);
  const overLimit = able.slice(request.limit).map(({ leakId: id }) => ({
    id,
    code: 'over-the-limit',
    detail: `One cleaning removes at most ${request.limit} things; the rest goes with the next.`,
  }));
  return { targets: able.slice(0, request.limit), passedOver: [...passedOver, ...overLimit] };
};
