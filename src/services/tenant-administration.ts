import type { TenantTx } from '../db/database.ts';
import { insertProject } from '../db/repositories/projects.ts';
import {
  findTenant,
  findTenantByName,
  insertApiKey,
  insertTenant,
  listTenants,
} from '../db/repositories/tenants.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { ApiKey, Tenant } from '../domain/tenant/tenant.ts';
import { hashApiKey, newApiKey } from './api-key.ts';
import type { FleetService } from './contract.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { notFound } from './preconditions.ts';

/** Makes and shows tenants. A tenant comes with a project `default` and an administrator's key. */
export const createTenantAdministration = (
  deps: ServiceDependencies,
): Pick<FleetService, 'createTenant' | 'getTenant' | 'listTenants'> => {
  const { database } = deps;
  return {
    createTenant: (_context, { name }) => {
      const createdAt = deps.clock();
      const tenant: Tenant = { id: deps.newId('tenant'), name, createdAt };
      const text = newApiKey();
      const key: ApiKey = {
        id: deps.newId('apiKey'),
        tenantId: tenant.id,
        role: 'admin',
        description: 'Made with the tenant',
        createdAt,
      };
      return database.withSystem(async (tx) => {
        if (!(await insertTenant(tx, tenant))) {
          const holder = await findTenantByName(tx, name);
          throw new BerthError('name-conflict', `There is a tenant named "${name}" already.`, {
            problems: [{ pointer: '/name', code: 'taken', detail: 'Choose another name.' }],
            ...(holder === undefined ? {} : { extensions: { existingId: holder.id } }),
          });
        }
        const project = { tenantId: tenant.id, id: deps.newId('project'), name: 'default', labels: {} };
        const own = { ...tx, tenantId: tenant.id } as unknown as TenantTx;
        await insertProject(own, { ...project, generation: 1, revision: 1, createdAt, updatedAt: createdAt });
        await insertApiKey(tx, key, hashApiKey(text));
        return { resource: { tenant, apiKey: { ...key, key: text } }, replayed: false };
      });
    },
    getTenant: async (id) => {
      const tenant = await findTenant(database.system(), id);
      if (tenant === undefined) throw notFound();
      return tenant;
    },
    listTenants: (page) => listTenants(database.system(), page),
  };
};
