import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { apiVersions } from './api-versions.ts';
import { armStep, inGroup, tagsOf } from './arm-step.ts';
import {
  type AzureIdentityRow,
  azureIdentityTable,
  subjectsOf,
  tokenAudience,
} from './azure-identity-table.ts';
import { type AzureIds, managedOf } from './azure-ids.ts';
import { roleSteps } from './role-steps.ts';

export const clientIdStep = ({ suffix }: AzureIdentityRow): string => `clientId/${suffix}`;

/** The rows that a cluster needs. */
export const identitiesOf = (request: InfrastructureRequest): readonly AzureIdentityRow[] => {
  const isPrivate = (managedOf(request).azure.endpointAccess ?? 'public') !== 'public';
  const hasKey = request.spec.encryption?.type === 'kms';
  return azureIdentityTable.filter(
    ({ isForPrivate, isForKey }) => (isForPrivate !== true || isPrivate) && (isForKey !== true || hasKey),
  );
};

const federatedSteps = (
  request: InfrastructureRequest,
  ids: AzureIds,
  row: AzureIdentityRow,
): readonly PlannedStep[] =>
  subjectsOf(row).map((subject, index) => {
    // Azure takes one write at a time to the credentials of an identity.
    const before = index === 0 ? `identity/${row.suffix}` : `federated/${row.suffix}/${index - 1}`;
    const name = `${request.infraId}-${row.suffix}-fed-${index}`;
    return armStep(
      {
        id: `federated/${row.suffix}/${index}`,
        type: 'federatedCredential',
        name,
        after: [before],
        ...inGroup(request),
      },
      {
        id: `${ids.identity(row.suffix)}/federatedIdentityCredentials/${name}`,
        apiVersion: apiVersions.identity,
        body: { properties: { issuer: request.issuerUrl, subject, audiences: [tokenAudience] } },
      },
    );
  });

const stepsOf = (
  request: InfrastructureRequest,
  ids: AzureIds,
  row: AzureIdentityRow,
): readonly PlannedStep[] => {
  const id = ids.identity(row.suffix);
  const name = `${request.infraId}-${row.suffix}`;
  const apiVersion = apiVersions.identity;
  const body = { location: managedOf(request).azure.location, tags: tagsOf(request) };
  return [
    armStep(
      {
        id: `identity/${row.suffix}`,
        type: 'identity',
        name,
        after: ['resourceGroup'],
        ...inGroup(request),
      },
      { id, apiVersion, body },
    ),
    {
      // Azure chooses it when the identity is made.
      id: clientIdStep(row),
      type: 'identityClientId',
      name,
      after: [`identity/${row.suffix}`],
      input: { id, apiVersion },
      role: 'found',
    },
    ...federatedSteps(request, ids, row),
    ...roleSteps(request, ids, row),
  ];
};

/** Identities of a cluster, what they trust, and what they may. */
export const identitySteps = (request: InfrastructureRequest, ids: AzureIds): readonly PlannedStep[] =>
  identitiesOf(request).flatMap((row) => stepsOf(request, ids, row));
