import { apiVersions } from '../../../../domain/platforms/azure/plan/api-versions.ts';

/** What has a mark of its own, besides what stands in a marked group: the word for it, and its version of the API. */
const kinds: readonly (readonly [type: string, word: string, apiVersion: string])[] = [
  ['microsoft.resources/resourcegroups', 'resourceGroup', apiVersions.resourceGroup],
  ['microsoft.authorization/roleassignments', 'roleAssignment', apiVersions.roleAssignment],
  ['microsoft.network/loadbalancers', 'loadBalancer', apiVersions.network],
  ['microsoft.network/publicipaddresses', 'publicIp', apiVersions.network],
  ['microsoft.network/privatednszones/virtualnetworklinks', 'privateZoneLink', apiVersions.privateDnsZone],
  ['microsoft.network/privatednszones', 'privateZone', apiVersions.privateDnsZone],
  ['microsoft.network/virtualnetworks', 'virtualNetwork', apiVersions.network],
  ['microsoft.network/networksecuritygroups', 'securityGroup', apiVersions.network],
  ['microsoft.managedidentity/userassignedidentities', 'identity', apiVersions.identity],
];

export interface OwnedKind {
  readonly word: string;
  readonly apiVersion: string;
}

const kindOf = (find: (type: string, word: string) => boolean): OwnedKind | undefined => {
  const kind = kinds.find(([type, word]) => find(type, word));
  return kind === undefined ? undefined : { word: kind[1], apiVersion: kind[2] };
};

export const kindOfType = (type: string): OwnedKind | undefined =>
  kindOf((own) => own === type.toLowerCase());

export const kindOfWord = (wanted: string): OwnedKind | undefined => kindOf((_type, word) => word === wanted);

/** Place in the order in which things can be removed. */
export const rankOf = (wanted: string): number => kinds.findIndex(([, word]) => word === wanted);
