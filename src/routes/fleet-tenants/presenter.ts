import type { ApiKey, Tenant } from '../../domain/tenant/tenant.ts';

/** A tenant as the fleet operator sees it. */
export const presentTenant = (tenant: Tenant) => ({
  id: tenant.id,
  name: tenant.name,
  createdAt: tenant.createdAt,
});

/** The first key of a tenant; its text is there once. */
export const presentCreatedKey = (apiKey: ApiKey & { readonly key?: string }) => ({
  id: apiKey.id,
  tenantId: apiKey.tenantId,
  role: apiKey.role,
  description: apiKey.description,
  createdAt: apiKey.createdAt,
  key: apiKey.key,
});
