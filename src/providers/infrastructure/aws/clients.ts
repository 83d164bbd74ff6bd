import { EC2Client } from '@aws-sdk/client-ec2';
import { ElasticLoadBalancingClient } from '@aws-sdk/client-elastic-load-balancing';
import { ElasticLoadBalancingV2Client } from '@aws-sdk/client-elastic-load-balancing-v2';
import { IAMClient } from '@aws-sdk/client-iam';
import { KMSClient } from '@aws-sdk/client-kms';
import { RAMClient } from '@aws-sdk/client-ram';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3Client } from '@aws-sdk/client-s3';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { STSClient } from '@aws-sdk/client-sts';
import { type CallRules, guardCalls } from './guard-calls.ts';
import type { Sockets } from './sockets.ts';

/** Keys of an identity of AWS. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

/** What all clients of an installation share. */
export interface ClientSettings {
  /** Instead of the addresses of AWS, for test doubles. */
  readonly endpoint?: string;
  readonly sockets: Sockets;
  readonly rules: CallRules;
}

/** Whose keys, where. Without keys the surroundings of the process give them. */
export interface ClientPlace {
  readonly account: string;
  readonly region: string;
  readonly keys?: AwsKeys | (() => Promise<AwsKeys>);
}

/** The services of one account in one region. Each is set up when it is first used. */
export interface AwsClients {
  readonly ec2: EC2Client;
  readonly elb: ElasticLoadBalancingClient;
  readonly elbv2: ElasticLoadBalancingV2Client;
  readonly iam: IAMClient;
  readonly kms: KMSClient;
  readonly quotas: ServiceQuotasClient;
  readonly ram: RAMClient;
  readonly route53: Route53Client;
  readonly s3: S3Client;
  readonly sts: STSClient;
}

interface Shared {
  readonly region: string;
  readonly maxAttempts: number;
  readonly requestHandler: Sockets;
  readonly credentials?: AwsKeys | (() => Promise<AwsKeys>);
  readonly endpoint?: string;
}

const makers = {
  ec2: (shared: Shared) => new EC2Client(shared),
  elb: (shared: Shared) => new ElasticLoadBalancingClient(shared),
  elbv2: (shared: Shared) => new ElasticLoadBalancingV2Client(shared),
  iam: (shared: Shared) => new IAMClient(shared),
  kms: (shared: Shared) => new KMSClient(shared),
  quotas: (shared: Shared) => new ServiceQuotasClient(shared),
  ram: (shared: Shared) => new RAMClient(shared),
  route53: (shared: Shared) => new Route53Client(shared),
  // A double has no host for each bucket.
  s3: (shared: Shared) =>
    new S3Client({ ...shared, followRegionRedirects: true, forcePathStyle: shared.endpoint !== undefined }),
  sts: (shared: Shared) => new STSClient(shared),
} as const;

export const createClients = (settings: ClientSettings, place: ClientPlace): AwsClients => {
  const { endpoint, sockets, rules } = settings;
  const { account, region, keys } = place;
  const shared: Shared = {
    region,
    // Tries again are made by the rules: the SDK would repeat a change whose answer was lost.
    maxAttempts: 1,
    requestHandler: sockets,
    ...(keys === undefined ? {} : { credentials: keys }),
    ...(endpoint === undefined ? {} : { endpoint }),
  };
  const made: Partial<Record<keyof AwsClients, object>> = {};
  const clients = {};
  for (const service of Object.keys(makers) as (keyof AwsClients)[]) {
    Object.defineProperty(clients, service, {
      get: () => {
        made[service] ??= (() => {
          const client = makers[service](shared);
          guardCalls(client as Parameters<typeof guardCalls>[0], { service, account, region }, rules);
          return client;
        })();
        return made[service];
      },
    });
  }
  return clients as AwsClients;
};
