import { cloudErrors, type StepFailure } from '../infrastructure/cloud-failure.ts';
import { no, type Verdict, yes } from '../shared/conditions.ts';
import type { WaitingOn } from '../shared/status.ts';
import type { ClusterFacts } from './cluster-facts.ts';

/** What a refusal of a cloud is called in conditions. */
export const cloudReasons: Readonly<Record<StepFailure['kind'], string>> = {
  transient: 'CloudUnavailable',
  throttled: 'CloudThrottled',
  unknownOutcome: 'CloudReplyLost',
  conflict: 'CloudConflict',
  capacity: 'CloudOutOfCapacity',
  quota: 'CloudQuotaExceeded',
  credentials: 'CredentialsRefused',
  permission: 'PermissionMissing',
  invalid: 'CloudRefused',
  foreign: 'NotOurs',
  lost: 'ResourceVanished',
};

const stateOf = ({ infrastructure }: ClusterFacts) => infrastructure?.state;

/** The refusal that says most: first what needs somebody to act. */
const gravest = (failures: readonly StepFailure[]): StepFailure | undefined =>
  failures.find(({ kind }) => cloudErrors[kind].party === 'user') ??
  failures.find(({ kind }) => kind === 'capacity') ??
  failures[0];

const textOf = ({ step, code, message }: StepFailure): string => `${step}: ${code}: ${message}`;

const isDeleting = ({ cluster }: ClusterFacts): boolean => cluster.deletionRequestedAt !== undefined;

/** `CredentialsValid` when the cloud refuses them; undefined: the operator's own word counts. */
export const judgeCloudCredentials = (facts: ClusterFacts): Verdict | undefined => {
  const refused = stateOf(facts)?.failures.find(
    ({ kind }) => kind === 'credentials' || kind === 'permission',
  );
  return refused && no(cloudReasons[refused.kind], textOf(refused));
};

/** `InfrastructureReady` of what Berth makes; undefined: the operator's own word counts. */
export const judgeInfrastructure = (facts: ClusterFacts): Verdict | undefined => {
  const { infrastructure } = facts;
  if (infrastructure === undefined || isDeleting(facts)) return undefined;
  const { state, isKnown, isManaged } = infrastructure;
  if (state === undefined)
    return no(
      'InfrastructurePending',
      isManaged ? 'Nothing has been made yet.' : 'The account was not looked at yet.',
    );
  const [problem] = state.problems;
  if (problem !== undefined) return no('PreflightFailed', `${problem.pointer}: ${problem.detail}`);
  const failure = gravest(state.failures);
  if (failure !== undefined) return no(cloudReasons[failure.kind], textOf(failure));
  if (!isKnown)
    return no('InfrastructurePending', `Waits for ${state.waitingFor.join(', ') || 'the next pass'}.`);
  return undefined;
};

/** `DeletionBlocked` by what is left in the cloud; undefined: nothing is in the way there. */
export const judgeCloudRemains = (facts: ClusterFacts): Verdict | undefined => {
  const state = stateOf(facts);
  if (state?.phase !== 'destroying') return undefined;
  const failure = gravest(state.failures);
  return failure && yes(cloudReasons[failure.kind], textOf(failure));
};

/** Who must act on what the cloud refuses, and how; undefined while it passes by itself. */
export const waitingOnCloud = (facts: ClusterFacts): Omit<WaitingOn, 'since'> | undefined => {
  const state = stateOf(facts);
  if (state === undefined || state.phase === 'gone') return undefined;
  const [problem] = state.problems;
  if (problem !== undefined)
    return { party: 'user', reason: 'PreflightFailed', action: `${problem.pointer}: ${problem.detail}` };
  const failure = gravest(state.failures);
  if (failure === undefined) return undefined;
  const { party, action } = cloudErrors[failure.kind];
  return { party, reason: cloudReasons[failure.kind], action: `${action} ${textOf(failure)}` };
};

/** Whether the infrastructure's stage of an operation is done: it is there, or it is gone. */
export const isInfrastructureStageDone = (facts: ClusterFacts): boolean => {
  const { infrastructure } = facts;
  if (infrastructure?.isManaged !== true) return true;
  if (!isDeleting(facts)) return infrastructure.isKnown;
  return infrastructure.state === undefined || infrastructure.state.phase === 'gone';
};
