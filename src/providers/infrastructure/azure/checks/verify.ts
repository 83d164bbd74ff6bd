import { azurePermissions, azureUsesOf } from '../../../../domain/platforms/azure/azure-permissions.ts';
import { apiVersions } from '../../../../domain/platforms/azure/plan/api-versions.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError, type VerifyReport } from '../../contract.ts';
import { textOf, textsOf } from '../../rest/json-fields.ts';
import type { ArmApi } from '../http/arm-api.ts';
import type { ArmTokens } from '../http/arm-tokens.ts';

export interface VerifyTools {
  readonly api: ArmApi;
  readonly tokens: ArmTokens;
  /** The same way in, for a tenant that does not exist: it must stay shut. */
  readonly strangerTokens: ArmTokens;
  readonly subscriptionId: string;
}

/** `Microsoft.Network/*` and the like, in any case. Source: Azure role definitions, wildcards. */
const covers = (pattern: string, permission: string): boolean => {
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const text = permission.toLowerCase();
  if (rest.length === 0) return first === text;
  const last = rest.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
};

const isGranted = (roles: readonly JsonObject[], permission: string): boolean =>
  roles.some(
    (role) =>
      textsOf(role, 'actions').some((pattern) => covers(pattern, permission)) &&
      !textsOf(role, 'notActions').some((pattern) => covers(pattern, permission)),
  );

/** An application that takes every token of Berth's issuer would let any tenant of Berth in. */
const findOpenDoor = async (strangerTokens: ArmTokens): Promise<readonly string[]> => {
  try {
    await strangerTokens.get();
    return [
      'The application accepts tokens that Berth issues for other tenants. Let its federated credential name the subject of this tenant only.',
    ];
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'credentials') return [];
    throw error;
  }
};

/** The account itself says no; all else says nothing about the credential. */
const isVerdict = (error: unknown): error is CloudError =>
  error instanceof CloudError && (error.kind === 'credentials' || error.kind === 'permission');

/** Whether a credential opens its subscription, only for its tenant, and with all that Berth needs. Reads only. */
export const verifyAzure = async (tools: VerifyTools): Promise<VerifyReport> => {
  const { api, tokens, strangerTokens, subscriptionId } = tools;
  const scope = `/subscriptions/${subscriptionId}`;
  const refusedWith = (problems: readonly string[]): VerifyReport => ({
    usable: false,
    account: subscriptionId,
    problems,
    permissions: [],
  });
  try {
    await tokens.get();
    const subscription = await api.get(scope, apiVersions.subscription);
    if (subscription === undefined) return refusedWith([`There is no subscription ${subscriptionId}.`]);
    const roles = await api.list(
      `${scope}/providers/Microsoft.Authorization/permissions`,
      apiVersions.roleAssignment,
    );
    const state = textOf(subscription, 'state') ?? 'Enabled';
    const openDoor = await findOpenDoor(strangerTokens);
    const problems = [...openDoor, ...(state === 'Enabled' ? [] : [`The subscription is ${state}.`])];
    const permissions = azurePermissions.map((permission) => ({
      permission,
      granted: isGranted(roles, permission),
      neededFor: azureUsesOf(permission),
    }));
    const isUnsafe = openDoor.length > 0;
    return { usable: problems.length === 0, isUnsafe, account: subscriptionId, problems, permissions };
  } catch (error) {
    if (!isVerdict(error)) throw error;
    return refusedWith([`${error.code}: ${error.message}`]);
  }
};
