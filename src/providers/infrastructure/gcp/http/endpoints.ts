/** Base addresses of Google's APIs, without a slash at the end. */
export interface GcpEndpoints {
  readonly compute: string;
  readonly iam: string;
  readonly resourceManager: string;
  readonly serviceUsage: string;
  readonly dns: string;
  readonly storage: string;
  readonly sts: string;
  readonly iamCredentials: string;
}

export type GcpService = Exclude<keyof GcpEndpoints, 'sts' | 'iamCredentials'>;

export const googleEndpoints: GcpEndpoints = {
  compute: 'https://compute.googleapis.com/compute/v1',
  iam: 'https://iam.googleapis.com/v1',
  resourceManager: 'https://cloudresourcemanager.googleapis.com/v3',
  serviceUsage: 'https://serviceusage.googleapis.com/v1beta1',
  dns: 'https://dns.googleapis.com/dns/v1',
  storage: 'https://storage.googleapis.com/storage/v1',
  sts: 'https://sts.googleapis.com',
  iamCredentials: 'https://iamcredentials.googleapis.com',
};
