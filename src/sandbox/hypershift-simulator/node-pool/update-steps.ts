import { condition, isTrue } from '../conditions.ts';
import type { NodePoolStatus } from '../objects.ts';
import { finishRollout } from './machine-steps.ts';
import { hasMachines, outdatedVersion, replaceNode } from './nodes.ts';
import { type PoolStepFinder, withConditions } from './step-context.ts';

export const secondsPerNode = 90;

/** A new release rolls the nodes one by one; a None pool only records the version. */
export const findUpdateStep: PoolStepFinder = (status, context) => {
  const { pool, release, stamp } = context;
  const outdated = outdatedVersion(status, release.text);
  const differs = status.version !== undefined && status.version !== release.text;
  if (!differs && outdated === undefined) return undefined;
  if (!hasMachines(pool)) {
    return { name: 'recorded', takes: 5, apply: (now) => ({ ...now, version: release.text }) };
  }
  if (!isTrue(status.conditions, 'UpdatingVersion')) {
    const words = `Updating version in progress. Target version: ${release.text}`;
    const updating = condition('UpdatingVersion', 'True', 'AsExpected', words);
    return { name: 'update-begins', takes: 0, apply: (now) => withConditions(now, [updating], stamp) };
  }
  if (outdated === undefined) {
    return { name: 'update-ends', takes: 0, apply: (now) => finishRollout(now, context) };
  }
  const roll = (now: NodePoolStatus): NodePoolStatus => replaceNode(now, outdated, release.text);
  return { name: 'node-updated', takes: secondsPerNode, apply: roll };
};
