import { condition, findCondition, isTrue, type NewCondition } from '../conditions.ts';
import type { NodePoolStatus } from '../objects.ts';
import { hasMachines } from './nodes.ts';
import { type PoolStepContext, type PoolStepFinder, withConditions } from './step-context.ts';

const fine = (type: string) => condition(type, 'True', 'AsExpected');
const missing = (type: string, message: string) => condition(type, 'False', 'NotFound', message);

const platformConditions = ({ pool }: PoolStepContext): readonly NewCondition[] => {
  const { type } = pool.spec.platform;
  return [
    ...(['AWS', 'KubeVirt', 'PowerVS'].includes(type) ? [fine('ValidPlatformImage')] : []),
    ...(type === 'AWS' ? [fine('AWSSecurityGroupAvailable')] : []),
  ];
};

/** The core ignition configs are there: everything for the machines is rendered, and nothing runs yet. */
const prepare = (status: NodePoolStatus, context: PoolStepContext): NodePoolStatus => {
  const { pool, release, stamp } = context;
  const machines = hasMachines(pool);
  const updating = (type: string, message: string): NewCondition =>
    machines ? condition(type, 'True', 'AsExpected', message) : condition(type, 'False', 'AsExpected');
  // With machines that are updated in place the version is that of the set, also while it is empty.
  const known = !machines || pool.spec.management?.upgradeType === 'InPlace';
  return withConditions(
    { ...status, replicas: status.replicas ?? 0, ...(known && { version: release.text }) },
    [
      fine('ValidMachineConfig'),
      updating('UpdatingConfig', 'Updating config in progress'),
      updating('UpdatingVersion', `Updating version in progress. Target version: ${release.text}`),
      missing('ValidGeneratedPayload', 'Unable to get status data from token secret'),
      missing('ReachedIgnitionEndpoint', 'Unable to get status data from token secret'),
      missing('AllMachinesReady', 'No Machines are created'),
      missing('AllNodesHealthy', 'No Machines are created'),
      fine('ValidPlatformConfig'),
      ...platformConditions(context),
      fine('ValidTuningConfig'),
      updating('UpdatingPlatformMachineTemplate', 'Updating platform machine template in progress'),
      condition(
        'AutorepairEnabled',
        pool.spec.management?.autoRepair && machines ? 'True' : 'False',
        'AsExpected',
      ),
    ],
    stamp,
  );
};

/** From the control plane's first answer to an ignition payload, in the order of CONTRACT §18, "A good NP". */
export const findStartStep: PoolStepFinder = (status, context) => {
  const { pool, stamp } = context;
  const config = findCondition(status.conditions, 'ValidMachineConfig');
  if (!config) {
    const waiting = condition(
      'ValidMachineConfig',
      'False',
      'ValidationFailed',
      'core ignition config has not been created yet',
    );
    return { name: 'core-config', takes: 3, apply: (now) => withConditions(now, [waiting], stamp) };
  }
  const payload = findCondition(status.conditions, 'ValidGeneratedPayload');
  if (!payload) return { name: 'prepare', takes: 15, apply: (now) => prepare(now, context) };
  if (!hasMachines(pool)) return undefined;
  if (payload.reason === 'NotFound') {
    const asked: NewCondition = {
      type: 'ValidGeneratedPayload',
      status: 'Unknown',
      message: 'Unable to get status data from token secret',
    };
    return { name: 'payload-asked', takes: 20, apply: (now) => withConditions(now, [asked], stamp) };
  }
  return isTrue(status.conditions, 'ValidGeneratedPayload')
    ? undefined
    : {
        name: 'payload',
        takes: 15,
        apply: (now) => withConditions(now, [fine('ValidGeneratedPayload')], stamp),
      };
};
