export const uuid = '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$';

export const location = '^[a-z][a-z0-9]*$';

/** Source: the CRD of HostedClusters, narrower than the naming rules of Azure. */
export const resourceGroup = '^[a-zA-Z0-9_().-]{1,89}[a-zA-Z0-9_()-]$';

/** Groups end in no dot, networks and subnets in neither dot nor hyphen. */
const group = '/subscriptions/[0-9a-zA-Z-]+/resourceGroups/[a-zA-Z0-9_().-]{0,89}[a-zA-Z0-9_()-]';
const name = '[a-zA-Z0-9]([a-zA-Z0-9_.-]{0,78}[a-zA-Z0-9_])?';

export const vnetId = `^${group}/providers/Microsoft\\.Network/virtualNetworks/${name}$`;
export const subnetId = `^${group}/providers/Microsoft\\.Network/virtualNetworks/${name}/subnets/${name}$`;
export const securityGroupId = `^${group}/providers/Microsoft\\.Network/networkSecurityGroups/${name}$`;
export const identityId = `^${group}/providers/Microsoft\\.ManagedIdentity/userAssignedIdentities/[a-zA-Z0-9_-]{3,128}$`;
export const imageId = '^/[a-zA-Z0-9_./()-]+$';
export const diskEncryptionSetId = `^${group}/providers/Microsoft\\.Compute/diskEncryptionSets/[a-zA-Z0-9_-]{1,80}$`;

/** Clouds by their domains. Source: hypershift, create cluster azure --encryption-key-id; etcd backup encryption of the CRD. */
const keyHosts =
  '(vault|managedhsm)\\.(azure\\.net|usgovcloudapi\\.net|azure\\.cn|microsoftazure\\.de|sovcloud-api\\.fr)';

export const keyUrl = `^https://[a-zA-Z0-9-]{1,127}\\.${keyHosts}/keys/[a-zA-Z0-9-]{1,127}/[0-9a-zA-Z]{1,64}$`;

/** Source: the CRD of NodePools. */
export const vmSize =
  '^(Standard_|Basic_)?[A-Z]+[0-9]+(-[0-9]+)?[abdilmptsCNP]*(_[A-Z]*[0-9]+[A-Z]*)?(_v[0-9]+)?$';

/** Features of a size stand behind the number of its cores: a p is for Arm processors. Source: Azure, naming of VM sizes. */
export const armSize = /^(?:Standard_|Basic_)?[A-Z]+[0-9]+(?:-[0-9]+)?[a-z]*p[a-z]*(?:_|$)/;

interface KeyParts {
  readonly keyVaultName: string;
  readonly keyName: string;
  readonly keyVersion: string;
  readonly isHsm: boolean;
}

/** The parts of a key's URL; undefined when it is none. */
export const readKeyUrl = (url: string): KeyParts | undefined => {
  if (!new RegExp(keyUrl).test(url)) return undefined;
  const { hostname, pathname } = new URL(url);
  const [keyVaultName = '', service] = hostname.split('.');
  const [, , keyName = '', keyVersion = ''] = pathname.split('/');
  return { keyVaultName, keyName, keyVersion, isHsm: service === 'managedhsm' };
};

/** The subscription and group that a resource id names. */
export const groupOfId = (
  id: string,
): { readonly subscription: string; readonly group: string } | undefined => {
  const match = /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\//i.exec(id);
  return match === null ? undefined : { subscription: match[1] ?? '', group: match[2] ?? '' };
};
