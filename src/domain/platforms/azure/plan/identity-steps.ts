import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { type AzureIdentityRow, azureIdentityTable } from './azure-identity-table.ts';
import { type AzureIds, managedOf } from './azure-ids.ts';
import { apiVersions, armStep, tagsOf } from './network-steps.ts';

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
  row.serviceAccounts.map((account, index) => {
    // Azure takes one write at a time to the credentials of an identity.
    const before = index === 0 ? `identity/${row.suffix}` : `federated/${row.suffix}/${index - 1}`;
    const name = `${request.infraId}-${row.suffix}-fed-${index}`;
    return armStep(
      {
        id: `federated/${row.suffix}/${index}`,
        type: 'federatedCredential',
        name,
        after: [before],
        goesWith: 'resourceGroup',
      },
      {
        id: `${ids.identity(row.suffix)}/federatedIdentityCredentials/${name}`,
        apiVersion: apiVersions.identity,
        body: {
          properties: {
            issuer: request.issuerUrl,
            subject: `system:serviceaccount:${row.namespace}:${account}`,
            audiences: ['openshift'],
          },
        },
      },
    );
  });

const assignmentSteps = (
  request: InfrastructureRequest,
  ids: AzureIds,
  row: AzureIdentityRow,
): readonly PlannedStep[] => {
  const { azure, infrastructure } = managedOf(request);
  const role = infrastructure.useProductRoles === true ? (row.productRole ?? row.role) : row.role;
  return row.scopes.map((scope) => ({
    id: `role/${row.suffix}/${scope}`,
    type: 'roleAssignment',
    // Its id is made from this name: a second try meets the first one.
    name: `${request.infraId}-${row.suffix}-${scope}`,
    after: [`identity/${row.suffix}`, ...(scope === 'group' ? [] : ['zone/public'])],
    hasStableId: true,
    ...(scope === 'group' ? { goesWith: 'resourceGroup' } : {}),
    input: {
      scope: scope === 'group' ? ids.group : ids.publicZoneGroup,
      identity: ids.identity(row.suffix),
      identityApiVersion: apiVersions.identity,
      apiVersion: apiVersions.roleAssignment,
      role: `/subscriptions/${azure.subscriptionId}/providers/Microsoft.Authorization/roleDefinitions/${role}`,
    },
  }));
};

/** Identities of a cluster, what they trust, and what they may. */
export const identitySteps = (request: InfrastructureRequest, ids: AzureIds): readonly PlannedStep[] =>
  identitiesOf(request).flatMap((row) => [
    armStep(
      {
        id: `identity/${row.suffix}`,
        type: 'identity',
        name: `${request.infraId}-${row.suffix}`,
        after: ['resourceGroup'],
        goesWith: 'resourceGroup',
      },
      {
        id: ids.identity(row.suffix),
        apiVersion: apiVersions.identity,
        body: { location: managedOf(request).azure.location, tags: tagsOf(request) },
      },
    ),
    {
      // Azure chooses it when the identity is made.
      id: `clientId/${row.suffix}`,
      type: 'identityClientId',
      name: `${request.infraId}-${row.suffix}`,
      after: [`identity/${row.suffix}`],
      input: { id: ids.identity(row.suffix), apiVersion: apiVersions.identity },
      role: 'found' as const,
    },
    ...federatedSteps(request, ids, row),
    ...assignmentSteps(request, ids, row),
  ]);
