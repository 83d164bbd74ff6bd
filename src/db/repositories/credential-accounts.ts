import type {
  AccountPlatform,
  CloudAccount,
  CloudAccountKey,
} from '../../domain/credential/cloud-account.ts';
import type { SystemTx, TenantTx } from '../database.ts';

interface AccountRow {
  readonly platform: AccountPlatform;
  readonly account: string;
  readonly tenant_id: string | null;
  readonly proven_at: string | null;
  readonly allowed_tenants: readonly string[];
}

const columns = 'platform, account, tenant_id, proven_at, allowed_tenants';

const toAccount = (row: AccountRow): CloudAccount => ({
  platform: row.platform,
  account: row.account,
  ...(row.tenant_id === null ? {} : { tenantId: row.tenant_id }),
  ...(row.proven_at === null ? {} : { provenAt: row.proven_at }),
  allowedTenantIds: row.allowed_tenants,
});

/** Whose claim nobody has proven within a day gives way: else one tenant could keep an account from its owner. */
const isFree = `(cloud_accounts.tenant_id IS NULL
  OR (cloud_accounts.proven_at IS NULL AND cloud_accounts.claimed_at < now() - interval '1 day'))`;

const isAllowed = async (tx: TenantTx, { platform, account }: CloudAccountKey): Promise<boolean> => {
  const { rowCount } = await tx.query({
    text: 'SELECT 1 FROM cloud_accounts WHERE platform = $2 AND account = $3 AND $1 = ANY(allowed_tenants)',
    values: [tx.tenantId, platform, account],
  });
  return rowCount === 1;
};

/** Claims an account for the tenant. False: it is another tenant's, and this one was not let in. */
export const claimAccount = async (tx: TenantTx, key: CloudAccountKey): Promise<boolean> => {
  const { rowCount } = await tx.query({
    text: `INSERT INTO cloud_accounts (platform, account, tenant_id, claimed_at) VALUES ($2, $3, $1, now())
           ON CONFLICT (platform, account) DO UPDATE SET tenant_id = EXCLUDED.tenant_id, proven_at =
               CASE WHEN cloud_accounts.tenant_id = EXCLUDED.tenant_id THEN cloud_accounts.proven_at END, claimed_at =
               CASE WHEN cloud_accounts.tenant_id = EXCLUDED.tenant_id THEN cloud_accounts.claimed_at ELSE now() END
             WHERE cloud_accounts.tenant_id = EXCLUDED.tenant_id
               OR (${isFree} AND NOT EXCLUDED.tenant_id = ANY(cloud_accounts.allowed_tenants))`,
    values: [tx.tenantId, key.platform, key.account],
  });
  return rowCount === 1 || isAllowed(tx, key);
};

/**
 * A credential of the tenant has opened the account. A claim that nobody has proven is taken over by who does. False: it
 * is another tenant's, and this one was not let in.
 */
export const proveAccount = async (tx: TenantTx, key: CloudAccountKey): Promise<boolean> => {
  const { rowCount } = await tx.query({
    text: `INSERT INTO cloud_accounts (platform, account, tenant_id, claimed_at, proven_at) VALUES ($2, $3, $1, now(), now())
           ON CONFLICT (platform, account) DO UPDATE SET tenant_id = EXCLUDED.tenant_id,
             proven_at = coalesce(cloud_accounts.proven_at, now())
             WHERE cloud_accounts.tenant_id = EXCLUDED.tenant_id
               OR (cloud_accounts.proven_at IS NULL AND NOT EXCLUDED.tenant_id = ANY(cloud_accounts.allowed_tenants))`,
    values: [tx.tenantId, key.platform, key.account],
  });
  return rowCount === 1 || isAllowed(tx, key);
};

/** Frees an account when the tenant has no role in it any more. */
export const releaseAccount = async (tx: TenantTx, key: CloudAccountKey): Promise<void> => {
  await tx.query({
    text: `UPDATE cloud_accounts SET tenant_id = NULL, claimed_at = NULL, proven_at = NULL
           WHERE platform = $2 AND account = $3 AND tenant_id = $1 AND NOT EXISTS (
             SELECT 1 FROM credentials WHERE tenant_id = $1 AND kind = 'awsRole'
               AND split_part(settings->>'roleArn', ':', 5) = $3)`,
    values: [tx.tenantId, key.platform, key.account],
  });
};

/** Says which tenants may use an account beside the one that has it. */
export const allowAccount = async (
  tx: SystemTx,
  key: CloudAccountKey,
  tenantIds: readonly string[],
): Promise<CloudAccount> => {
  const { rows } = await tx.query<AccountRow>({
    text: `INSERT INTO cloud_accounts (platform, account, allowed_tenants) VALUES ($1, $2, $3)
           ON CONFLICT (platform, account) DO UPDATE SET allowed_tenants = EXCLUDED.allowed_tenants
           RETURNING ${columns}`,
    values: [key.platform, key.account, [...tenantIds]],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('the account was not stored');
  return toAccount(row);
};

export const findAccount = async (tx: SystemTx, key: CloudAccountKey): Promise<CloudAccount | undefined> => {
  const { rows } = await tx.query<AccountRow>({
    text: `SELECT ${columns} FROM cloud_accounts WHERE platform = $1 AND account = $2`,
    values: [key.platform, key.account],
  });
  return rows[0] && toAccount(rows[0]);
};

/** Those of the named accounts of a platform that were opened to the tenant. */
export const findOpenAccounts = async (
  tx: TenantTx,
  platform: string,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (accounts.length === 0) return new Set();
  const { rows } = await tx.query<{ account: string }>({
    name: 'accounts-open',
    text: `SELECT account FROM cloud_accounts WHERE platform = $2 AND account = ANY($3) AND $1 = ANY(allowed_tenants)`,
    values: [tx.tenantId, platform, [...new Set(accounts)]],
  });
  return new Set(rows.map(({ account }) => account));
};
