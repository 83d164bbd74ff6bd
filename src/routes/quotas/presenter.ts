import { type Quota, remainingOf } from '../../domain/quota/quota.ts';

export const presentQuota = (quota: Quota) => ({
  scope: quota.scope,
  tenantId: quota.tenantId,
  ...(quota.projectId === undefined ? {} : { projectId: quota.projectId }),
  fromDefaults: quota.fromDefaults,
  setBy: quota.scope === 'tenant' ? 'fleetOperator' : 'tenantAdmin',
  dimensions: quota.dimensions.map((use) => {
    const remaining = remainingOf(use);
    return { ...use, ...(remaining === undefined ? {} : { remaining }) };
  }),
  nodesWithoutVcpu: quota.nodesWithoutVcpu,
});
