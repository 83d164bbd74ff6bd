import { fleetTenant, recordsOf, type SystemTx } from '../db/database.ts';
import { insertApiKey } from '../db/repositories/api-keys.ts';
import { insertProject } from '../db/repositories/projects.ts';
import { saveLimits } from '../db/repositories/quotas.ts';
import { findTenant, findTenantByName, insertTenant, listTenants } from '../db/repositories/tenants.ts';
import type { Sealed, Sealer } from '../domain/credential/sealed.ts';
import type { QuotaLimits } from '../domain/quota/quota.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import type { ApiKey, Tenant } from '../domain/tenant/tenant.ts';
import { hashApiKey, newApiKey, prefixOf } from './api-key.ts';
import { recordSimpleChange } from './audit.ts';
import type { FleetService } from './contract.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { makeOnce } from './idempotency.ts';
import { notFound } from './preconditions.ts';

interface StoredAnswer {
  readonly tenant: Tenant;
  readonly apiKey: ApiKey;
  /** The key's text, sealed: the first answer can be given again, and the database alone tells nothing. */
  readonly sealedKey: Sealed;
}

const nameTaken = (name: string, holder: Tenant | undefined): BerthError =>
  new BerthError('name-conflict', `There is a tenant named "${name}" already.`, {
    problems: [{ pointer: '/name', code: 'taken', detail: 'Choose another name.' }],
    ...(holder === undefined ? {} : { extensions: { existingId: holder.id } }),
  });

/** Makes and shows tenants. A tenant comes with a project `default` and an administrator's key. */
export const createTenantAdministration = (
  deps: ServiceDependencies,
  sealer: Sealer,
  defaultQuotas: QuotaLimits = {},
): Pick<FleetService, 'createTenant' | 'getTenant' | 'listTenants'> => {
  const { database } = deps;
  const sealContext = (key: ApiKey) => ({ tenantId: key.tenantId ?? '', kind: 'api-key', id: key.id });

  const replayed = async (stored: JsonObject) => {
    const { tenant, apiKey, sealedKey } = stored as unknown as StoredAnswer;
    const key = await sealer.open(sealContext(apiKey), sealedKey);
    return { resource: { tenant, apiKey: { ...apiKey, key } }, replayed: true };
  };

  const insertWithCompanions = async (
    tx: SystemTx,
    tenant: Tenant,
    key: ApiKey,
    text: string,
  ): Promise<void> => {
    if (!(await insertTenant(tx, tenant)))
      throw nameTaken(tenant.name, await findTenantByName(tx, tenant.name));
    // Before anything of the tenant that counts.
    if (Object.keys(defaultQuotas).length > 0)
      await saveLimits(tx, { tenantId: tenant.id }, defaultQuotas, { fromDefaults: true });
    const { createdAt } = tenant;
    const project = { tenantId: tenant.id, id: deps.newId('project'), name: 'default', labels: {} };
    const whole = { ...project, generation: 1, revision: 1, createdAt, updatedAt: createdAt };
    await insertProject(recordsOf(tx, tenant.id), whole);
    await insertApiKey(tx, key, hashApiKey(text));
  };

  return {
    createTenant: async (context, { name }) => {
      const createdAt = deps.clock();
      const tenant: Tenant = { id: deps.newId('tenant'), name, createdAt };
      const text = newApiKey();
      const apiKey: ApiKey = {
        id: deps.newId('apiKey'),
        tenantId: tenant.id,
        role: 'admin',
        description: 'Made with the tenant',
        prefix: prefixOf(text),
        createdBy: context.principal.id,
        createdAt,
      };
      const sealedKey = await sealer.seal(sealContext(apiKey), text);
      const answer: StoredAnswer = { tenant, apiKey, sealedKey };
      const make = async (tx: SystemTx) => {
        await insertWithCompanions(tx, tenant, apiKey, text);
        await recordSimpleChange(recordsOf(tx, fleetTenant), deps, context, {
          action: 'fleet.tenants.create',
          targetId: tenant.id,
          audit: { after: { name } },
          response: answer as unknown as JsonObject,
        });
        return { resource: { tenant, apiKey: { ...apiKey, key: text } }, replayed: false };
      };
      return makeOnce(database, context, replayed, () => database.withSystem(make));
    },
    getTenant: async (id) => {
      const tenant = await findTenant(database.system(), id);
      if (tenant === undefined) throw notFound();
      return tenant;
    },
    listTenants: (page) => listTenants(database.system(), page),
  };
};
