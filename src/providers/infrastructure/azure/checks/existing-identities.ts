import type {
  AzureExistingInfrastructure,
  AzurePlatform,
  AzureWorkloadIdentities,
} from '../../../../domain/platforms/azure/azure-spec.ts';
import { apiVersions } from '../../../../domain/platforms/azure/plan/api-versions.ts';
import {
  azureIdentityTable,
  subjectsOf,
  tokenAudience,
} from '../../../../domain/platforms/azure/plan/azure-identity-table.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { filled } from '../../../../domain/shared/present.ts';
import type { FieldProblem } from '../../../../domain/shared/problem.ts';
import { textOf, textsOf } from '../../rest/json-fields.ts';
import type { ArmApi } from '../http/arm-api.ts';
import { propertiesOf, sameText } from '../http/fields.ts';
import { inInfrastructure, problem } from './problems.ts';

const withoutSlash = (url: string | undefined): string | undefined => url?.replace(/\/$/, '');

/** What a federated credential must say so that a token of the cluster is taken. */
const checkTrust = (
  credentials: readonly JsonObject[],
  issuer: string | undefined,
  subjects: readonly string[],
  pointer: string,
): readonly FieldProblem[] =>
  subjects.flatMap((subject) => {
    const own = credentials.map(propertiesOf).filter((entry) => textOf(entry, 'subject') === subject);
    if (own.length === 0)
      return [problem(pointer, 'conflict', `The identity has no federated credential for ${subject}.`)];
    if (!own.some((entry) => withoutSlash(textOf(entry, 'issuer')) === withoutSlash(issuer)))
      return [
        problem(
          pointer,
          'conflict',
          `For ${subject} the identity trusts the issuer ${textOf(own[0], 'issuer')}, not ${issuer}.`,
        ),
      ];
    return own.some((entry) => textsOf(entry, 'audiences').includes(tokenAudience))
      ? []
      : [
          problem(
            pointer,
            'conflict',
            `For ${subject} the identity does not take audience ${tokenAudience}.`,
          ),
        ];
  });

/** Some role on the group of the cluster, or on what it is in, also by way of a directory group. */
const checkRole = async (
  api: ArmApi,
  group: string,
  principalId: string,
  pointer: string,
): Promise<readonly FieldProblem[]> => {
  const assignments = await api.list(
    `${group}/providers/Microsoft.Authorization/roleAssignments`,
    apiVersions.roleAssignment,
    { $filter: `assignedTo('${principalId}')` },
  );
  return assignments.length > 0
    ? []
    : [problem(pointer, 'conflict', 'The identity has no role on the resource group of the cluster.')];
};

/** The identities of the client ids are there, trust the issuer and the service accounts of the cluster, and may do something. */
export const checkWorkloadIdentities = async (
  api: ArmApi,
  { subscriptionId }: AzurePlatform,
  infrastructure: AzureExistingInfrastructure,
  workload: AzureWorkloadIdentities,
): Promise<readonly FieldProblem[]> => {
  const scope = `/subscriptions/${subscriptionId}`;
  const group = `${scope}/resourceGroups/${infrastructure.resourceGroup}`;
  const identities = await api.list(
    `${scope}/providers/Microsoft.ManagedIdentity/userAssignedIdentities`,
    apiVersions.identity,
  );
  const found = await Promise.all(
    azureIdentityTable.map(async (row): Promise<readonly FieldProblem[]> => {
      const clientId = filled(workload[row.name]);
      if (clientId === undefined) return [];
      const pointer = inInfrastructure('workloadIdentities', row.name);
      const identity = identities.find((entry) =>
        sameText(textOf(propertiesOf(entry), 'clientId'), clientId),
      );
      const id = textOf(identity, 'id');
      if (id === undefined)
        return [
          problem(pointer, 'not-found', `The subscription has no identity with the client id ${clientId}.`),
        ];
      const credentials = await api.list(`${id}/federatedIdentityCredentials`, apiVersions.identity);
      const principalId = textOf(propertiesOf(identity), 'principalId') ?? '';
      return [
        ...checkTrust(credentials, filled(infrastructure.issuerUrl), subjectsOf(row), pointer),
        // The key service needs a role on its vault only.
        ...(row.isForKey === true ? [] : await checkRole(api, group, principalId, pointer)),
      ];
    }),
  );
  return found.flat();
};
