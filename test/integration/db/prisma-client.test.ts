import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PrismaPg } from '@prisma/adapter-pg';
import { getDMMF } from '@prisma/get-dmmf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { idOf, projectId, seedClusters, seedManagementCluster, seedTenants, tenantId } from './seed.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Delegate {
  findMany(query?: object): Promise<readonly Record<string, unknown>[]>;
}

let test: TestDatabase;
let prisma: Readonly<Record<string, Delegate>>;

// The generated client is not in the repository: it is made here as anyone else makes it, without the network.
beforeAll(async () => {
  test = await createTestDatabase(2);
  await promisify(execFile)('npm', ['run', 'generate'], {
    cwd: root,
    env: { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' },
  });
  const { PrismaClient } = await import(`${root}src/db/generated/client.ts`);
  prisma = new PrismaClient({ adapter: new PrismaPg(test.pool) });
  await seedTenants(test.pool);
  await seedClusters(test.pool, [1, 2]);
  await seedManagementCluster(test.pool, 'mc', 3);
});
afterAll(() => test.drop());

it('can be asked for every table', async () => {
  const document = getDMMF({ datamodel: await readFile(`${root}prisma/schema.prisma`, 'utf8') });
  if ('type' in document) throw document.error;
  const names = document.datamodel.models.map(({ name }) => name[0]?.toLowerCase() + name.slice(1));
  const counts = await Promise.all(
    names.map(async (name) => [name, (await prisma[name]?.findMany())?.length] as const),
  );
  expect(Object.fromEntries(counts.filter(([, count]) => count !== 0))).toEqual({
    tenant: 2,
    project: 2,
    credential: 2,
    cluster: 2,
    managementCluster: 1,
  });
});

it('reads what the statements of the service have written, with its relations', async () => {
  const [cluster] = (await prisma['cluster']?.findMany({
    where: { tenantId, name: 'c1' },
    include: { project: { select: { id: true, name: true } }, nodePools: true },
  })) ?? [undefined];
  expect(cluster).toMatchObject({
    id: idOf('cl', 1),
    generation: 1n,
    attempt: { failures: 0 },
    createdAt: expect.any(Date),
    placement: null,
    project: { id: projectId, name: 'default' },
    nodePools: [],
  });
  const [managementCluster] = (await prisma['managementCluster']?.findMany()) ?? [undefined];
  expect(managementCluster).toMatchObject({ platforms: ['none'], supportedMinors: [], capacity: 3 });
});
