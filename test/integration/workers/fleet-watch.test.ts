import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  clusterIdLabel,
  hostedClusterApiVersion,
  managedByLabel,
} from '../../../src/domain/shared/kube-names.ts';
import type {
  ManagementCluster,
  ManagementClusterWatch,
} from '../../../src/providers/management-cluster/contract.ts';
import {
  createFakeManagementCluster,
  type FakeManagementCluster,
} from '../../../src/providers/management-cluster/fake.ts';
import { type FleetWatch, startFleetWatch } from '../../../src/workers/fleet-watch.ts';
import { createConnections } from '../../../src/workers/management-cluster-connections.ts';
import {
  createTestWorld,
  eventually,
  newId,
  type TestTenant,
  type TestWorld,
} from '../../harness/test-world.ts';

let world: TestWorld;
let tenant: TestTenant;
let fake: FakeManagementCluster;
let fleet: FleetWatch;
let connected = 0;
let stop: () => Promise<void>;

/** One of several connections to the same server: closing it ends its own watches only. */
const connectionTo = (server: FakeManagementCluster): ManagementCluster => {
  const watches: ManagementClusterWatch[] = [];
  connected += 1;
  return {
    ...server,
    watch: (kinds, options) => {
      const watch = server.watch(kinds, options);
      watches.push(watch);
      return watch;
    },
    close: async () => {
      await Promise.all(watches.map((watch) => watch.stop()));
    },
  };
};

beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
  fake = createFakeManagementCluster();
  let time = 0;
  const connections = createConnections({
    ...world,
    connect: () => connectionTo(fake),
    // The list of management clusters is read again at every look.
    monotonic: () => {
      time += 60_000;
      return time;
    },
  });
  fleet = startFleetWatch(
    { ...world, connections, newId, random: () => 0.5, holder: 'test' },
    { probeMs: 50, scanMs: 50 },
  );
  stop = async () => {
    await fleet.stop();
    await connections.close();
  };
});
afterAll(async () => {
  await stop?.();
  await world?.close();
});
afterEach(() => world.testDatabase.pool.query('DELETE FROM outbox'));

const createCluster = async (name: string): Promise<string> => {
  const { resource } = await world.services.clusters.createCluster(tenant.context, {
    name,
    labels: {},
    spec: {
      version: '4.20.3',
      platform: { type: 'kubevirt', kubevirt: {} },
      dns: { baseDomain: 'example.com' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [],
  });
  return resource.id;
};

const refOf = (name: string) => ({
  apiVersion: hostedClusterApiVersion,
  kind: 'HostedCluster',
  namespace: 'hc-test',
  name,
});

/** As the operator would: a HostedCluster of this cluster says `message`. */
const say = async (name: string, clusterId: string, message: string): Promise<void> => {
  const { apiVersion, kind, namespace } = refOf(name);
  if ((await fake.get(refOf(name))) === undefined) {
    const labels = { [managedByLabel]: 'berth', [clusterIdLabel]: clusterId };
    await fake.apply({ apiVersion, kind, metadata: { name, namespace, labels }, spec: {} });
  }
  fake.operator.setStatus(refOf(name), { conditions: [{ type: 'Available', status: 'True', message }] });
};

const heard = (clusterId: string, message: string) =>
  eventually(
    `"${message}"`,
    async () => {
      const { rows } = await world.testDatabase.pool.query('SELECT state FROM observations WHERE id = $1', [
        clusterId,
      ]);
      return rows[0]?.state?.conditions?.[0]?.message === message;
    },
    5,
  );

const register = async (name: string): Promise<string> => {
  await fake.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'hc-test' } });
  const { id } = await world.registerManagementCluster(name);
  await eventually('the watch', async () => fleet.lag().has(id));
  return id;
};

describe('a management cluster that is watched', () => {
  it('goes on being watched when the fleet operator changes it or replaces its kubeconfig', async () => {
    const clusterId = await createCluster('changed');
    const id = await register('mc-changed');
    await say('changed', clusterId, 'at first');
    await heard(clusterId, 'at first');

    await world.services.fleet.updateManagementCluster(world.operator, id, { cordoned: true }, '*');
    const probed = fake.requests();
    await eventually('probes after the change', async () => fake.requests() > probed + 2);
    await say('changed', clusterId, 'cordoned');
    await heard(clusterId, 'cordoned');
    expect(connected).toBe(1);

    await world.services.fleet.updateManagementCluster(world.operator, id, { kubeconfig: 'another' }, '*');
    await eventually('another connection', async () => connected > 1);
    await say('changed', clusterId, 'reconnected');
    await heard(clusterId, 'reconnected');
    expect(connected).toBe(2);

    await world.services.fleet.deleteManagementCluster(world.operator, id, '*');
    await eventually('the end of the watch', async () => !fleet.lag().has(id), 5);
    const leases = await world.testDatabase.pool.query('SELECT 1 FROM leases WHERE resource = $1', [
      `watch:${id}`,
    ]);
    expect(leases.rowCount).toBe(0);
  });

  it('tells all its clusters in the same commit that it is away, and that it is back', async () => {
    const id = await register('mc-away');
    await eventually(
      'a first contact',
      async () => (await world.services.fleet.getManagementCluster(id)).reachable,
    );
    const placed = [await createCluster('away-one'), await createCluster('away-two')];
    await world.testDatabase.pool.query(
      'UPDATE clusters SET management_cluster_id = $1 WHERE id = ANY ($2)',
      [id, placed],
    );
    const tag = async () => (await world.services.fleet.getManagementCluster(id)).revision;
    const told = async (reachable: boolean) => {
      await world.testDatabase.pool.query('DELETE FROM outbox');
      const before = await tag();
      const release = reachable ? undefined : fake.faults.goDown('unreachable');
      await eventually(
        'the flip',
        async () => (await world.services.fleet.getManagementCluster(id)).reachable === reachable,
      );
      expect(await tag()).toBeGreaterThan(before);
      const { rows } = await world.testDatabase.pool.query(
        "SELECT target_id FROM outbox WHERE queue = 'status' ORDER BY target_id",
      );
      expect(rows.map((row) => row.target_id)).toEqual(placed.toSorted());
      return release;
    };
    const release = await told(false);
    release?.();
    await told(true);
  });
});
