import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpWorld, type HttpWorld, runFakeFleet } from '../harness/http-world.ts';
import { eventually } from '../harness/test-world.ts';

let world: HttpWorld;
let fleet: Awaited<ReturnType<typeof runFakeFleet>>;

beforeAll(async () => {
  world = await createHttpWorld();
  fleet = await runFakeFleet(world);
});
afterAll(async () => {
  await fleet?.stop();
  await world?.close();
});

it('names the object and the finalizer that keep a deletion from ending, and ends when it is taken away', async () => {
  const created = await world.send('POST', '/v1/clusters', { body: world.clusterBody('held') });
  const { id } = created.body.cluster;
  const get = async () => (await world.send('GET', `/v1/clusters/${id}`)).body;
  await eventually('readiness', async () => (await get()).status.phase === 'ready');
  const [object] = fleet.objects('HostedCluster');
  const { apiVersion, kind, metadata } = object ?? expect.fail('no HostedCluster');
  const ref = { apiVersion, kind, name: metadata.name, namespace: metadata.namespace ?? '' };
  const own = metadata.finalizers ?? [];
  fleet.first.operator.mergePatch(ref, { metadata: { finalizers: [...own, 'example.com/hold'] } });
  expect((await world.send('DELETE', `/v1/clusters/${id}`)).status).toBe(202);
  await eventually('deletion', async () => fleet.objects('HostedCluster')[0]?.metadata.deletionTimestamp);
  // A minute has to pass before it is told: the request is aged instead, and the look with it is due.
  await world.testDatabase.pool.query(
    `UPDATE clusters SET deletion_requested_at = now() - interval '2 minutes', next_attempt_at = now() - interval '1 minute',
       remote = '{}', wakes = wakes + 1 WHERE id = $1`,
    [id],
  );
  const blocked = await eventually('block', async () => {
    const { status } = await get();
    const condition = status.conditions.find((entry: { type: string }) => entry.type === 'DeletionBlocked');
    return condition?.status === 'True' && { condition, status };
  });
  expect(blocked.condition).toMatchObject({
    reason: 'ObjectsRemain',
    message: `HostedCluster ${metadata.name}: finalizers example.com/hold`,
  });
  expect(blocked.status.waitingOn).toMatchObject({ party: 'fleetOperator', reason: 'ObjectsRemain' });
  fleet.first.operator.mergePatch(ref, { metadata: { finalizers: own.length === 0 ? null : own } });
  await eventually('end', async () => (await world.send('GET', `/v1/clusters/${id}`)).status === 404);
  expect(fleet.first.operator.objects()).toEqual([]);
});
