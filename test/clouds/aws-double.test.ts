import {
  AllocateAddressCommand,
  AttachInternetGatewayCommand,
  CreateInternetGatewayCommand,
  CreateNatGatewayCommand,
  CreateSubnetCommand,
  CreateVpcCommand,
  DeleteNatGatewayCommand,
  DeleteVpcCommand,
  DescribeNatGatewaysCommand,
  DescribeVpcsCommand,
  DetachInternetGatewayCommand,
  EC2Client,
  ReleaseAddressCommand,
} from '@aws-sdk/client-ec2';
import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { CreateHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AwsDouble, startAwsDouble } from '../harness/aws/aws-double.ts';

let double: AwsDouble;
let ec2: EC2Client;
let settings: object;

beforeAll(async () => {
  double = await startAwsDouble();
  settings = {
    endpoint: double.url,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  };
  ec2 = new EC2Client(settings);
});
afterAll(() => double?.stop());
beforeEach(() => double.reset());

const vpcs = async () =>
  ((await ec2.send(new DescribeVpcsCommand({}))).Vpcs ?? [])
    .filter(({ IsDefault }) => !IsDefault)
    .map(({ VpcId }) => VpcId);

const createVpc = async () =>
  (await ec2.send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' }))).Vpc?.VpcId ?? '';

const createGateway = async (token: string) => {
  const vpc = await createVpc();
  const gateway = (await ec2.send(new CreateInternetGatewayCommand({}))).InternetGateway?.InternetGatewayId;
  await ec2.send(new AttachInternetGatewayCommand({ InternetGatewayId: gateway, VpcId: vpc }));
  const subnet = (await ec2.send(new CreateSubnetCommand({ VpcId: vpc, CidrBlock: '10.0.0.0/20' }))).Subnet
    ?.SubnetId;
  const address = (await ec2.send(new AllocateAddressCommand({ Domain: 'vpc' }))).AllocationId;
  const input = { SubnetId: subnet, AllocationId: address, ClientToken: token };
  const nat = (await ec2.send(new CreateNatGatewayCommand(input))).NatGateway;
  return { vpc, gateway, address, input, id: nat?.NatGatewayId, state: nat?.State };
};

const stateOf = async (id: string | undefined) =>
  (await ec2.send(new DescribeNatGatewaysCommand({ NatGatewayIds: [id ?? ''] }))).NatGateways?.[0]?.State;

describe('the double of AWS', () => {
  it('hides what was just made', async () => {
    double.strict.knobs.hideSeconds = 30;
    const id = await createVpc();
    expect(await vpcs()).toEqual([]);
    await expect(ec2.send(new DescribeVpcsCommand({ VpcIds: [id] }))).rejects.toMatchObject({
      name: 'InvalidVpcID.NotFound',
    });
    double.advance(30);
    expect(await vpcs()).toEqual([id]);
  });

  it('lets NAT gateways take their time, holds what they stand on, and makes one of one token', async () => {
    const { id, state, input, address, vpc, gateway } = await createGateway('token-1');
    expect(state).toBe('pending');
    expect((await ec2.send(new CreateNatGatewayCommand(input))).NatGateway?.NatGatewayId).toBe(id);
    double.advance(100);
    expect(await stateOf(id)).toBe('available');
    const release = new ReleaseAddressCommand({ AllocationId: address });
    await expect(ec2.send(release)).rejects.toMatchObject({ name: 'InvalidIPAddress.InUse' });
    await expect(
      ec2.send(new DetachInternetGatewayCommand({ InternetGatewayId: gateway, VpcId: vpc })),
    ).rejects.toMatchObject({ name: 'DependencyViolation' });
    await ec2.send(new DeleteNatGatewayCommand({ NatGatewayId: id }));
    expect(await stateOf(id)).toBe('deleting');
    await expect(ec2.send(release)).rejects.toThrow();
    double.advance(50);
    expect(await stateOf(id)).toBe('deleted');
    await ec2.send(release);
  });

  it('refuses what would exceed a limit, in the words of AWS', async () => {
    double.strict.knobs.limits['CreateVpc'] = 2;
    await createVpc();
    await expect(createVpc()).rejects.toMatchObject({ name: 'VpcLimitExceeded' });
  });

  it('does not delete a VPC with something in it', async () => {
    const { vpc } = await createGateway('token-2');
    await expect(ec2.send(new DeleteVpcCommand({ VpcId: vpc }))).rejects.toMatchObject({
      name: 'DependencyViolation',
    });
  });

  it('makes one zone of one caller reference', async () => {
    const route53 = new Route53Client(settings);
    const create = () =>
      route53.send(new CreateHostedZoneCommand({ Name: 'example.org', CallerReference: 'once' }));
    await create();
    await expect(create()).rejects.toMatchObject({ name: 'HostedZoneAlreadyExists' });
  });

  it('gives a role only to whom it trusts, with the external id', async () => {
    const iam = new IAMClient(settings);
    const trust = {
      Version: '2012-10-17',
      Statement: {
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::123456789012:root' },
        Action: 'sts:AssumeRole',
        Condition: { StringEquals: { 'sts:ExternalId': 'secret-handshake' } },
      },
    };
    const { Role } = await iam.send(
      new CreateRoleCommand({ RoleName: 'berth', AssumeRolePolicyDocument: JSON.stringify(trust) }),
    );
    const sts = new STSClient(settings);
    const assume = (externalId?: string) =>
      sts.send(
        new AssumeRoleCommand({
          RoleArn: Role?.Arn,
          RoleSessionName: 'test',
          ...(externalId === undefined ? {} : { ExternalId: externalId }),
        }),
      );
    await expect(assume()).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(assume('wrong')).rejects.toMatchObject({ name: 'AccessDenied' });
    expect((await assume('secret-handshake')).Credentials?.AccessKeyId).toBeTypeOf('string');
  });

  it('loses replies and drops requests, each as told', async () => {
    double.watch(({ action, phase }) => (action === 'CreateVpc' && phase === 'after' ? 'loseReply' : 'pass'));
    await expect(createVpc()).rejects.toThrow();
    double.watch(undefined);
    expect((await vpcs()).length).toBe(1);
    double.watch(({ action }) => (action === 'CreateVpc' ? 'drop' : 'pass'));
    await expect(createVpc()).rejects.toThrow();
    double.watch(undefined);
    expect((await vpcs()).length).toBe(1);
    double.watch(({ phase }) =>
      phase === 'before' ? { status: 503, code: 'RequestLimitExceeded', message: 'slow down' } : 'pass',
    );
    await expect(createVpc()).rejects.toMatchObject({ name: 'RequestLimitExceeded' });
  });
});
