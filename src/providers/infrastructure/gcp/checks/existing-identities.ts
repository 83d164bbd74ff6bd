import type {
  GcpExistingInfrastructure,
  GcpServiceAccounts,
} from '../../../../domain/platforms/gcp/gcp-spec.ts';
import { gcpIdentities } from '../../../../domain/platforms/gcp/plan/identities.ts';
import { filled } from '../../../../domain/shared/present.ts';
import { type FieldProblem, pointerOf } from '../../../../domain/shared/problem.ts';
import { objectOf, textOf, textsOf } from '../../rest/json-fields.ts';
import type { GcpApi } from '../http/gcp-api.ts';
import { readBindings } from '../iam-policy.ts';

const at = (...parts: readonly string[]): string =>
  pointerOf('spec', 'platform', 'gcp', 'infrastructure', ...parts);

const problem = (pointer: string, code: string, detail: string): FieldProblem => ({ pointer, code, detail });

const isUsable = (resource: Readonly<Record<string, unknown>> | undefined): boolean =>
  resource !== undefined && resource['state'] !== 'DELETED' && resource['disabled'] !== true;

/** What the operators put into their tokens, and what stands for it in the provider. */
const audience = 'openshift';

const checkProvider = async (
  api: GcpApi,
  { workloadIdentity, issuerUrl }: GcpExistingInfrastructure,
): Promise<readonly FieldProblem[]> => {
  const { projectNumber, poolId, providerId } = workloadIdentity;
  const pool = `projects/${projectNumber}/locations/global/workloadIdentityPools/${poolId}`;
  if (!isUsable(await api.get('iam', pool)))
    return [
      problem(
        at('workloadIdentity', 'poolId'),
        'not-found',
        `There is no pool ${poolId} in project ${projectNumber}, or it is disabled.`,
      ),
    ];
  const provider = await api.get('iam', `${pool}/providers/${providerId}`);
  const pointer = at('workloadIdentity', 'providerId');
  if (!isUsable(provider))
    return [
      problem(pointer, 'not-found', `Pool ${poolId} has no provider ${providerId}, or it is disabled.`),
    ];
  const oidc = objectOf(provider, 'oidc');
  const issuer = textOf(oidc, 'issuerUri');
  const wanted = filled(issuerUrl);
  const subject = textOf(objectOf(provider, 'attributeMapping'), 'google.subject');
  return [
    ...(wanted === undefined || issuer === wanted
      ? []
      : [
          problem(
            at('issuerUrl'),
            'conflict',
            `The provider trusts the issuer ${issuer ?? '(none)'}, not ${wanted}.`,
          ),
        ]),
    ...(textsOf(oidc, 'allowedAudiences').includes(audience)
      ? []
      : [problem(pointer, 'conflict', `The provider does not take the audience ${audience}.`)]),
    ...(subject === 'assertion.sub'
      ? []
      : [problem(pointer, 'conflict', 'The provider does not map google.subject to assertion.sub.')]),
  ];
};

const usingRoles: readonly string[] = [
  'roles/iam.workloadIdentityUser',
  'roles/iam.serviceAccountTokenCreator',
  'roles/owner',
];

/** Members through which a service account of Kubernetes may act as one of Google: by name, or all of the pool. */
const acceptedMembers = (
  { workloadIdentity }: GcpExistingInfrastructure,
  subject: string,
): readonly string[] => {
  const { projectNumber, poolId } = workloadIdentity;
  const pool = `iam.googleapis.com/projects/${projectNumber}/locations/global/workloadIdentityPools/${poolId}`;
  return [`principal://${pool}/subject/system:serviceaccount:${subject}`, `principalSet://${pool}/*`];
};

const checkAccount = async (
  api: GcpApi,
  infrastructure: GcpExistingInfrastructure,
  project: string,
  account: keyof GcpServiceAccounts,
): Promise<readonly FieldProblem[]> => {
  const email = infrastructure.serviceAccounts[account];
  const path = `projects/${project}/serviceAccounts/${email}`;
  const pointer = at('serviceAccounts', account);
  if (!isUsable(await api.get('iam', path)))
    return [problem(pointer, 'not-found', `There is no service account ${email}, or it is disabled.`)];
  const members = (await readBindings(api, { service: 'iam', path }))
    .filter(({ role }) => usingRoles.includes(role) || !role.startsWith('roles/'))
    .flatMap((binding) => binding.members);
  const subjects = gcpIdentities.find((identity) => identity.account === account)?.subjects ?? [];
  return subjects
    .filter((subject) => !acceptedMembers(infrastructure, subject).some((member) => members.includes(member)))
    .map((subject) =>
      problem(
        pointer,
        'conflict',
        `${subject} of the cluster may not act as ${email}: grant workloadIdentityUser.`,
      ),
    );
};

/** Pool, provider and service accounts are there and trust this cluster. Roles in the project are the caller's affair. */
export const checkExistingIdentities = async (
  api: GcpApi,
  infrastructure: GcpExistingInfrastructure,
  project: string,
): Promise<readonly FieldProblem[]> => {
  const found = await Promise.all([
    checkProvider(api, infrastructure),
    ...gcpIdentities.map(({ account }) => checkAccount(api, infrastructure, project, account)),
  ]);
  return found.flat();
};
