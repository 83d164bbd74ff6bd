import {
  AllocateAddressCommand,
  AttachInternetGatewayCommand,
  CreateInternetGatewayCommand,
  CreateNatGatewayCommand,
  CreateRouteTableCommand,
  CreateSubnetCommand,
  CreateVpcCommand,
  DescribeNatGatewaysCommand,
  EC2Client,
} from '@aws-sdk/client-ec2';
import { ElasticLoadBalancingClient } from '@aws-sdk/client-elastic-load-balancing';
import { ElasticLoadBalancingV2Client } from '@aws-sdk/client-elastic-load-balancing-v2';
import { IAMClient } from '@aws-sdk/client-iam';
import { RAMClient } from '@aws-sdk/client-ram';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3Client } from '@aws-sdk/client-s3';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { STSClient } from '@aws-sdk/client-sts';
import type { AwsDouble, ClientSettings } from '../../harness/aws/aws-double.ts';

/** The double of a test file, started once and forgotten between tests. */
export interface World {
  readonly double: AwsDouble;
}

export const customer = '222222222222';

const once = <Client>(make: () => Client): (() => Client) => {
  let client: Client | undefined;
  return () => {
    client ??= make();
    return client;
  };
};

/** The clients of one caller, made when they are asked for. */
export const clientsOf = (settings: ClientSettings) => {
  const ec2 = once(() => new EC2Client(settings));
  const iam = once(() => new IAMClient(settings));
  const route53 = once(() => new Route53Client(settings));
  const sts = once(() => new STSClient(settings));
  const s3 = once(() => new S3Client(settings));
  const elb = once(() => new ElasticLoadBalancingClient(settings));
  const elbv2 = once(() => new ElasticLoadBalancingV2Client(settings));
  const ram = once(() => new RAMClient(settings));
  const quotas = once(() => new ServiceQuotasClient(settings));
  return {
    get ec2() {
      return ec2();
    },
    get iam() {
      return iam();
    },
    get route53() {
      return route53();
    },
    get sts() {
      return sts();
    },
    get s3() {
      return s3();
    },
    get elb() {
      return elb();
    },
    get elbv2() {
      return elbv2();
    },
    get ram() {
      return ram();
    },
    get quotas() {
      return quotas();
    },
  };
};

type Clients = ReturnType<typeof clientsOf>;

export const createVpc = async ({ ec2 }: Clients): Promise<string> =>
  (await ec2.send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' }))).Vpc!.VpcId!;

export const createSubnet = async ({ ec2 }: Clients, vpc: string, block = 0): Promise<string> => {
  const input = { VpcId: vpc, CidrBlock: `10.0.${block * 16}.0/20`, AvailabilityZone: 'us-east-1a' };
  return (await ec2.send(new CreateSubnetCommand(input))).Subnet!.SubnetId!;
};

export const createGateway = async ({ ec2 }: Clients, vpc: string): Promise<string> => {
  const made = await ec2.send(new CreateInternetGatewayCommand({}));
  const id = made.InternetGateway!.InternetGatewayId!;
  await ec2.send(new AttachInternetGatewayCommand({ InternetGatewayId: id, VpcId: vpc }));
  return id;
};

export const createTable = async ({ ec2 }: Clients, vpc: string): Promise<string> =>
  (await ec2.send(new CreateRouteTableCommand({ VpcId: vpc }))).RouteTable!.RouteTableId!;

export const allocate = async ({ ec2 }: Clients): Promise<string> =>
  (await ec2.send(new AllocateAddressCommand({ Domain: 'vpc' }))).AllocationId!;

/** A VPC with an internet gateway, a subnet and a NAT gateway in it. */
export const createNat = async (clients: Clients, token = 'token') => {
  const vpc = await createVpc(clients);
  const gateway = await createGateway(clients, vpc);
  const subnet = await createSubnet(clients, vpc);
  const address = await allocate(clients);
  const input = { SubnetId: subnet, AllocationId: address, ClientToken: token };
  const made = await clients.ec2.send(new CreateNatGatewayCommand(input));
  return { vpc, gateway, subnet, address, input, nat: made.NatGateway!.NatGatewayId! };
};

export const natState = async ({ ec2 }: Clients, nat: string) =>
  (await ec2.send(new DescribeNatGatewaysCommand({ NatGatewayIds: [nat] }))).NatGateways![0]!.State;

/** How a call was refused: its name in the SDK and the state. */
export const refusal = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'accepted';
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
    return $metadata?.httpStatusCode === undefined ? `lost: ${name}` : `${$metadata.httpStatusCode} ${name}`;
  }
};

export const policy = (statement: object): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: statement });
