import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHttpWorld, type HttpWorld, runFakeFleet } from '../harness/http-world.ts';
import { eventually } from '../harness/test-world.ts';

let world: HttpWorld;
let fleet: Awaited<ReturnType<typeof runFakeFleet>>;

beforeAll(async () => {
  world = await createHttpWorld();
  fleet = await runFakeFleet(world, ['mc-one', 'mc-two']);
});
afterAll(async () => {
  await fleet?.stop();
  await world?.close();
});

const create = async (name: string, change: Parameters<HttpWorld['clusterBody']>[1] = {}) => {
  const reply = await world.send('POST', '/v1/clusters', { body: world.clusterBody(name, change) });
  expect(reply.status).toBe(202);
  return reply.body as { cluster: { id: string }; operation: { id: string } };
};

const get = async (id: string) => (await world.send('GET', `/v1/clusters/${id}`)).body;

const condition = (
  cluster: { status: { conditions: { type: string; status: string; reason: string }[] } },
  type: string,
) => cluster.status.conditions.find((entry) => entry.type === type);

const waitFor = (id: string, what: string, isThere: (cluster: Awaited<ReturnType<typeof get>>) => boolean) =>
  eventually(`${what} of ${id}`, async () => {
    const cluster = await get(id);
    return isThere(cluster) && cluster;
  });

const ready = (id: string) => waitFor(id, 'readiness', (cluster) => cluster.status?.phase === 'ready');

const gone = (id: string) =>
  eventually(`end of ${id}`, async () => (await world.send('GET', `/v1/clusters/${id}`)).status === 404);

/** FAULTS.md I2–I4: what is on the management clusters is what the database says, and nothing twice. */
const expectNoOrphans = async (): Promise<void> => {
  const { rows } = await world.testDatabase.pool.query(
    "SELECT placement ->> 'namespace' AS namespace FROM clusters WHERE placement IS NOT NULL",
  );
  const expected = rows.map((row) => row.namespace).sort();
  const found = fleet
    .objects('HostedCluster')
    .map((object) => object.metadata.namespace ?? '')
    .sort();
  expect(found).toEqual(expected);
};

afterEach(expectNoOrphans);

describe('a management cluster that is away', () => {
  it('is told of by its own clusters only, and work resumes by itself', async () => {
    const first = await create('away-one');
    const cluster = await ready(first.cluster.id);
    const { rows } = await world.testDatabase.pool.query(
      `SELECT m.name FROM clusters c JOIN management_clusters m ON m.id = c.management_cluster_id WHERE c.id = $1`,
      [cluster.id],
    );
    const dead = fleet.fakeOf(rows[0].name);
    const release = dead.faults.goDown('unreachable');
    const away = await waitFor(cluster.id, 'outage', (seen) => seen.status.health === 'unreachable');
    expect(condition(away, 'ManagementClusterReachable')).toMatchObject({
      status: 'False',
      reason: 'Unreachable',
    });
    expect(away.status.phase).toBe('ready');
    expect(away.status.waitingOn).toMatchObject({
      party: 'fleetOperator',
      reason: 'ManagementClusterUnreachable',
    });
    // Another cluster goes to the management cluster that answers, without delay.
    const other = await create('away-two');
    await ready(other.cluster.id);
    const change = await world.send('PATCH', `/v1/clusters/${cluster.id}`, {
      body: { spec: { version: '4.20.4' } },
    });
    expect(change.status).toBe(202);
    release();
    // The reconciler may be through before the next probe says that the management cluster is back.
    await waitFor(
      cluster.id,
      'upgrade',
      ({ status }) => status.version.current === '4.20.4' && status.health === 'healthy',
    );
  });
});

describe('a cluster that cannot be placed', () => {
  it('waits, says why and who must act, and goes on when that changes', async () => {
    const { cluster } = await create('unplaced', { spec: { placement: { labels: { tier: 'gold' } } } });
    const waiting = await waitFor(cluster.id, 'reason', (seen) => seen.status.waitingOn !== undefined);
    expect(waiting.status).toMatchObject({
      phase: 'queued',
      waitingOn: {
        party: 'fleetOperator',
        reason: 'LabelsNotMatched',
        action: 'Label a management cluster with tier=gold.',
      },
    });
    expect(condition(waiting, 'Placed')).toMatchObject({ status: 'False', reason: 'LabelsNotMatched' });
    const { items } = await world.services.fleet.listManagementClusters({ limit: 10 });
    const [target] = items;
    await world.services.fleet.updateManagementCluster(
      world.operator,
      target?.id ?? '',
      { labels: { tier: 'gold' } },
      '*',
    );
    await ready(cluster.id);
    const { rows } = await world.testDatabase.pool.query(
      'SELECT management_cluster_id AS id FROM clusters WHERE id = $1',
      [cluster.id],
    );
    expect(rows).toEqual([{ id: target?.id }]);
  });

  it('goes at once when it is deleted before it was placed', async () => {
    const { cluster } = await create('never-placed', { spec: { placement: { labels: { tier: 'none' } } } });
    expect((await world.send('DELETE', `/v1/clusters/${cluster.id}`)).status).toBe(202);
    await gone(cluster.id);
  });
});

describe('a deletion', () => {
  it('BL29: takes a paused cluster away', async () => {
    const { cluster } = await create('paused');
    await ready(cluster.id);
    const pause = await world.send('PATCH', `/v1/clusters/${cluster.id}`, {
      body: { spec: { paused: true } },
    });
    expect(pause.status).toBe(202);
    await eventually('pause', async () =>
      fleet.objects('HostedCluster').some((object) => object.spec?.['pausedUntil'] === 'true'),
    );
    expect((await world.send('DELETE', `/v1/clusters/${cluster.id}`)).status).toBe(202);
    const late = await world.send('PATCH', `/v1/clusters/${cluster.id}`, { body: { labels: { a: 'b' } } });
    expect([409, 404]).toContain(late.status);
    await gone(cluster.id);
  });

  it('BL37: keeps the name until all is gone, answers a second delete alike, and a stale one with 412', async () => {
    const { cluster } = await create('bl37');
    await ready(cluster.id);
    const release = fleet.first.faults.goDown('unreachable');
    const releaseOther = fleet.fakeOf('mc-two').faults.goDown('unreachable');
    const first = await world.send('DELETE', `/v1/clusters/${cluster.id}`);
    const pullSecret = await world.send('DELETE', `/v1/credentials/${world.tenant.pullSecretId}`);
    expect([pullSecret.status, pullSecret.body.code]).toEqual([409, 'resource-in-use']);
    expect(pullSecret.text).toContain(cluster.id);
    const again = await world.send('POST', '/v1/clusters', { body: world.clusterBody('bl37') });
    expect([again.status, again.body.existingId]).toEqual([409, cluster.id]);
    const second = await world.send('DELETE', `/v1/clusters/${cluster.id}`);
    expect([second.status, second.body.operation.id]).toEqual([202, first.body.operation.id]);
    const stale = await world.send('DELETE', `/v1/clusters/${cluster.id}`, {
      headers: { 'if-match': '"1.1"' },
    });
    expect(stale.status).toBe(412);
    const blocked = await waitFor(
      cluster.id,
      'block',
      (seen) => condition(seen, 'DeletionBlocked')?.status === 'True',
    );
    expect(blocked.status.phase).toBe('deleting');
    release();
    releaseOther();
    await gone(cluster.id);
    const anew = await world.send('POST', '/v1/clusters', { body: world.clusterBody('bl37') });
    expect(anew.status).toBe(202);
    expect(anew.body.cluster.id).not.toBe(cluster.id);
    await ready(anew.body.cluster.id);
  });

  it('during a create wins, and nothing is left', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, (_, index) => create(`race-${index}`)));
    await Promise.all(made.map(({ cluster }) => world.send('DELETE', `/v1/clusters/${cluster.id}`)));
    await Promise.all(made.map(({ cluster }) => gone(cluster.id)));
    for (const { operation } of made) {
      const ended = await world.send('GET', `/v1/operations/${operation.id}`);
      expect(['cancelled', 'succeeded']).toContain(ended.body.state);
    }
  });
});

describe('BL33: a node pool and its control plane', () => {
  it('refuses pools that are newer or too old, and allows three minors behind', async () => {
    const { cluster } = await create('bl33');
    await ready(cluster.id);
    const pool = (name: string, version: string) =>
      world.send('POST', '/v1/node-pools', {
        body: { name, clusterId: cluster.id, spec: { version, replicas: 1 } },
      });
    expect((await pool('p1', '4.20.4')).status).toBe(422);
    expect((await pool('p2', '4.21.0')).status).toBe(422);
    expect((await pool('p3', '4.16.30')).status).toBe(422);
    expect((await pool('p4', '4.17.30')).status).toBe(202);
    const [upgrade, race] = await Promise.all([
      world.send('PATCH', `/v1/clusters/${cluster.id}`, { body: { spec: { version: '4.20.4' } } }),
      pool('p5', '4.20.4'),
    ]);
    expect([upgrade.status, race.status]).toEqual([202, 422]);
  });
});

it('BL31: gives clusters of like names namespaces of their own', async () => {
  const other = await world.createTenant('t-a');
  const one = await create('a-b');
  const body = world.clusterBody('b', { spec: { dns: { baseDomain: 'example.net' } } }, other);
  const two = await world.send('POST', '/v1/clusters', { body, tenant: other });
  expect(two.status).toBe(202);
  const dotted = await world.send('POST', '/v1/clusters', { body: world.clusterBody('a.b') });
  expect([dotted.status, dotted.body.errors[0].pointer]).toEqual([400, '/name']);
  await ready(one.cluster.id);
  const namespaces = fleet.objects('HostedCluster').map((object) => object.metadata.namespace);
  expect(new Set(namespaces).size).toBe(namespaces.length);
  await world.send('DELETE', `/v1/clusters/${one.cluster.id}`);
  await gone(one.cluster.id);
  const left = await world.send('GET', `/v1/clusters/${two.body.cluster.id}`, { tenant: other });
  expect(left.status).toBe(200);
  await eventually('the other', async () => {
    const seen = await world.send('GET', `/v1/clusters/${two.body.cluster.id}`, { tenant: other });
    return seen.body.status.phase === 'ready';
  });
});
