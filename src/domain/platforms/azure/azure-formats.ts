export const uuid = '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$';

export const location = '^[a-z][a-z0-9]*$';

/** Source: Azure Resource Manager, naming rules of resource groups; the CRD of HyperShift is narrower. */
export const resourceGroup = '^[a-zA-Z0-9_().-]{0,89}[a-zA-Z0-9_()-]$';

const group = '/subscriptions/[0-9a-zA-Z-]+/resourceGroups/[a-zA-Z0-9_().-]{1,90}';
const name = '[a-zA-Z0-9][a-zA-Z0-9_.-]{0,79}';

export const vnetId = `^${group}/providers/Microsoft\\.Network/virtualNetworks/${name}$`;
export const subnetId = `^${group}/providers/Microsoft\\.Network/virtualNetworks/${name}/subnets/${name}$`;
export const securityGroupId = `^${group}/providers/Microsoft\\.Network/networkSecurityGroups/${name}$`;
export const imageId = '^/[a-zA-Z0-9_./()-]+$';
export const diskEncryptionSetId = `^${group}/providers/Microsoft\\.Compute/diskEncryptionSets/${name}$`;

/** Source: hypershift, create cluster azure --encryption-key-id. */
export const keyUrl =
  '^https://[a-zA-Z0-9-]{1,127}\\.(vault\\.azure\\.net|managedhsm\\.azure\\.net)/keys/[a-zA-Z0-9-]{1,127}/[0-9a-zA-Z]{1,64}$';

export const vmSize =
  '^(Standard_|Basic_)?[A-Z]+[0-9]+(-[0-9]+)?[abdilmptsCNP]*(_[A-Z]*[0-9]+[A-Za-z]*)?(_v[0-9]+)?(_Promo)?$';

interface KeyParts {
  readonly keyVaultName: string;
  readonly keyName: string;
  readonly keyVersion: string;
  readonly isHsm: boolean;
}

/** The parts of a key's URL; undefined when it is none. */
export const readKeyUrl = (url: string): KeyParts | undefined => {
  const match = /^https:\/\/([^./]+)\.(vault|managedhsm)\.azure\.net\/keys\/([^/]+)\/([^/]+)$/.exec(url);
  if (match === null) return undefined;
  const [, keyVaultName = '', host, keyName = '', keyVersion = ''] = match;
  return { keyVaultName, keyName, keyVersion, isHsm: host === 'managedhsm' };
};

/** The subscription and group that a resource id names. */
export const groupOfId = (
  id: string,
): { readonly subscription: string; readonly group: string } | undefined => {
  const match = /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\//i.exec(id);
  return match === null ? undefined : { subscription: match[1] ?? '', group: match[2] ?? '' };
};
