import { createDatabase } from '../../../src/db/database.ts';
import { sealAuditRecords } from '../../../src/db/repositories/audit-sealing.ts';
import { hashLink } from '../../../src/services/audit-chain.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { idOf, otherTenantId, seedTenants, tenantId } from '../db/seed.ts';

/** A database with records, and what a superuser can do to it. */
export const createChainWorld = async () => {
  const test = await createTestDatabase(8);
  const database = createDatabase(test.pool, 'berth_worker');
  await seedTenants(test.pool);

  /** The n-th record of a tenant, made in the n-th second. */
  const insert = async (n: number, tenant = tenantId): Promise<void> => {
    await test.pool.query(
      `INSERT INTO audit_records (tenant_id, id, actor, actor_kind, token_id, action, method, route, target_kind, target_id,
         outcome, status, code, count, request_id, source_address, user_agent, change, created_at)
       VALUES ($1, $2, 'key_1', 'user', 'jti', 'updateCluster', 'PATCH', '/v1/clusters/:id', 'cluster', 'cl_1', 'refused', 409,
         'name-conflict', 1, 'req_1', '192.0.2.7', 'curl/8', '{"before": {"n": 1}}',
         timestamptz '2026-12-01T00:00:00Z' + make_interval(secs => $3))`,
      [tenant, idOf('au', n), n],
    );
  };

  const seal = (limit = 500): Promise<number> =>
    database.withSystem((tx) => sealAuditRecords(tx, limit, hashLink));

  /** Statements of somebody whom no trigger stops. */
  const asSuperuser = async (sql: string, values: readonly unknown[] = []): Promise<void> => {
    await test.pool.query(
      'ALTER TABLE audit_records DISABLE TRIGGER USER; ALTER TABLE audit_heads DISABLE TRIGGER USER',
    );
    try {
      await test.pool.query(sql, [...values]);
    } finally {
      await test.pool.query(
        `ALTER TABLE audit_records ENABLE ALWAYS TRIGGER audit_records_kept;
         ALTER TABLE audit_records ENABLE ALWAYS TRIGGER audit_records_not_emptied;
         ALTER TABLE audit_heads ENABLE ALWAYS TRIGGER audit_heads_kept;
         ALTER TABLE audit_heads ENABLE ALWAYS TRIGGER audit_heads_not_emptied`,
      );
    }
  };

  /** Ten sealed records of one tenant and two of another, and nothing else. */
  const startOver = async (): Promise<void> => {
    await asSuperuser('DELETE FROM audit_records');
    await asSuperuser('DELETE FROM audit_heads');
    for (let n = 1; n <= 10; n += 1) await insert(n);
    await insert(1, otherTenantId);
    await insert(2, otherTenantId);
    await seal();
  };

  const numbers = async (tenant = tenantId): Promise<readonly (number | null)[]> => {
    const { rows } = await test.pool.query(
      'SELECT number FROM audit_records WHERE tenant_id = $1 ORDER BY number NULLS LAST',
      [tenant],
    );
    return rows.map(({ number }) => number);
  };

  return { ...test, database, insert, seal, asSuperuser, startOver, numbers };
};

export type ChainWorld = Awaited<ReturnType<typeof createChainWorld>>;
