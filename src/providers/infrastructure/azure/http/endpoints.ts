/** Base addresses of one Azure, without a slash at the end. */
export interface AzureEndpoints {
  /** Azure Resource Manager. */
  readonly management: string;
  /** Microsoft Entra ID. */
  readonly authority: string;
}

const publicCloud: AzureEndpoints = {
  management: 'https://management.azure.com',
  authority: 'https://login.microsoftonline.com',
};

/** Locations whose names begin so are in a cloud of their own. Source: Azure, national clouds. */
const nationalClouds: readonly (readonly [prefix: string, endpoints: AzureEndpoints])[] = [
  [
    'usgov',
    { management: 'https://management.usgovcloudapi.net', authority: 'https://login.microsoftonline.us' },
  ],
  [
    'usdod',
    { management: 'https://management.usgovcloudapi.net', authority: 'https://login.microsoftonline.us' },
  ],
  [
    'china',
    { management: 'https://management.chinacloudapi.cn', authority: 'https://login.chinacloudapi.cn' },
  ],
];

export const endpointsOf = (location: string): AzureEndpoints =>
  nationalClouds.find(([prefix]) => location.startsWith(prefix))?.[1] ?? publicCloud;
