import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWatchdog } from '../../../src/workers/watchdog.ts';
import { createTestWorld, eventually, type TestTenant, type TestWorld } from '../../harness/test-world.ts';

let world: TestWorld;
let tenant: TestTenant;

beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
});
afterAll(() => world.close());

it('says nothing while there is no work, and tells when work is overdue and no job is taken', async () => {
  let silences = 0;
  let handled = 0;
  const watchdog = startWatchdog(
    { database: world.database, logger: world.logger, handled: () => handled },
    10,
    () => {
      silences += 1;
    },
  );
  const { resource } = await world.services.clusters.createCluster(tenant.context, {
    name: 'overdue',
    labels: {},
    spec: {
      version: '4.20.3',
      platform: { type: 'kubevirt', kubevirt: {} },
      dns: { baseDomain: 'example.com' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [],
  });
  expect(watchdog.problem()).toBeUndefined();
  await world.testDatabase.pool.query(
    `UPDATE clusters SET next_attempt_at = now() - interval '2 minutes' WHERE id = $1`,
    [resource.id],
  );
  await eventually('alarm', async () => watchdog.problem());
  expect(watchdog.problem()).toBe('work is overdue by 60 s and no job was taken');
  expect(silences).toBeGreaterThan(0);
  const timer = setInterval(() => {
    handled += 1;
  }, 1);
  await eventually('silence of the dog', async () => watchdog.problem() === undefined);
  clearInterval(timer);
  await watchdog.stop();
});
