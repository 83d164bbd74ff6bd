import { appendOutdated } from '../db/outbox.ts';
import { wakeVanished } from '../db/repositories/management-clusters.ts';
import { listPresentOn, type ObservedObject, saveObservations } from '../db/repositories/observations.ts';
import {
  clusterIdLabel,
  hostedClusterApiVersion,
  managedByLabel,
  managedByValue,
  nodePoolIdLabel,
} from '../domain/shared/kube-names.ts';
import type { KubeObject } from '../domain/shared/kube-object.ts';
import type {
  KubeKind,
  ManagementCluster,
  ManagementClusterWatch,
} from '../providers/management-cluster/contract.ts';
import { labelSelectorOf } from '../providers/management-cluster/label-selector.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { type Loop, startLoop } from './loop.ts';
import { sightingOf } from './observe.ts';

const kinds: readonly KubeKind[] = [
  { apiVersion: hostedClusterApiVersion, kind: 'HostedCluster' },
  { apiVersion: hostedClusterApiVersion, kind: 'NodePool' },
];

/** Milliseconds for which sightings are gathered before they are stored together. */
const gatherMs = 25;
const batchSize = 500;

export interface ManagementClusterWatcher {
  /** Of the kind that is furthest behind. */
  secondsSinceSync(): number;
  stop(): Promise<void>;
}

/** Keeps the newest sighting of each object until it is stored. */
class Gathered {
  private readonly pending = new Map<string, ObservedObject>();

  add(sighting: ObservedObject | undefined): void {
    if (sighting !== undefined) this.pending.set(sighting.id, sighting);
  }

  take(limit: number): readonly ObservedObject[] {
    const taken = [...this.pending.values()].slice(0, limit);
    for (const { id } of taken) this.pending.delete(id);
    return taken;
  }

  /** Gives back what could not be stored, unless something newer has come in. */
  giveBack(sightings: readonly ObservedObject[]): void {
    for (const sighting of sightings)
      if (!this.pending.has(sighting.id)) this.pending.set(sighting.id, sighting);
  }

  get size(): number {
    return this.pending.size;
  }
}

const goneOf = (
  entry: Pick<ObservedObject, 'id' | 'clusterId' | 'kind' | 'resourceVersion'>,
): ObservedObject => ({
  id: entry.id,
  clusterId: entry.clusterId,
  kind: entry.kind,
  resourceVersion: entry.resourceVersion,
  gone: true,
});

/**
 * Follows the HostedClusters and NodePools of one management cluster and stores what it sees. Handlers only note;
 * storing is a loop of its own, so that a slow database never holds the stream up.
 */
export const startManagementClusterWatcher = (
  deps: Pick<WorkerDependencies, 'database' | 'logger'>,
  managementClusterId: string,
  client: Pick<ManagementCluster, 'watch'>,
): ManagementClusterWatcher => {
  const gathered = new Gathered();
  const names = new Map<string, ObservedObject>();
  const synced = new Map<string, ReadonlySet<string>>();
  const keyOf = (kind: string, namespace: string | undefined, name: string): string =>
    `${kind}/${namespace}/${name}`;

  const note = (object: KubeObject): void => {
    const sighting = sightingOf(object, new Date().toISOString());
    if (sighting === undefined) return;
    names.set(keyOf(object.kind, object.metadata.namespace, object.metadata.name), sighting);
    gathered.add(sighting);
  };

  const watch: ManagementClusterWatch = client.watch(kinds, {
    labelSelector: labelSelectorOf({ [managedByLabel]: managedByValue }),
    onObject: note,
    onGone: (ref) => {
      const key = keyOf(ref.kind, ref.namespace, ref.name);
      const last = names.get(key);
      names.delete(key);
      if (last !== undefined) gathered.add(goneOf(last));
    },
    onSynced: (kind, items) => {
      for (const item of items) note(item);
      const label = kind.kind === 'HostedCluster' ? clusterIdLabel : nodePoolIdLabel;
      synced.set(kind.kind, new Set(items.map((item) => item.metadata.labels?.[label] ?? '')));
    },
    onState: (state) => deps.logger.debug({ managementClusterId, state }, 'watch'),
  });

  /** Objects that a full list no longer holds are gone, with or without an event. */
  const noteMissing = async (): Promise<void> => {
    for (const [kind, present] of [...synced]) {
      const known = await listPresentOn(
        deps.database.system(),
        managementClusterId,
        kind as ObservedObject['kind'],
      );
      const missing = known.filter((entry) => !present.has(entry.id));
      for (const entry of missing) gathered.add(goneOf({ ...entry, kind: kind as ObservedObject['kind'] }));
      // Only now: had the look failed, nobody would compare before the next full list.
      if (synced.get(kind) === present) synced.delete(kind);
    }
  };

  const store = async (): Promise<boolean> => {
    await noteMissing();
    const batch = gathered.take(batchSize);
    if (batch.length === 0) return false;
    try {
      const gone = new Set(batch.filter((entry) => entry.gone).map((entry) => entry.id));
      // In one commit: once it is stored, it is no longer seen as a change.
      await deps.database.withSystem(async (tx) => {
        const changed = await saveObservations(tx, batch, undefined);
        await appendOutdated(tx, changed);
        await wakeVanished(
          tx,
          changed.filter((entry) => gone.has(entry.id)),
        );
      });
    } catch (error) {
      gathered.giveBack(batch);
      throw error;
    }
    return gathered.size > 0;
  };

  const loop: Loop = startLoop({
    name: `watch ${managementClusterId}`,
    pauseMs: gatherMs,
    logger: deps.logger,
    round: store,
  });
  return {
    secondsSinceSync: () => watch.secondsSinceSync(),
    stop: async () => {
      await watch.stop();
      await loop.stop();
    },
  };
};
