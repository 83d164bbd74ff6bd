import { fleetTenant, recordsOf, type SystemTx } from '../db/database.ts';
import { allowAccount, findAccount } from '../db/repositories/credential-accounts.ts';
import { findTenant } from '../db/repositories/tenants.ts';
import type { CloudAccountKey } from '../domain/credential/cloud-account.ts';
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

/** The path of the route takes what any platform has. */
const checkKey = ({ platform, account }: CloudAccountKey): void => {
  if (platform !== 'aws' || /^[0-9]{12}$/.test(account)) return;
  const detail = 'Give the twelve digits of an account in AWS.';
  throw new BerthError('malformed-request', 'There is no such account.', {
    problems: [{ pointer: '/account', code: 'invalid-format', detail }],
  });
};

/** Who may have an account in a cloud, or a namespace: one tenant by its own doing, others by leave of the fleet operator. */
export const createCloudAccountAdministration = (
  deps: ServiceDependencies,
): Pick<FleetService, 'allowCloudAccount' | 'getCloudAccount'> => ({
  allowCloudAccount: (context, key, tenantIds) =>
    deps.database.withSystem(async (tx) => {
      checkKey(key);
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
