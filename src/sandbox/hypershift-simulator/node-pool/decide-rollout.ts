import { condition, isTrue, type NewCondition, type Stamp, setConditions } from '../conditions.ts';
import { type Decision, waitFor } from '../decision.ts';
import type { HostedCluster, NodePoolStatus } from '../objects.ts';
import { slownessOf } from '../scripts.ts';
import { dueAfter } from '../steps.ts';
import { nodesOf } from './nodes.ts';
import { rolloutCausesOf } from './rollout-causes.ts';
import { secondsPerNode } from './update-steps.ts';
import { type NodePoolView, poolScriptOf } from './view.ts';

type PoolDecision = Decision<NodePoolStatus>;

/** A change of configuration rolls all nodes; then the new mark is kept. */
export const decideRollout = (
  view: NodePoolView,
  cluster: HostedCluster,
  status: NodePoolStatus,
  stamp: Stamp,
): PoolDecision | undefined => {
  const { pool, waited } = view;
  const changed = rolloutCausesOf(pool, cluster).filter(
    ({ annotation, hash }) => pool.metadata.annotations?.[annotation] !== hash,
  );
  const begin = changed.filter((cause) => !isTrue(status.conditions, cause.condition));
  const said = (type: string, now: 'True' | 'False') => condition(type, now, 'AsExpected');
  const write = (wanted: readonly NewCondition[]): PoolDecision => ({
    status: { ...status, conditions: setConditions(status.conditions, wanted, stamp) },
    wait: { kind: 'again' },
  });
  if (begin.length > 0) return write(begin.map((cause) => said(cause.condition, 'True')));
  if (changed.length > 0) {
    const takes = nodesOf(pool) * secondsPerNode * slownessOf(poolScriptOf(view));
    const due = dueAfter(waited, 'rollout', takes);
    if (due) return { status, ...waitFor(due) };
    const annotations = Object.fromEntries(changed.map(({ annotation, hash }) => [annotation, hash]));
    return { metadata: { metadata: { annotations } }, wait: { kind: 'again' } };
  }
  const ended = rolloutCausesOf(pool, cluster).filter((cause) => isTrue(status.conditions, cause.condition));
  return ended.length > 0 ? write(ended.map((cause) => said(cause.condition, 'False'))) : undefined;
};
