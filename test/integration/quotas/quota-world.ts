import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buildApp } from '../../../src/app.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { createDatabase } from '../../../src/db/database.ts';
import type { QuotaLimits } from '../../../src/domain/quota/quota.ts';
import { createClusterService } from '../../../src/services/cluster-service.ts';
import { createNodePoolService } from '../../../src/services/node-pool-service.ts';
import { createReleaseCatalogue } from '../../../src/services/release-catalogue.ts';
import { recountQuotas } from '../../../src/workers/quota-watch.ts';
import { createHttpWorld } from '../../harness/http-world.ts';
import { newId, type TestTenant } from '../../harness/test-world.ts';

const noPlans = () => Promise.reject(new Error('nobody plans here'));

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
  readonly body: any;
}

/** Three servers on real sockets, each with a pool of connections of its own, over one database. */
export const createQuotaWorld = async () => {
  const world = await createHttpWorld();
  const servers = await Promise.all(
    [1, 2, 3].map(async () => {
      const pool = openDatabase({
        url: world.testDatabase.url,
        maxConnections: 10,
        applicationName: 'berth-quota-test',
        onError: () => undefined,
      });
      const database = createDatabase(pool, 'berth_tenant');
      const catalogue = createReleaseCatalogue(database, () => performance.now());
      const deps = { database, newId, clock: () => new Date().toISOString(), catalogue };
      const app = await buildApp({
        services: {
          ...world.services,
          clusters: createClusterService(deps, noPlans),
          nodePools: createNodePoolService(deps),
        },
        publicUrl: 'https://berth.example.org',
        cursorSecret: Buffer.alloc(32, 7),
        logger: false,
      });
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as AddressInfo;
      const close = async () => {
        await app.close();
        await pool.end();
      };
      return { url: `http://127.0.0.1:${port}`, close };
    }),
  );

  /** The n-th request goes to the server whose turn it is. */
  const send = async (
    n: number,
    tenant: TestTenant,
    method: string,
    path: string,
    body: unknown,
  ): Promise<Answer> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const reply = await fetch(`${servers[n % servers.length]?.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tenant.key}`,
        'content-type': type,
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      body: JSON.stringify(body),
    });
    return { status: reply.status, body: await reply.json() };
  };

  const limitTenant = (tenant: TestTenant, limits: QuotaLimits) =>
    world.services.quotas.putTenantQuota(world.operator, tenant.id, limits);

  /** What is used by the counters, and that they say what the tables say. */
  const usedBy = async (
    tenant: TestTenant,
    projectId?: string,
  ): Promise<Readonly<Record<string, number>>> => {
    const drifts = await recountQuotas(world.database);
    if (drifts.length > 0) throw new Error(`counters are wrong: ${JSON.stringify(drifts)}`);
    const { dimensions } = await world.services.quotas.getQuota(tenant.id, projectId);
    return Object.fromEntries(dimensions.map(({ dimension, used }) => [dimension, used]));
  };

  return {
    ...world,
    sendTo: send,
    limitTenant,
    usedBy,
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
      await world.close();
    },
  };
};

export type QuotaWorld = Awaited<ReturnType<typeof createQuotaWorld>>;

/** How many answers had each status and code. */
export const tally = (answers: readonly Answer[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const key = status === 202 ? '202' : `${status} ${body.code}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};
