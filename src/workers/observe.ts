import { type ObservedObject, saveObservations } from '../db/repositories/observations.ts';
import { distillHostedCluster } from '../domain/cluster/observed-hosted-cluster.ts';
import { distillNodePool } from '../domain/node-pool/observed-node-pool.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { clusterIdLabel, nodePoolIdLabel } from '../domain/shared/kube-names.ts';
import type { KubeObject } from '../domain/shared/kube-object.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** What is stored of an object that was seen; undefined when it is none of ours. */
export const sightingOf = (object: KubeObject, now: string): ObservedObject | undefined => {
  const clusterId = object.metadata.labels?.[clusterIdLabel];
  if (clusterId === undefined) return undefined;
  const resourceVersion = object.metadata.resourceVersion ?? '';
  if (object.kind === 'HostedCluster') {
    const state = distillHostedCluster(object, now) as unknown as JsonObject;
    return { id: clusterId, clusterId, kind: 'HostedCluster', resourceVersion, gone: false, state };
  }
  const id = object.metadata.labels?.[nodePoolIdLabel];
  if (object.kind !== 'NodePool' || id === undefined) return undefined;
  const state = distillNodePool(object, now) as unknown as JsonObject;
  return { id, clusterId, kind: 'NodePool', resourceVersion, gone: false, state };
};

/** Stores what a direct read or the answer to a write showed, as if the watch had said it. */
export const recordSighting = async (
  deps: Pick<WorkerDependencies, 'database'>,
  object: KubeObject,
  now: string,
): Promise<void> => {
  const sighting = sightingOf(object, now);
  if (sighting !== undefined) await saveObservations(deps.database.system(), [sighting], now);
};
