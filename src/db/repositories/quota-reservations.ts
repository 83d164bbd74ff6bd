import { fallsShort, type QuotaCount } from '../../domain/infrastructure/quota-problems.ts';
import type { TenantTx } from '../database.ts';

/** What a cluster needs of one quota, and what the cloud says of it. */
export interface QuotaWish extends Omit<QuotaCount, 'name'> {
  /** Steps of the plan that use it up. */
  readonly steps: readonly string[];
}

export interface QuotaPlace {
  readonly account: string;
  readonly region: string;
}

/** Region of quotas that hold for an account as a whole. */
const everywhere = '';

/** What clusters that are being made still need of each quota of an account, but for one of them. */
export const countReservedQuotas = async (
  tx: TenantTx,
  { account, region }: QuotaPlace,
  except = '',
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await tx.query<{ code: string; reserved: number }>({
    name: 'quota-reserved',
    text: 'SELECT code, reserved FROM count_reserved_quotas($1, $2, $3)',
    values: [account, [region, everywhere], except],
  });
  return new Map(rows.map(({ code, reserved }) => [code, reserved]));
};

/**
 * Reserves all that a cluster needs, or nothing when anything does not fit. Returns what others have reserved, by which that is told.
 * One after another in each account; a second try of the same cluster replaces its first.
 */
export const reserveQuotas = async (
  tx: TenantTx,
  clusterId: string,
  { account, region }: QuotaPlace,
  wishes: readonly QuotaWish[],
): Promise<ReadonlyMap<string, number>> => {
  await tx.query({
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [account],
  });
  const reserved = await countReservedQuotas(tx, { account, region }, clusterId);
  if (wishes.some((wish) => fallsShort(wish, reserved.get(wish.code) ?? 0))) return reserved;
  await releaseQuotas(tx, clusterId);
  for (const { code, steps, isOfAccount } of wishes)
    await tx.query({
      text: `INSERT INTO quota_reservations (account, region, code, tenant_id, cluster_id, steps)
             VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [account, isOfAccount === true ? everywhere : region, code, tx.tenantId, clusterId, steps],
    });
  return reserved;
};

/** Gives back what a cluster has reserved: it is made, or will never be. */
export const releaseQuotas = async (tx: TenantTx, clusterId: string): Promise<void> => {
  await tx.query({
    text: 'DELETE FROM quota_reservations WHERE tenant_id = $1 AND cluster_id = $2',
    values: [tx.tenantId, clusterId],
  });
};
