import { apiVersions } from '../../../../domain/platforms/azure/plan/api-versions.ts';

export interface OwnedKind {
  /** As Azure writes it. */
  readonly type: string;
  /** Of the steps that make it. */
  readonly word: string;
  readonly apiVersion: string;
}

/** What carries a mark of its own, in the order in which it can be removed. */
const kinds: readonly OwnedKind[] = [
  {
    type: 'Microsoft.Authorization/roleAssignments',
    word: 'roleAssignment',
    apiVersion: apiVersions.roleAssignment,
  },
  { type: 'Microsoft.Network/loadBalancers', word: 'loadBalancer', apiVersion: apiVersions.network },
  { type: 'Microsoft.Network/publicIPAddresses', word: 'publicIp', apiVersion: apiVersions.network },
  {
    type: 'Microsoft.Network/privateDnsZones/virtualNetworkLinks',
    word: 'privateZoneLink',
    apiVersion: apiVersions.privateDnsZone,
  },
  { type: 'Microsoft.Network/privateDnsZones', word: 'privateZone', apiVersion: apiVersions.privateDnsZone },
  { type: 'Microsoft.Network/virtualNetworks', word: 'virtualNetwork', apiVersion: apiVersions.network },
  { type: 'Microsoft.Network/networkSecurityGroups', word: 'securityGroup', apiVersion: apiVersions.network },
  {
    type: 'Microsoft.ManagedIdentity/userAssignedIdentities',
    word: 'identity',
    apiVersion: apiVersions.identity,
  },
  {
    type: 'Microsoft.Resources/resourceGroups',
    word: 'resourceGroup',
    apiVersion: apiVersions.resourceGroup,
  },
];

export const kindOfType = (type: string): OwnedKind | undefined =>
  kinds.find((kind) => kind.type.toLowerCase() === type.toLowerCase());

export const kindOfWord = (wanted: string): OwnedKind | undefined =>
  kinds.find(({ word }) => word === wanted);

/** Place in the order in which things can be removed. */
export const rankOf = (wanted: string): number => kinds.findIndex(({ word }) => word === wanted);

export const ownedTypes: readonly string[] = kinds.map(({ word }) => word);

const spellings: ReadonlyMap<string, string> = new Map(
  ['resourceGroups', 'providers', ...kinds.flatMap(({ type }) => type.split('/'))].map((word) => [
    word.toLowerCase(),
    word,
  ]),
);

/** Lists of Azure spell the words in ids as they like. */
export const spellId = (id: string): string =>
  id
    .split('/')
    .map((part) => spellings.get(part.toLowerCase()) ?? part)
    .join('/');
