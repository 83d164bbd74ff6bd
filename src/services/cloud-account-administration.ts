import { fleetTenant, recordsOf, type SystemTx } from '../db/database.ts';
import { allowAccount, findAccount } from '../db/repositories/credential-accounts.ts';
import { findTenant } from '../db/repositories/tenants.ts';
import { BerthError } from '../domain/shared/error.ts';
import { type FieldProblem, pointerOf } from '../domain/shared/problem.ts';
import { recordSimpleChange } from './audit.ts';
import type { FleetService } from './contract.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { notFound } from './preconditions.ts';

const unknownTenants = async (tx: SystemTx, ids: readonly string[]): Promise<readonly FieldProblem[]> => {
  const problems: FieldProblem[] = [];
  for (const [index, id] of ids.entries()) {
    if ((await findTenant(tx, id)) !== undefined) continue;
    const pointer = pointerOf('allowedTenantIds', index);
    problems.push({ pointer, code: 'not-found', detail: 'There is no such tenant.' });
  }
  return problems;
};

/** Who may have an account in a cloud: one tenant by its own doing, others by leave of the fleet operator. */
export const createCloudAccountAdministration = (
  deps: ServiceDependencies,
): Pick<FleetService, 'allowCloudAccount' | 'getCloudAccount'> => ({
  allowCloudAccount: (context, key, tenantIds) =>
    deps.database.withSystem(async (tx) => {
      const problems = await unknownTenants(tx, tenantIds);
      if (problems.length > 0)
        throw new BerthError('admission-refused', 'Not all of the tenants are there.', { problems });
      const before = await findAccount(tx, key);
      const account = await allowAccount(tx, key, tenantIds);
      await recordSimpleChange(recordsOf(tx, fleetTenant), deps, context, {
        action: 'fleet.cloudAccounts.allow',
        targetId: `${key.platform}/${key.account}`,
        audit: {
          before: { allowedTenantIds: before?.allowedTenantIds ?? [] },
          after: { allowedTenantIds: tenantIds },
        },
        response: {},
      });
      return account;
    }),
  getCloudAccount: async (key) => {
    const account = await findAccount(deps.database.system(), key);
    if (account === undefined) throw notFound();
    return account;
  },
});
