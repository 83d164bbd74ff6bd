import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteCloudPlaces } from '../../../src/db/repositories/leak-places.ts';
import { saveSightings } from '../../../src/db/repositories/leak-sightings.ts';
import { judgeScan } from '../../../src/domain/leak/judge-scan.ts';
import type { CloudPlace } from '../../../src/domain/leak/place.ts';
import type {
  InfrastructureProvider,
  OwnedResource,
} from '../../../src/providers/infrastructure/contract.ts';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { leakDependencies } from '../../../src/workers/leaks/leak-finder.ts';
import { scanCloud } from '../../../src/workers/leaks/scan-cloud.ts';
import { createTestWorld, newId, type TestWorld } from '../../harness/test-world.ts';

const subscription = '0b1f6471-1bf0-4dda-aec3-cb9272f09590';
const net = `/subscriptions/${subscription}/resourceGroups/payments-rg/providers/Microsoft.Network/virtualNetworks/payments-vnet`;
const orphan = `/subscriptions/${subscription}/resourceGroups/gone-rg/providers/Microsoft.Network/virtualNetworks/gone-vnet`;
const startedAt = '2030-01-01T00:00:00.000Z';
let owned: readonly OwnedResource[] = [];
let world: TestWorld;
let deps: ReturnType<typeof leakDependencies>;
let place: CloudPlace;

const provider: InfrastructureProvider = {
  platform: 'azure',
  credentialKinds: ['azureFederated'],
  open: async () => {
    const unused = (): never => {
      throw new Error('only to be listed');
    };
    return {
      handlers: {},
      preflight: unused,
      removeOwned: unused,
      verify: unused,
      ownedTypes: 'every',
      listOwned: async () => owned,
      close: () => undefined,
    };
  },
};

beforeAll(async () => {
  world = await createTestWorld({
    instance: 'test',
    issuerUrl: 'https://oidc.test.example',
    providerOf: (platform) => (platform === 'azure' ? provider : undefined),
  });
  const { database, sealer, logger } = world;
  const tenant = await world.createTenant('acme');
  const { pool } = world.testDatabase;
  const credentialId = newId('credential');
  await pool.query(
    `INSERT INTO credentials (tenant_id, id, name, kind, settings) VALUES ($1, $2, 'azure', 'azureFederated', $3)`,
    [tenant.id, credentialId, { tenantId: 't', clientId: 'c', subscriptionId: subscription }],
  );
  const { resource } = await world.services.clusters.createCluster(tenant.context, {
    name: 'payments',
    labels: {},
    spec: {
      version: '4.20.3',
      platform: { type: 'kubevirt', kubevirt: {} },
      dns: { baseDomain: 'example.org' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [],
  });
  await pool.query(`UPDATE clusters SET platform = 'azure', spec = $2 WHERE id = $1`, [
    resource.id,
    { platform: { type: 'azure', azure: { credentialId, location: 'westeurope' } } },
  ]);
  await pool.query(
    `INSERT INTO infrastructure_steps (tenant_id, cluster_id, step, type, ownership, state, external_id, client_token,
       input_hash, input, updated_at)
     VALUES ($1, $2, 'network', 'virtualNetwork', 'managed', 'settled', $3, 't', 'h', '{}', '2029-01-01T00:00:00Z')`,
    [tenant.id, resource.id, net],
  );
  place = {
    place: `azure:${subscription}:${tenant.id}`,
    kind: 'cloud',
    platform: 'azure',
    tenantId: tenant.id,
    account: subscription,
    credentialIds: [credentialId],
    regions: ['westeurope'],
  };
  await noteCloudPlaces(database.system(), [place]);
  const connections = { get: async () => createFakeManagementCluster(), close: async () => undefined };
  deps = leakDependencies(
    {
      database,
      sealer,
      logger,
      clouds: world.clouds,
      newId,
      random: Math.random,
      holder: 'test',
      connections,
    } as never,
    { now: async () => startedAt },
  );
});
afterAll(() => world.close());

const look = async (ids: Readonly<Record<string, string>>) => {
  owned = Object.entries(ids).map(([infraId, id]) => ({
    type: 'virtualNetwork',
    id,
    infraId,
    isProtected: false,
    createdAt: '2029-01-01T00:00:00.000Z',
  }));
  const state = { place, listedTypes: [], nextScanAt: startedAt };
  const { result } = await scanCloud(deps, state, place, startedAt);
  if ('failure' in result) throw new Error(result.failure);
  return result;
};

it('does not miss a network that the list of Azure spells in another way', async () => {
  expect((await look({ b1: net.toUpperCase() })).missing).toEqual([]);
  expect((await look({ b1: orphan })).missing.map(({ id }) => id)).toEqual([net]);
});

it('stores a thing once, however a list spells it', async () => {
  for (const id of [orphan, orphan.toUpperCase()]) {
    const { sightings } = judgeScan([], await look({ b9: id, b1: net }), deps.rules);
    await saveSightings(
      world.database.system(),
      place.place,
      sightings.map((sighting) => ({ ...sighting, leakId: newId('leak') })),
      [],
    );
  }
  const { rows } = await world.testDatabase.pool.query(
    `SELECT resource_id, thing->>'id' AS id FROM leak_sightings WHERE resource_id ILIKE '%gone%'`,
  );
  expect(rows).toEqual([{ resource_id: orphan.toLowerCase(), id: orphan.toUpperCase() }]);
});
