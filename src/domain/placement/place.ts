import type { Party } from '../shared/error.ts';
import type { WaitingOn } from '../shared/status.ts';
import type { ManagementCluster } from './management-cluster.ts';
import { placementFilters } from './placement-filters.ts';
import type { PlacementRequest } from './placement-request.ts';

export interface PlacementCandidate {
  readonly id: string;
  readonly name: string;
  readonly verdict: 'chosen' | 'eligible' | 'refused';
  /** For the fleet operator: every filter that refuses it, or how full it is. */
  readonly reasons: readonly string[];
}

/** Why a cluster cannot be placed. For the tenant: names no management cluster. */
export interface Unplaced {
  readonly placed: undefined;
  /** CamelCase. */
  readonly reason: string;
  readonly message: string;
  readonly waitingOn: Omit<WaitingOn, 'since'>;
  readonly candidates: readonly PlacementCandidate[];
}

export type PlacementDecision =
  | {
      readonly placed: ManagementCluster;
      /** For the tenant: names no management cluster. */
      readonly reason: string;
      readonly candidates: readonly PlacementCandidate[];
    }
  | Unplaced;

const share = (candidate: ManagementCluster): number => candidate.placed / candidate.capacity;

const unplaced = (
  reason: string,
  message: string,
  party: Party,
  action: string,
  candidates: readonly PlacementCandidate[],
): Unplaced => ({ placed: undefined, reason, message, waitingOn: { party, reason, action }, candidates });

/**
 * Chooses the management cluster for a cluster: the least used one (placed ÷ capacity, then id) of those that pass every filter.
 * The same input gives the same choice, whatever the order of the candidates.
 */
export const placeCluster = (input: {
  readonly request: PlacementRequest;
  readonly managementClusters: readonly ManagementCluster[];
}): PlacementDecision => {
  const { request } = input;
  const judged = input.managementClusters
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
    .map((candidate) => ({
      candidate,
      failed: placementFilters.filter((filter) => !filter.passes(candidate, request)),
    }));
  const [placed] = judged
    .filter(({ failed }) => failed.length === 0)
    .map(({ candidate }) => candidate)
    // Stable, so that the id decides between equals.
    .sort((left, right) => share(left) - share(right));
  const candidates = judged.map(({ candidate, failed }): PlacementCandidate => {
    const { id, name } = candidate;
    if (failed.length > 0)
      return {
        id,
        name,
        verdict: 'refused',
        reasons: failed.map((filter) => filter.explain(candidate, request)),
      };
    const used = `${candidate.placed} of ${candidate.capacity} used`;
    return { id, name, verdict: candidate === placed ? 'chosen' : 'eligible', reasons: [used] };
  });
  if (placed !== undefined)
    return { placed, reason: 'Placed on the least used management cluster that fits.', candidates };
  const [blocking] = judged
    .flatMap(({ failed }) => failed.slice(0, 1))
    .sort((left, right) => placementFilters.indexOf(right) - placementFilters.indexOf(left));
  if (blocking === undefined)
    return unplaced(
      'NoManagementCluster',
      'There is no management cluster yet.',
      'fleetOperator',
      'Register a management cluster.',
      candidates,
    );
  return unplaced(
    blocking.reason,
    blocking.tellTenant(request),
    blocking.party,
    blocking.action(request),
    candidates,
  );
};
