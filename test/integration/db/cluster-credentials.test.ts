import { typeidUnboxed } from 'typeid-js';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import { constraintOf } from '../../../src/db/database-error.ts';
import { createCluster } from '../../../src/db/repositories/cluster-create.ts';
import { loadClusterWork } from '../../../src/db/repositories/cluster-work.ts';
import { loadCreateContext } from '../../../src/db/repositories/create-context.ts';
import type { ClusterStatus } from '../../../src/domain/cluster/cluster.ts';
import type { ClusterSpec } from '../../../src/domain/cluster/cluster-spec.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { idOf, otherTenantId, projectId, seedTenants, tenantId } from './seed.ts';

const [pullSecret, kubeconfig, role, foreign] = [1, 2, 3, 4].map((n) => idOf('cr', n)) as [
  string,
  string,
  string,
  string,
];
const clusterId = idOf('cl', 1);

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = createDatabase(test.pool, 'berth_worker');
  await seedTenants(test.pool);
  const insert = `INSERT INTO credentials (tenant_id, id, name, kind, sealed) VALUES ($1, $2, $2, $3, $4)`;
  await test.pool.query(insert, [tenantId, kubeconfig, 'kubeconfig', '{"text":"k"}']);
  await test.pool.query(insert, [tenantId, role, 'awsRole', null]);
  await test.pool.query(insert, [otherTenantId, foreign, 'kubeconfig', '{"text":"f"}']);
});
beforeEach(() => test.pool.query('DELETE FROM clusters; DELETE FROM operations; DELETE FROM events'));
afterAll(() => test.drop());

const store = (credentialIds: readonly string[]): Promise<void> =>
  createCluster(
    database.tenant(tenantId),
    {
      id: clusterId,
      projectId,
      name: 'payments',
      labels: {},
      spec: {} as ClusterSpec,
      release: { version: '4.20.3', image: 'image' },
      platform: 'none',
      baseDomain: '',
      domainPrefix: 'payments',
      infraId: 'b',
      pullSecretCredentialId: pullSecret,
      credentialIds,
      operationId: idOf('op', 1),
      status: { phase: 'queued' } as ClusterStatus,
    },
    [],
    {
      operation: {
        id: idOf('op', 1),
        type: 'cluster.create',
        targetKind: 'cluster',
        targetId: clusterId,
        clusterId,
        generation: 1,
        stages: [],
        deadlineAt: '2026-01-01T01:00:00.000Z',
      },
      event: {
        id: idOf('ev', 1),
        type: 'berth.cluster.created.v1',
        subject: clusterId,
        clusterId,
        data: {},
      },
      audit: {
        id: typeidUnboxed('au'),
        actor: { kind: 'apiKey', id: 'key' },
        action: 'clusters.create',
        targetKind: 'cluster',
        targetId: clusterId,
        requestId: 'r',
        change: {},
      },
      wakes: [],
      at: '2026-01-01T00:00:00.000Z',
    },
  );

it('stores with a cluster what it refers to, in one statement', async () => {
  await store([kubeconfig, role]);
  const { rows } = await test.pool.query('SELECT credential_id FROM cluster_credentials ORDER BY 1');
  expect(rows).toEqual([{ credential_id: kubeconfig }, { credential_id: role }]);
});

it('stores nothing of a cluster that refers to what the tenant does not have', async () => {
  const refused = await store([kubeconfig, foreign]).catch((error: unknown) => error);
  expect(constraintOf(refused)).toMatch(/^cluster_credentials_/);
  expect((await test.pool.query('SELECT 1 FROM clusters')).rowCount).toBe(0);
});

it('keeps a credential while a cluster refers to it, and forgets the reference with the cluster', async () => {
  const remove = () =>
    test.pool.query('DELETE FROM credentials WHERE tenant_id = $1 AND id = $2', [tenantId, role]);
  await store([role]);
  await expect(remove()).rejects.toThrow(/cluster_credentials/);
  await test.pool.query('DELETE FROM clusters');
  expect((await test.pool.query('SELECT 1 FROM cluster_credentials')).rowCount).toBe(0);
});

it('gives a worker the sealed values of what a cluster refers to, those without a value left out', async () => {
  await store([kubeconfig, role]);
  const work = await loadClusterWork(database.tenant(tenantId), clusterId);
  expect(work?.sealedCredentials).toEqual({ [kubeconfig]: { kind: 'kubeconfig', sealed: { text: 'k' } } });
});

it('gives a worker none for a cluster that refers to its pull secret only', async () => {
  await store([]);
  const work = await loadClusterWork(database.tenant(tenantId), clusterId);
  expect(work?.sealedCredentials).toEqual({});
});

it('knows the kinds of the tenant’s own credentials when a cluster is to be made, and of no others', async () => {
  const context = await loadCreateContext(database.tenant(tenantId), {
    projectId: undefined,
    credentialIds: [pullSecret, kubeconfig, kubeconfig, foreign, idOf('cr', 9)],
    platform: 'none',
    namespaces: [],
    baseDomain: '',
    externalDnsDomain: undefined,
    domainPrefix: 'payments',
    infraId: undefined,
    idempotency: undefined,
  });
  expect(context.credentialKinds).toEqual(
    new Map([
      [pullSecret, 'pullSecret'],
      [kubeconfig, 'kubeconfig'],
    ]),
  );
  expect(context.projectId).toBe(projectId);
});
