import type { Cluster, ClusterStatus } from '../domain/cluster/cluster.ts';
import type { NewEvent } from '../domain/event/event.ts';
import type { NodePool, NodePoolStatus } from '../domain/node-pool/node-pool.ts';
import type { NewId } from '../domain/shared/id.ts';
import type { JsonObject } from '../domain/shared/json.ts';

interface Told {
  readonly phase: string;
  readonly health?: string;
  readonly waitingOn?: { readonly party: string; readonly reason: string; readonly action: string };
  readonly conditions: readonly { readonly type: string; readonly status: string; readonly reason: string }[];
}

/** What of a status is worth an event: where it stands, how it fares, who must act, each condition's status. */
const summaryOf = (status: Told): JsonObject => ({
  phase: status.phase,
  ...(status.health === undefined ? {} : { health: status.health }),
  ...(status.waitingOn === undefined
    ? {}
    : {
        waitingOn: {
          party: status.waitingOn.party,
          reason: status.waitingOn.reason,
          action: status.waitingOn.action,
        },
      }),
  conditions: Object.fromEntries(status.conditions.map((condition) => [condition.type, condition.status])),
});

const isWorthTelling = (before: Told, after: Told): boolean =>
  JSON.stringify(summaryOf(before)) !== JSON.stringify(summaryOf(after));

export const clusterEvents = (cluster: Cluster, status: ClusterStatus, newId: NewId): readonly NewEvent[] => {
  if (!isWorthTelling(cluster.status, status)) return [];
  const base = { subject: cluster.id, clusterId: cluster.id };
  const data = { name: cluster.name, generation: cluster.generation, ...summaryOf(status) };
  const changed: NewEvent = { id: newId('event'), type: 'berth.cluster.statusChanged.v1', ...base, data };
  if (cluster.status.phase === 'ready' || status.phase !== 'ready') return [changed];
  return [changed, { id: newId('event'), type: 'berth.cluster.ready.v1', ...base, data }];
};

export const nodePoolEvents = (pool: NodePool, status: NodePoolStatus, newId: NewId): readonly NewEvent[] => {
  const isScaling = pool.status.replicas.ready !== status.replicas.ready;
  if (!isScaling && !isWorthTelling(pool.status, status)) return [];
  return [
    {
      id: newId('event'),
      type: 'berth.nodePool.statusChanged.v1',
      subject: pool.id,
      clusterId: pool.clusterId,
      data: {
        name: pool.name,
        generation: pool.generation,
        replicas: { ...status.replicas },
        ...summaryOf(status),
      },
    },
  ];
};
