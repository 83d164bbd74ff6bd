import type { InfrastructureState } from '../infrastructure/infrastructure-state.ts';
import type { JournalRow } from '../infrastructure/journal.ts';
import type { Placement } from './cluster.ts';

/** Something that a forced deletion could not take away. Whoever forced it has to. */
export interface LeftBehind {
  /** `cloud` or `managementCluster`. */
  readonly where: 'cloud' | 'managementCluster';
  readonly type: string;
  /** The cloud's id, or namespace and name. */
  readonly id: string;
  /** Why it is left, in the words of whoever refused. */
  readonly message: string;
}

/** Who asked for a deletion that leaves things behind, and why. */
export interface DeletionForce {
  readonly reason: string;
  readonly actor: string;
  readonly at: string;
}

/** What is left in the cloud: all that the journal does not know to be gone, and what the cloud said of it. */
export const leftInCloud = (
  rows: readonly JournalRow[],
  state: InfrastructureState | undefined,
): readonly LeftBehind[] =>
  rows
    .filter((row) => row.ownership === 'managed' && row.state !== 'gone')
    .map((row) => {
      const failure =
        state?.failures.find(({ step }) => step === row.step || step === 'account') ?? row.lastError;
      return {
        where: 'cloud',
        type: row.type,
        id: row.externalId ?? `${row.step} (its id was never learnt)`,
        message:
          failure === undefined
            ? 'It stands on what could not be removed.'
            : `${failure.code}: ${failure.message}`,
      };
    });

/** What is left on a management cluster that does not answer, or does not let go. */
export const leftOnManagementCluster = (placement: Placement, message: string): readonly LeftBehind[] => [
  {
    where: 'managementCluster',
    type: 'HostedCluster',
    id: `${placement.namespace}/${placement.hostedClusterName}`,
    message,
  },
  { where: 'managementCluster', type: 'Namespace', id: placement.namespace, message },
];
