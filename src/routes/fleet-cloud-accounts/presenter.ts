import type { CloudAccount } from '../../domain/credential/cloud-account.ts';

export const presentCloudAccount = (account: CloudAccount) => ({
  platform: account.platform,
  account: account.account,
  ...(account.tenantId === undefined ? {} : { tenantId: account.tenantId }),
  ...(account.provenAt === undefined ? {} : { provenAt: account.provenAt }),
  allowedTenantIds: account.allowedTenantIds,
});
