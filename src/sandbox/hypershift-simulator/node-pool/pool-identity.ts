import type { JsonObject } from '../../../domain/shared/json.ts';
import { finalizer, type HostedCluster, type NodePool } from '../objects.ts';
import { rolloutCausesOf } from './rollout-causes.ts';

/** Finalizer, owner and the marks of what is rolled out; undefined when all of it is there. */
export const planPoolIdentity = (pool: NodePool, cluster: HostedCluster): JsonObject | undefined => {
  const { finalizers = [], ownerReferences = [], annotations = {} } = pool.metadata;
  const unmarked = rolloutCausesOf(pool, cluster).filter(
    ({ annotation }) => annotations[annotation] === undefined,
  );
  const isOwned = ownerReferences.some(({ uid }) => uid === cluster.metadata.uid);
  if (finalizers.includes(finalizer) && isOwned && unmarked.length === 0) return undefined;
  const { apiVersion, kind, metadata } = cluster;
  return {
    metadata: {
      finalizers: [...new Set([...finalizers, finalizer])],
      ownerReferences: [
        ...ownerReferences.map((owner) => ({ ...owner })),
        ...(isOwned ? [] : [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }]),
      ],
      annotations: Object.fromEntries(unmarked.map(({ annotation, hash }) => [annotation, hash])),
    },
  };
};
