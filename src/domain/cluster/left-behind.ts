import type { StepFailure } from '../infrastructure/cloud-failure.ts';
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

const wordsOf = ({ code, message }: Pick<StepFailure, 'code' | 'message'>): string => `${code}: ${message}`;

/** Things that controllers of the cluster made have no row: that a step could not take them away is all that is known of them. */
const leftByOthers = (rows: readonly JournalRow[], failures: readonly StepFailure[]): readonly LeftBehind[] =>
  failures
    .filter(({ step }) => step !== 'account' && !rows.some((row) => row.step === step))
    .map((failure) => ({
      where: 'cloud',
      type: failure.step,
      id: 'made by others, its id was never stored',
      message: wordsOf(failure),
    }));

/** What is left in the cloud: all that the journal does not know to be gone, and what the cloud said of it and of things of others. */
export const leftInCloud = (
  rows: readonly JournalRow[],
  state: InfrastructureState | undefined,
): readonly LeftBehind[] => [
  ...rows
    .filter((row) => row.ownership === 'managed' && row.state !== 'gone')
    .map((row) => {
      const failure =
        state?.failures.find(({ step }) => step === row.step || step === 'account') ?? row.lastError;
      return {
        where: 'cloud',
        type: row.type,
        id: row.externalId ?? `${row.step} (its id was never learnt)`,
        message: failure === undefined ? 'It stands on what could not be removed.' : wordsOf(failure),
      } as const;
    }),
  ...leftByOthers(rows, state?.failures ?? []),
];

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
