import { azurePermissions } from '../../../../domain/platforms/azure/azure-permissions.ts';
import { isJsonObject, type JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError, type PermissionFinding, type VerifyReport } from '../../contract.ts';
import type { AzureApi } from '../http/azure-api.ts';

const permissionsVersion = '2022-04-01';

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** `Microsoft.Network/*` and the like, in any case. Source: Azure role definitions, wildcards. */
const covers = (pattern: string, permission: string): boolean =>
  new RegExp(
    `^${pattern
      .toLowerCase()
      .split('*')
      .map((part) => part.replace(/[.\\+?^${}()|[\]]/g, '\\$&'))
      .join('.*')}$`,
  ).test(permission.toLowerCase());

const isGranted = (roles: readonly JsonObject[], permission: string): boolean =>
  roles.some(
    (role) =>
      textsOf(role['actions']).some((pattern) => covers(pattern, permission)) &&
      !textsOf(role['notActions']).some((pattern) => covers(pattern, permission)),
  );

/** Whether a credential opens its subscription, and what it may do there. Reads only. */
export const verifyAzure = async (api: AzureApi, subscriptionId: string): Promise<VerifyReport> => {
  const scope = `/subscriptions/${subscriptionId}`;
  try {
    const { body } = await api.call('GET', scope, '2022-12-01');
    const roles = await api.list(
      `${scope}/providers/Microsoft.Authorization/permissions`,
      permissionsVersion,
    );
    const permissions: readonly PermissionFinding[] = azurePermissions.map((permission) => ({
      permission,
      granted: isGranted(roles.filter(isJsonObject), permission),
    }));
    const state = typeof body['state'] === 'string' ? body['state'] : 'Enabled';
    const problems = state === 'Enabled' ? [] : [`The subscription is ${state}.`];
    return {
      usable: problems.length === 0 && permissions.every(({ granted }) => granted),
      account: subscriptionId,
      problems,
      permissions,
    };
  } catch (error) {
    if (!(error instanceof CloudError) || error.kind === 'transient' || error.kind === 'throttled')
      throw error;
    return { usable: false, problems: [`${error.code}: ${error.message}`], permissions: [] };
  }
};
