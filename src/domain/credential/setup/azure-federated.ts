import { azurePermissions } from '../../platforms/azure/azure-permissions.ts';
import { azureIdentityTable } from '../../platforms/azure/plan/azure-identity-table.ts';
import type { Credential } from '../credential.ts';
import type { AzureFederatedSettings } from '../credential-settings.ts';
import { accessPhases, azureAudience, berthIssuerUrl, federatedSubject } from '../federation.ts';
import { bicepText, hclText, hclValue, shellText } from './quoting.ts';
import type { SetupContext } from './setup-context.ts';

type Owner = Pick<Credential, 'tenantId' | 'id' | 'kind'>;

/** Tokens that the application is to trust: one subject for each piece of work, since Entra ID compares it whole. */
const trustsOf = ({ tenantId, id: credentialId, kind }: Owner, { issuerUrl }: SetupContext) =>
  accessPhases.map((phase) => ({
    name: `berth-${credentialId.replaceAll('_', '-')}-${phase}`,
    issuer: berthIssuerUrl(issuerUrl),
    subject: federatedSubject({ tenantId, credentialId, kind, phase }),
    audiences: [azureAudience],
  }));

/** Roles that Berth hands to the identities of a cluster: it may assign these and no others. */
const assignable = [...new Set(azureIdentityTable.map(({ role }) => role).filter((id) => id !== ''))].sort();

const guids = `{${assignable.join(', ')}}`;

/** Source: Azure RBAC, conditions on delegated role assignments. */
const condition = (['write', 'delete'] as const)
  .map((verb) => {
    const side = verb === 'write' ? '@Request' : '@Resource';
    return `((!(ActionMatches{'Microsoft.Authorization/roleAssignments/${verb}'})) OR (${side}[Microsoft.Authorization/roleAssignments:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals ${guids}))`;
  })
  .join(' AND ');

const roleName = ({ instance }: SetupContext, { subscriptionId }: AzureFederatedSettings): string =>
  `Berth ${instance} ${subscriptionId}`;

const roleDescription = 'What Berth may do in this subscription';

const actions = [...azurePermissions].sort();

export const renderBicep = (
  owner: Owner,
  settings: AzureFederatedSettings,
  context: SetupContext,
): string => `targetScope = 'subscription'

// Rights of Berth in the subscription ${settings.subscriptionId}. The trust of the application is apart:
//   GET …/setup?format=azureCli has the commands for it.
//   az deployment sub create --subscription ${settings.subscriptionId} --location LOCATION --template-file FILE --parameters principalId=OBJECT_ID
${trustsOf(owner, context)
  .map(({ issuer, subject }) => `// trusted: ${issuer} ${subject}`)
  .join('\n')}

@description('Object id of the service principal of the application ${settings.clientId}')
param principalId string

resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(subscription().id, ${bicepText(roleName(context, settings))})
  properties: {
    roleName: ${bicepText(roleName(context, settings))}
    description: ${bicepText(roleDescription)}
    type: 'CustomRole'
    assignableScopes: [
      subscription().id
    ]
    permissions: [
      {
        actions: [
${actions.map((action) => `          ${bicepText(action)}`).join('\n')}
        ]
      }
    ]
  }
}

resource assignment 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(subscription().id, principalId, role.id)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: role.id
    conditionVersion: '2.0'
    condition: ${bicepText(condition)}
  }
}
`;

export const renderAzureTerraform = (
  owner: Owner,
  settings: AzureFederatedSettings,
  context: SetupContext,
): string => `provider "azurerm" {
  features {}
  subscription_id = ${hclText(settings.subscriptionId)}
}

data "azuread_application" "berth" {
  client_id = ${hclText(settings.clientId)}
}

data "azuread_service_principal" "berth" {
  client_id = ${hclText(settings.clientId)}
}
${trustsOf(owner, context)
  .map(
    ({ name, issuer, subject, audiences }, index) => `
resource "azuread_application_federated_identity_credential" "berth_${accessPhases[index]}" {
  application_id = data.azuread_application.berth.id
  display_name   = ${hclText(name)}
  issuer         = ${hclText(issuer)}
  subject        = ${hclText(subject)}
  audiences      = ${hclValue(audiences, 2)}
}
`,
  )
  .join('')}
resource "azurerm_role_definition" "berth" {
  name        = ${hclText(roleName(context, settings))}
  scope       = ${hclText(`/subscriptions/${settings.subscriptionId}`)}
  description = ${hclText(roleDescription)}
  permissions {
    actions = ${hclValue(actions, 4)}
  }
}

resource "azurerm_role_assignment" "berth" {
  scope              = ${hclText(`/subscriptions/${settings.subscriptionId}`)}
  role_definition_id = azurerm_role_definition.berth.role_definition_resource_id
  principal_id       = data.azuread_service_principal.berth.object_id
  condition_version  = "2.0"
  condition          = ${hclText(condition)}
}
`;

export const renderAzureCli = (
  owner: Owner,
  settings: AzureFederatedSettings,
  context: SetupContext,
): string => {
  const scope = `/subscriptions/${settings.subscriptionId}`;
  const role = {
    Name: roleName(context, settings),
    Description: roleDescription,
    Actions: actions,
    AssignableScopes: [scope],
  };
  const trusts = trustsOf(owner, context).map(
    (trust) =>
      `az ad app federated-credential create --id ${shellText(settings.clientId)} --parameters ${shellText(JSON.stringify(trust))}`,
  );
  return `#!/bin/sh
set -eu

${trusts.join('\n')}
az role definition create --role-definition ${shellText(JSON.stringify(role, null, 2))}
az role assignment create --role ${shellText(role.Name)} --scope ${shellText(scope)} \\
  --assignee-object-id "$(az ad sp show --id ${shellText(settings.clientId)} --query id --output tsv)" \\
  --assignee-principal-type ServicePrincipal \\
  --condition-version 2.0 --condition ${shellText(condition)}
`;
};
