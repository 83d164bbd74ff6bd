import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { readKeyUrl } from '../azure-formats.ts';
import { apiVersions } from './api-versions.ts';
import { inGroup } from './arm-step.ts';
import type { AzureIdentityRow, RoleScope } from './azure-identity-table.ts';
import { type AzureIds, groupOf, managedOf } from './azure-ids.ts';

const keyVaultStep = 'keyVault';

/** The vault whose key is used, when Berth is to let the identity use it. Rights in a managed HSM are not Resource Manager's to give. */
const vaultOf = ({ spec }: InfrastructureRequest): string | undefined => {
  const azure = spec.encryption?.type === 'kms' ? spec.encryption.azure : undefined;
  const key = azure === undefined ? undefined : readKeyUrl(azure.keyUrl);
  return key === undefined || key.isHsm || azure?.assignRole === false ? undefined : key.keyVaultName;
};

/** The vault is found by its name, which no other in the world has. */
export const keyVaultSteps = (
  request: InfrastructureRequest,
  { subscription }: AzureIds,
): readonly PlannedStep[] => {
  const name = vaultOf(request);
  if (name === undefined) return [];
  return [
    {
      id: keyVaultStep,
      type: 'keyVault',
      name,
      after: [],
      input: {
        apiVersion: apiVersions.resources,
        collection: `${subscription}/resources`,
        filter: `resourceType eq 'Microsoft.KeyVault/vaults' and name eq '${name}'`,
      },
      role: 'found',
    },
  ];
};

interface Scope {
  readonly scope: RoleScope;
  readonly input: JsonObject;
  readonly after: readonly string[];
}

/** Groups of the network count only where they are others than that of the cluster, and each once. */
const scopesOf = (
  request: InfrastructureRequest,
  ids: AzureIds,
  { scopes }: AzureIdentityRow,
): readonly Scope[] => {
  const seen = new Set<string>();
  const once = (scope: RoleScope, group: string): readonly Scope[] => {
    const key = group.toLowerCase();
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ scope, input: { scope: group }, after: [] }];
  };
  return scopes.flatMap((scope): readonly Scope[] => {
    switch (scope) {
      case 'group':
        return once(scope, ids.group);
      case 'securityGroup':
        return once(scope, groupOf(ids.securityGroup));
      case 'network':
        return once(scope, groupOf(ids.vnet));
      case 'dnsZone':
        return [{ scope, input: { scopeStep: 'zone/public', scopeOf: 'group' }, after: ['zone/public'] }];
      case 'keyVault':
        return vaultOf(request) === undefined
          ? []
          : [{ scope, input: { scopeStep: keyVaultStep, scopeOf: 'self' }, after: [keyVaultStep] }];
      default:
        return scope satisfies never;
    }
  });
};

const roleOf = (request: InfrastructureRequest, { name, role }: AzureIdentityRow): string => {
  const { roleDefinitionIds = {} } = managedOf(request).infrastructure;
  if (name === 'nodePoolManagement' || name === 'controlPlaneOperator')
    return roleDefinitionIds[name] ?? role;
  return role;
};

/** What an identity may do, and on what. */
export const roleSteps = (
  request: InfrastructureRequest,
  ids: AzureIds,
  row: AzureIdentityRow,
): readonly PlannedStep[] =>
  scopesOf(request, ids, row).map(({ scope, input, after }) => ({
    id: `role/${row.suffix}/${scope}`,
    type: 'roleAssignment',
    // Its id is made from this name and the scope: a second try meets the first one.
    name: `${request.infraId}-${row.suffix}-${scope}`,
    after: [`identity/${row.suffix}`, ...(scope === 'group' ? ['resourceGroup'] : []), ...after],
    hasStableId: true,
    ...(scope === 'group' ? inGroup(request) : {}),
    input: {
      ...input,
      identity: ids.identity(row.suffix),
      identityApiVersion: apiVersions.identity,
      apiVersion: apiVersions.roleAssignment,
      role: `${ids.subscription}/providers/Microsoft.Authorization/roleDefinitions/${roleOf(request, row)}`,
    },
  }));
