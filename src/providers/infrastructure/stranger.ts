import type { CloudAccess } from './contract.ts';

/** The same way in for a tenant that Berth never has: what lets it in lets everybody in. */
export const strangerTo = (access: CloudAccess): CloudAccess => {
  const { clusterId: _none, ...rest } = access;
  return { ...rest, tenantId: 'ten_00000000000000000000000000' };
};
