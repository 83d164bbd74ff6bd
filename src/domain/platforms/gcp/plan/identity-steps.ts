import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { gcpIdentities } from './identities.ts';
import { accountEmail, accountId, gcpNames } from './names.ts';
import { managedOf } from './network-steps.ts';

/** What the operators ask tokens for. */
const audience = 'openshift';

const accountStep = (suffix: string): string => `account/${suffix}`;

/** Pool, provider, and who may act as what. */
export const identitySteps = (request: InfrastructureRequest): readonly PlannedStep[] => {
  const { project } = managedOf(request).gcp;
  const { infraId } = request;
  const names = gcpNames(infraId);
  const roles = [...new Set(gcpIdentities.flatMap((identity) => identity.roles))].sort();
  return [
    {
      id: 'pool',
      type: 'workloadIdentityPool',
      name: names.pool,
      after: [],
      input: { project },
      hasStableId: true,
    },
    {
      id: 'provider',
      type: 'workloadIdentityProvider',
      name: names.provider,
      after: ['pool'],
      // The keys come along, so that nobody has to reach the issuer, and are changed when they are rotated.
      input: { project, pool: names.pool, issuer: request.issuerUrl, audience, jwks: request.jwks },
      fixed: ['issuer'],
      hasStableId: true,
    },
    ...gcpIdentities.map(
      ({ suffix, subjects }): PlannedStep => ({
        id: accountStep(suffix),
        type: 'serviceAccount',
        name: accountId(infraId, suffix),
        after: ['project', 'pool'],
        input: {
          project,
          pool: names.pool,
          subjects: subjects.map((subject) => `system:serviceaccount:${subject}`),
        },
        hasStableId: true,
      }),
    ),
    {
      id: 'project-roles',
      type: 'projectRoles',
      name: `roles of ${infraId}`,
      after: gcpIdentities.map(({ suffix }) => accountStep(suffix)),
      input: {
        project,
        roles: roles.map((role) => ({
          role: `roles/${role}`,
          emails: gcpIdentities
            .filter((identity) => identity.roles.includes(role))
            .map(({ suffix }) => accountEmail(infraId, suffix, project)),
        })),
      },
      hasStableId: true,
    },
  ];
};
