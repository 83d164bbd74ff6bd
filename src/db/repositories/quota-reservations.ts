import type { TenantTx } from '../database.ts';

/** What a cluster needs of one quota, and what the cloud says of it. */
export interface QuotaWish {
  readonly code: string;
  readonly limit: number;
  readonly used: number;
  /** Steps of the plan that use it up. */
  readonly steps: readonly string[];
}

export interface QuotaPlace {
  readonly account: string;
  readonly region: string;
}

/** A quota that is too small, counting what others have reserved. */
export interface QuotaShortage {
  readonly code: string;
  readonly reserved: number;
}

/** What clusters that are being made still need of each quota of an account, but for one of them. */
export const countReservedQuotas = async (
  tx: TenantTx,
  { account, region }: QuotaPlace,
  except = '',
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await tx.query<{ code: string; reserved: number }>({
    name: 'quota-reserved',
    text: `SELECT r.code, count(*)::int AS reserved
           FROM quota_reservations r CROSS JOIN unnest(r.steps) AS wanted (step)
           LEFT JOIN infrastructure_steps j
             ON j.tenant_id = r.tenant_id AND j.cluster_id = r.cluster_id AND j.step = wanted.step
           WHERE r.account = $1 AND r.region = $2 AND r.cluster_id <> $3 AND coalesce(j.state, 'intended') = 'intended'
           GROUP BY r.code`,
    values: [account, region, except],
  });
  return new Map(rows.map(({ code, reserved }) => [code, reserved]));
};

/**
 * Reserves all that a cluster needs, or nothing when anything does not fit: then what falls short is returned. One after
 * another in each account and region; a second try of the same cluster replaces its first.
 */
export const reserveQuotas = async (
  tx: TenantTx,
  clusterId: string,
  { account, region }: QuotaPlace,
  wishes: readonly QuotaWish[],
): Promise<readonly QuotaShortage[]> => {
  await tx.query({
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`${account} ${region}`],
  });
  const reserved = await countReservedQuotas(tx, { account, region }, clusterId);
  const reservedOf = (code: string): number => reserved.get(code) ?? 0;
  const short = wishes
    .filter(({ code, limit, used, steps }) => used + reservedOf(code) + steps.length > limit)
    .map(({ code }) => ({ code, reserved: reservedOf(code) }));
  if (short.length > 0) return short;
  await releaseQuotas(tx, clusterId);
  for (const { code, steps } of wishes)
    await tx.query({
      text: `INSERT INTO quota_reservations (account, region, code, tenant_id, cluster_id, steps)
             VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [account, region, code, tx.tenantId, clusterId, steps],
    });
  return [];
};

/** Gives back what a cluster has reserved: it is made, or will never be. */
export const releaseQuotas = async (tx: TenantTx, clusterId: string): Promise<void> => {
  await tx.query({
    text: 'DELETE FROM quota_reservations WHERE tenant_id = $1 AND cluster_id = $2',
    values: [tx.tenantId, clusterId],
  });
};
