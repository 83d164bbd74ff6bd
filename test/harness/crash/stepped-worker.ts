import type { Pool } from 'pg';
import type { Database } from '../../../src/db/database.ts';
import { sequenceEvents } from '../../../src/db/event-log.ts';
import {
  listPresentOn,
  type ObservedObject,
  saveObservations,
} from '../../../src/db/repositories/observations.ts';
import type { FakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import type { Bell, QueueName, Wake } from '../../../src/queue/bell.ts';
import { reconcileCluster } from '../../../src/workers/cluster-reconciler.ts';
import type { WorkerDependencies } from '../../../src/workers/dependencies.ts';
import { reconcileNodePool } from '../../../src/workers/node-pool-reconciler.ts';
import { sightingOf } from '../../../src/workers/observe.ts';
import { relayOutbox } from '../../../src/workers/outbox-relay.ts';
import { sweepDue } from '../../../src/workers/resync.ts';
import { projectStatus } from '../../../src/workers/status-projector.ts';
import { disturbDatabase, disturbManagementCluster, type Failpoints } from './failpoints.ts';

type Ring = Wake & { readonly queue: QueueName };

/** All parts of a worker, one after the other in one order, so that the n-th effect of a run is always the same. */
export interface SteppedWorker {
  /** One turn of everything that somebody rang for. False: there was nothing to do. */
  turn(): Promise<boolean>;
  /** Rings for whatever is due. */
  sweep(): Promise<void>;
}

/** A bell that keeps its rings in memory; they are lost with the worker, as with a queue that was emptied. */
const createMemoryBell = () => {
  let rings: Ring[] = [];
  const bell: Bell = {
    ring: async (queue, wakes) => {
      rings.push(...wakes.map((wake) => ({ ...wake, queue })));
    },
    answer: () => undefined,
    handled: () => 0,
    waiting: async () => 0,
    onHandled: () => undefined,
    close: async () => undefined,
  };
  const take = (): readonly Ring[] => {
    const taken = [...new Map(rings.map((ring) => [`${ring.queue} ${ring.targetId}`, ring])).values()];
    rings = [];
    return taken;
  };
  return { bell, take };
};

const kinds = ['HostedCluster', 'NodePool'] as const;

/** What the watcher would have seen by now, objects that went included. */
const lookAround = async (
  database: Database,
  fake: FakeManagementCluster,
  managementClusterId: string,
): Promise<readonly ObservedObject[]> => {
  const seen = fake.operator
    .objects()
    .flatMap((object) => sightingOf(object, new Date().toISOString()) ?? []);
  const present = new Set(seen.map(({ id }) => id));
  const gone: ObservedObject[] = [];
  for (const kind of kinds) {
    const known = await listPresentOn(database.system(), managementClusterId, kind);
    for (const entry of known) if (!present.has(entry.id)) gone.push({ ...entry, kind, gone: true });
  }
  return [...seen, ...gone];
};

export const createSteppedWorker = (options: {
  readonly deps: Omit<WorkerDependencies, 'connections' | 'holder'>;
  readonly fake: FakeManagementCluster;
  readonly managementClusterId: string;
  readonly points: Failpoints;
  readonly holder: string;
}): SteppedWorker => {
  const { fake, managementClusterId, points } = options;
  const client = disturbManagementCluster(fake, points);
  const deps: WorkerDependencies = {
    ...options.deps,
    database: disturbDatabase(options.deps.database, points),
    holder: options.holder,
    monotonic: points.monotonic,
    connections: {
      get: async () => client,
      ids: async () => [managementClusterId],
      close: async () => undefined,
    },
  };
  const { bell, take } = createMemoryBell();

  const handle = ({ queue, tenantId, targetId }: Ring): Promise<void> =>
    queue === 'cluster'
      ? reconcileCluster(deps, tenantId, targetId)
      : reconcileNodePool(deps, tenantId, targetId);

  const watch = async (): Promise<boolean> => {
    const seen = await lookAround(options.deps.database, fake, managementClusterId);
    const changed = await saveObservations(deps.database.system(), seen, undefined);
    const gone = new Set(seen.filter((entry) => entry.gone).map(({ id }) => id));
    for (const { tenantId, id, clusterId } of changed) {
      await projectStatus(deps, tenantId, clusterId);
      if (gone.has(id))
        await bell.ring(id === clusterId ? 'cluster' : 'node-pool', [{ tenantId, targetId: id }]);
    }
    return changed.length > 0;
  };

  /** What fails is tried again when it is due, and never keeps the rest from its turn. */
  const attempt = (work: () => Promise<unknown>): Promise<unknown> => work().catch(() => undefined);

  return {
    turn: async () => {
      await attempt(() => relayOutbox(deps.database, bell));
      const rings = take();
      for (const ring of rings) await attempt(() => handle(ring));
      const hasNews = (await attempt(watch)) === true;
      await attempt(() => deps.database.withSystem((tx) => sequenceEvents(tx, 500)));
      return hasNews || rings.length > 0;
    },
    sweep: async () => {
      await attempt(() => sweepDue(deps.database));
    },
  };
};

/** Every clock that somebody may be waiting for runs out: leases, claims, back-off, the next attempt. */
export const letTimePass = async (pool: Pool): Promise<void> => {
  await pool.query(
    `UPDATE leases SET expires_at = expires_at - interval '1 minute' WHERE expires_at > now()`,
  );
  await pool.query(`UPDATE outbox SET claimed_until = claimed_until - interval '1 minute'`);
  for (const table of ['clusters', 'node_pools']) {
    await pool.query(
      `UPDATE ${table} SET next_attempt_at = now() - interval '1 minute', attempt = attempt - 'nextAttemptAt'`,
    );
  }
};
