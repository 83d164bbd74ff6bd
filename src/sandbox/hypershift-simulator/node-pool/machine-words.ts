/** What clouds say when they refuse a machine, as it reaches the pool through its Machines. */
const quotaWords: Readonly<Record<string, string>> = {
  AWS: 'failed to run instance: VcpuLimitExceeded: You have requested more vCPU capacity than your current vCPU limit of 32 allows for the instance bucket that the specified instance type belongs to. Please visit http://aws.amazon.com/contact-us/ec2-request to request an adjustment to this limit.',
  Azure:
    'QuotaExceeded: Operation could not be completed as it results in exceeding approved Total Regional Cores quota. Current Limit: 10, Current Usage: 8, Additional Required: 4',
  GCP: "googleapi: Error 403: Quota 'CPUS' exceeded. Limit: 24.0 in region europe-west1., quotaExceeded",
  KubeVirt:
    'admission webhook denied the request: exceeded quota: compute, requested: requests.memory=8Gi, used: requests.memory=60Gi, limited: requests.memory=64Gi',
  OpenStack: 'Quota exceeded for cores: Requested 4, but already used 20 of 20 cores (HTTP 403)',
  PowerVS: 'failed to create instance: exceeded allowed quota of 10 processors for the workspace',
  Agent: 'No suitable agent was found for the machine: no available agents',
};

export const quotaWordsOf = (platform: string): string =>
  quotaWords[platform] ?? 'quota exceeded: no more machines may be created';

export const identityWords =
  'failed to run instance: WebIdentityErr: failed to retrieve credentials: InvalidIdentityToken: No OpenIDConnect provider found in your account';

/** Upstream aggregates the messages of the Machines behind a count. */
export const notReadyWords = (ready: number, wanted: number, poolName: string, reason: string): string => {
  const machines = Array.from({ length: wanted - ready }, (_, index) => `${poolName}-${ready + index}`);
  const lines = machines.slice(0, 3).map((name) => `Machine ${name}: ${reason}`);
  return [`${wanted - ready} of ${wanted} machines are not ready`, ...lines].join('\n');
};
