import { gcpPermissions, gcpUsesOf } from '../../../../domain/platforms/gcp/permissions.ts';
import { CloudError, type PermissionFinding, type VerifyReport } from '../../contract.ts';
import { textsOf } from '../../rest/json-fields.ts';
import type { GcpApi } from '../http/gcp-api.ts';
import { isRefusal } from '../http/gcp-errors.ts';
import type { GcpTokens } from '../http/gcp-tokens.ts';

/** How many permissions are tried in one call. Source: Resource Manager, testIamPermissions. */
const atOnce = 100;

export interface VerifyTools {
  readonly api: GcpApi;
  readonly tokens: GcpTokens;
  /** The same way in, for a tenant that does not exist: it must stay shut. */
  readonly strangerTokens: GcpTokens;
  readonly project: string;
}

/** One that a project knows nothing of makes the whole call fail: it is looked for by halves. */
const tryTogether = async (
  api: GcpApi,
  project: string,
  permissions: readonly string[],
): Promise<readonly PermissionFinding[]> => {
  try {
    const answer = await api.call({
      method: 'POST',
      service: 'resourceManager',
      path: `projects/${project}:testIamPermissions`,
      body: { permissions },
      isRead: true,
    });
    const granted = textsOf(answer, 'permissions');
    return permissions.map((permission) => ({ permission, granted: granted.includes(permission) }));
  } catch (error) {
    if (!isRefusal(error, 'badArgument')) throw error;
    const [only] = permissions;
    if (only !== undefined && permissions.length === 1)
      return [{ permission: only, granted: false, detail: error.message }];
    const middle = Math.ceil(permissions.length / 2);
    return [
      ...(await tryTogether(api, project, permissions.slice(0, middle))),
      ...(await tryTogether(api, project, permissions.slice(middle))),
    ];
  }
};

const tryPermissions = async (api: GcpApi, project: string): Promise<readonly PermissionFinding[]> => {
  const wanted: readonly string[] = [...new Set(Object.values(gcpPermissions).flat())];
  const findings: PermissionFinding[] = [];
  for (let start = 0; start < wanted.length; start += atOnce)
    findings.push(...(await tryTogether(api, project, wanted.slice(start, start + atOnce))));
  return findings.map((finding) => ({ ...finding, neededFor: gcpUsesOf(finding.permission) }));
};

/** A pool that takes every token of Berth's issuer would let any tenant of Berth in. */
const findOpenDoor = async (strangerTokens: GcpTokens): Promise<readonly string[]> => {
  try {
    await strangerTokens.get();
    return [
      'The workload identity accepts tokens that Berth issues for other tenants. Let only the subject of this tenant act as the service account.',
    ];
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'credentials') return [];
    throw error;
  }
};

/** Whether the credential opens its project, only for its tenant, and with all that Berth needs. */
export const verifyAccess = async (tools: VerifyTools): Promise<VerifyReport> => {
  const { api, tokens, strangerTokens, project } = tools;
  try {
    await tokens.get();
  } catch (error) {
    if (!(error instanceof CloudError) || error.kind !== 'credentials') throw error;
    return {
      usable: false,
      account: project,
      problems: [`${error.code}: ${error.message}`],
      permissions: [],
    };
  }
  const problems = await findOpenDoor(strangerTokens);
  try {
    const permissions = await tryPermissions(api, project);
    const isUnsafe = problems.length > 0;
    return { usable: !isUnsafe, isUnsafe, account: project, problems, permissions };
  } catch (error) {
    if (!(error instanceof CloudError) || error.kind !== 'permission') throw error;
    return {
      usable: false,
      account: project,
      problems: [...problems, `${error.code}: ${error.message}`],
      permissions: [],
    };
  }
};
