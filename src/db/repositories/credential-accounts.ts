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

const isAllowed = async (tx: TenantTx, { platform, account }: CloudAccountKey): Promise<boolean> => {
  const { rowCount } = await tx.query({
    text: 'SELECT 1 FROM cloud_accounts WHERE platform = $2 AND account = $3 AND $1 = ANY(allowed_tenants)',
    values: [tx.tenantId, platform, account],
  });
  return rowCount === 1;
};

/** Takes an account by a function of the database, which may look at those of others. */
const take = async (tx: TenantTx, how: 'claim' | 'prove', key: CloudAccountKey): Promise<boolean> => {
  const { rows } = await tx.query<{ taken: boolean }>({
    text: `SELECT ${how}_cloud_account($1, $2) AS taken`,
    values: [key.platform, key.account],
  });
  return rows[0]?.taken === true || isAllowed(tx, key);
};

/**
 * Claims an account for the tenant; a claim that nobody has proven within a day gives way, else one tenant could keep
 * an account from its owner. False: it is another tenant's, and this one was not let in.
 */
export const claimAccount = (tx: TenantTx, key: CloudAccountKey): Promise<boolean> => take(tx, 'claim', key);

/**
 * A credential of the tenant has opened the account. A claim that nobody has proven is taken over by who does. False: it
 * is another tenant's, and this one was not let in.
 */
export const proveAccount = (tx: TenantTx, key: CloudAccountKey): Promise<boolean> => take(tx, 'prove', key);

/** Frees an account when the tenant has no role in it any more. */
export const releaseAccount = async (tx: TenantTx, key: CloudAccountKey): Promise<void> => {
  await tx.query({
    text: 'SELECT release_cloud_account($1, $2)',
    values: [key.platform, key.account],
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
