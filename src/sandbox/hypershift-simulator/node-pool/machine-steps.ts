import { condition, findCondition, isTrue, type NewCondition } from '../conditions.ts';
import type { NodePoolStatus } from '../objects.ts';
import { identityWords, notReadyWords, quotaWordsOf } from './machine-words.ts';
import { addNode, outdatedVersion, removeNode, wantedNodesOf } from './nodes.ts';
import { type PoolStep, type PoolStepContext, type PoolStepFinder, withConditions } from './step-context.ts';

const provisioning = 'Provisioning';
const refused = 'InstanceProvisionFailed';
const fine = (type: string, message = 'All is well') => condition(type, 'True', 'AsExpected', message);

const notAvailable = (have: number, wanted: number): NewCondition =>
  condition(
    'Ready',
    'False',
    'WaitingForAvailableMachines',
    `Minimum availability requires ${wanted} replicas, current ${have} available`,
  );

/** As many nodes as wanted, all healthy. Nodes of an older version keep the rollout open. */
const settle = (status: NodePoolStatus, { stamp, release }: PoolStepContext): NodePoolStatus => {
  const settled = withConditions(
    status,
    [fine('AllMachinesReady'), fine('AllNodesHealthy'), fine('Ready')],
    stamp,
  );
  if (outdatedVersion(settled, release.text) !== undefined) return settled;
  return settled.version === undefined || settled.version === release.text
    ? finishRollout(settled, { stamp, release })
    : settled;
};

const rolloutTypes = ['UpdatingConfig', 'UpdatingVersion', 'UpdatingPlatformMachineTemplate'];

/** Also ends the first rollout, during which all three are True. */
export const finishRollout = (
  status: NodePoolStatus,
  { stamp, release }: Pick<PoolStepContext, 'stamp' | 'release'>,
): NodePoolStatus =>
  withConditions(
    { ...status, version: release.text },
    rolloutTypes.map((type) => condition(type, 'False', 'AsExpected')),
    stamp,
  );

const emptyOut = (status: NodePoolStatus, context: PoolStepContext): NodePoolStatus =>
  finishRollout(
    withConditions(
      { ...status, replicas: 0 },
      [
        ...['AllMachinesReady', 'AllNodesHealthy'].map((type) =>
          condition(type, 'False', 'AsExpected', 'NodePool set to no replicas'),
        ),
        fine('Ready'),
      ],
      context.stamp,
    ),
    context,
  );

const isEmptyAndDone = (status: NodePoolStatus, { release }: PoolStepContext): boolean =>
  findCondition(status.conditions, 'AllMachinesReady')?.message === 'NodePool set to no replicas' &&
  status.version === release.text;

const createMachines = (status: NodePoolStatus, context: PoolStepContext): NodePoolStatus => {
  const { pool, stamp } = context;
  const have = status.replicas ?? 0;
  const wanted = wantedNodesOf(pool);
  return withConditions(
    status,
    [
      condition(
        'AllMachinesReady',
        'False',
        provisioning,
        notReadyWords(have, wanted, pool.metadata.name, provisioning),
      ),
      condition(
        'AllNodesHealthy',
        'False',
        provisioning,
        'Waiting for a node with matching ProviderID to exist',
      ),
      notAvailable(have, wanted),
    ],
    stamp,
  );
};

const refusal = ({ pool, script }: PoolStepContext): string | undefined => {
  const { type } = pool.spec.platform;
  if (script === 'quota-exceeded') return quotaWordsOf(type);
  return script === 'oidc-invalid' && type === 'AWS' ? identityWords : undefined;
};

const refuseMachines = (status: NodePoolStatus, context: PoolStepContext, words: string): NodePoolStatus => {
  const { pool, stamp } = context;
  const message = notReadyWords(
    status.replicas ?? 0,
    wantedNodesOf(pool),
    pool.metadata.name,
    `${refused}: ${words}`,
  );
  return withConditions(status, [condition('AllMachinesReady', 'False', refused, message)], stamp);
};

const neverJoin = (status: NodePoolStatus, { stamp }: PoolStepContext): NodePoolStatus =>
  withConditions(
    status,
    [
      condition(
        'ReachedIgnitionEndpoint',
        'False',
        'ignitionNotReached',
        'No machine has reached the ignition endpoint',
      ),
      condition(
        'AllNodesHealthy',
        'False',
        'NodeStartupTimeout',
        'Node failed to report startup in 20m0s: waiting for a node with matching ProviderID to exist',
      ),
    ],
    stamp,
  );

const join = (status: NodePoolStatus, context: PoolStepContext): NodePoolStatus => {
  const wanted = wantedNodesOf(context.pool);
  const joined = addNode(status, context.release.text);
  const have = joined.replicas ?? 0;
  const reached = [fine('ReachedIgnitionEndpoint', ''), notAvailable(have, wanted)];
  const told = withConditions(joined, reached, context.stamp);
  return have === wanted ? settle(told, context) : told;
};

const findGrowthStep = (status: NodePoolStatus, context: PoolStepContext): PoolStep | undefined => {
  const machines = findCondition(status.conditions, 'AllMachinesReady');
  const nodes = findCondition(status.conditions, 'AllNodesHealthy');
  const step = (name: string, takes: number, apply: PoolStep['apply']): PoolStep => ({ name, takes, apply });
  const isOpen = machines?.reason === provisioning || machines?.reason === refused;
  if (!isOpen && (machines?.status !== 'True' || nodes?.status === 'True')) {
    return step('machines-created', 5, (now) => createMachines(now, context));
  }
  if (machines?.status !== 'True') {
    const words = refusal(context);
    if (words === undefined) {
      return step('machines-ready', 60, (now) =>
        withConditions(now, [fine('AllMachinesReady')], context.stamp),
      );
    }
    return machines?.reason === refused
      ? undefined
      : step('machines-refused', 45, (now) => refuseMachines(now, context, words));
  }
  if (context.script === 'node-never-joins') {
    return nodes?.reason === 'NodeStartupTimeout'
      ? undefined
      : step('node-never-joins', 120, (now) => neverJoin(now, context));
  }
  return step('node-joins', (status.replicas ?? 0) === 0 ? 60 : 20, (now) => join(now, context));
};

/** From the machines that are there to the machines that are wanted, one node after the other. */
export const findMachineStep: PoolStepFinder = (status, context) => {
  const have = status.replicas ?? 0;
  const wanted = wantedNodesOf(context.pool);
  if (have < wanted) return findGrowthStep(status, context);
  if (have > wanted) {
    const leave = (now: NodePoolStatus): NodePoolStatus => removeNode(now, context.release.text);
    return { name: 'node-leaves', takes: 15, apply: leave };
  }
  if (wanted === 0) {
    return isEmptyAndDone(status, context)
      ? undefined
      : { name: 'no-machines', takes: 5, apply: (now) => emptyOut(now, context) };
  }
  return isTrue(status.conditions, 'AllNodesHealthy') && isTrue(status.conditions, 'Ready')
    ? undefined
    : { name: 'settle', takes: 0, apply: (now) => settle(now, context) };
};
