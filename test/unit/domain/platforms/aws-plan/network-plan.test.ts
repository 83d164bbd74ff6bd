import { describe, expect, it } from 'vitest';
import { awsManaged } from '../../../../../src/domain/platforms/aws/plan/aws-plan.ts';
import { orderSteps } from '../../../../../src/providers/infrastructure/engine/plan-order.ts';
import { idsOf, planOf, requestOf, sharedVpc, stepOf } from './requests.ts';

const networkTypes = [
  'vpc',
  'internetGateway',
  'subnet',
  'address',
  'natGateway',
  'routeTable',
  'publicRouteTable',
  'gatewayEndpoint',
];

const network = (...args: Parameters<typeof planOf>) =>
  planOf(...args).filter(({ type }) => networkTypes.includes(type));

describe('the network of a cluster on AWS', () => {
  it('has a pair of subnets, an address, a NAT gateway and a table in each zone', () => {
    expect(network().map(({ id, name }) => [id, name])).toEqual([
      ['vpc', 'b2c3d4e5f6g7h-vpc'],
      ['internetGateway', 'b2c3d4e5f6g7h-igw'],
      ['subnet/private/eu-west-1a', 'b2c3d4e5f6g7h-private-eu-west-1a'],
      ['subnet/public/eu-west-1a', 'b2c3d4e5f6g7h-public-eu-west-1a'],
      ['subnet/private/eu-west-1b', 'b2c3d4e5f6g7h-private-eu-west-1b'],
      ['subnet/public/eu-west-1b', 'b2c3d4e5f6g7h-public-eu-west-1b'],
      ['address/eu-west-1a', 'b2c3d4e5f6g7h-eip-eu-west-1a'],
      ['natGateway/eu-west-1a', 'b2c3d4e5f6g7h-nat-eu-west-1a'],
      ['address/eu-west-1b', 'b2c3d4e5f6g7h-eip-eu-west-1b'],
      ['natGateway/eu-west-1b', 'b2c3d4e5f6g7h-nat-eu-west-1b'],
      ['routeTable/private/eu-west-1a', 'b2c3d4e5f6g7h-private-eu-west-1a'],
      ['routeTable/private/eu-west-1b', 'b2c3d4e5f6g7h-private-eu-west-1b'],
      ['routeTable/public', 'b2c3d4e5f6g7h-public'],
      ['endpoint/s3', 'b2c3d4e5f6g7h-s3'],
    ]);
  });

  it('gives each zone a /20 of the lower half for its public subnet and one of the upper half for the private', () => {
    const zones = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => `us-east-1${letter}`);
    const plan = planOf({
      aws: { region: 'us-east-1' },
      infrastructure: { zones, machineCidr: '10.8.0.0/16' },
    });
    // biome-ignore format: a table
    const cidrs = { public: zones.map((zone) => stepOf(plan, `subnet/public/${zone}`).input['cidr']), private: zones.map((zone) => stepOf(plan, `subnet/private/${zone}`).input['cidr']) };
    expect(cidrs).toEqual({
      public: [
        '10.8.0.0/20',
        '10.8.16.0/20',
        '10.8.32.0/20',
        '10.8.48.0/20',
        '10.8.64.0/20',
        '10.8.80.0/20',
        '10.8.96.0/20',
        '10.8.112.0/20',
      ],
      private: [
        '10.8.128.0/20',
        '10.8.144.0/20',
        '10.8.160.0/20',
        '10.8.176.0/20',
        '10.8.192.0/20',
        '10.8.208.0/20',
        '10.8.224.0/20',
        '10.8.240.0/20',
      ],
    });
  });

  it('marks everything with the cluster, the installation and its name, whatever tags the user gives', () => {
    const tags = { team: 'payments', Name: 'mine', 'berth-instance': 'other' };
    expect(stepOf(planOf({ aws: { tags } }), 'subnet/private/eu-west-1a').input['tags']).toEqual({
      team: 'payments',
      'kubernetes.io/cluster/b2c3d4e5f6g7h': 'owned',
      'hypershift.openshift.io/infra-id': 'b2c3d4e5f6g7h',
      'hypershift.openshift.io/cluster-name': 'payments',
      'berth-instance': 'prod',
      'berth-tenant': 'ten_1',
      'berth-cluster': 'cl_1',
      'berth-created-at': '1796083200',
      'kubernetes.io/role/internal-elb': '1',
      'karpenter.sh/discovery': 'b2c3d4e5f6g7h',
      Name: 'b2c3d4e5f6g7h-private-eu-west-1a',
    });
  });

  it('lets what hangs on NAT gateways come late, and nothing else', () => {
    expect(idsOf(network().filter(({ isLate }) => isLate === true))).toEqual([
      'natGateway/eu-west-1a',
      'natGateway/eu-west-1b',
      'routeTable/private/eu-west-1a',
      'routeTable/private/eu-west-1b',
      'endpoint/s3',
    ]);
  });

  it('sends all private subnets through one NAT gateway when there is to be one', () => {
    const plan = network({ infrastructure: { natGateways: 'single' } });
    expect(idsOf(plan).filter((id) => /^(address|natGateway)/.test(id))).toEqual([
      'address/eu-west-1a',
      'natGateway/eu-west-1a',
    ]);
    expect(stepOf(plan, 'routeTable/private/eu-west-1b').input['natGatewayStep']).toBe(
      'natGateway/eu-west-1a',
    );
  });

  it('leaves private subnets without a way out when a proxy is it, and still gives them their table', () => {
    const plan = network({ infrastructure: { egress: 'proxy' } });
    expect(idsOf(plan).filter((id) => /^(address|natGateway|routeTable)/.test(id))).toEqual([
      'routeTable/private/eu-west-1a',
      'routeTable/private/eu-west-1b',
      'routeTable/public',
    ]);
    const { input } = stepOf(plan, 'routeTable/private/eu-west-1a');
    expect(input).not.toHaveProperty('natGatewayStep');
    expect(input['subnetSteps']).toEqual(['subnet/private/eu-west-1a']);
  });

  it('makes public subnets only when machines get public addresses, and Karpenter finds those', () => {
    const plan = network({ infrastructure: { publicOnly: true } });
    expect(idsOf(plan)).toEqual([
      'vpc',
      'internetGateway',
      'subnet/public/eu-west-1a',
      'subnet/public/eu-west-1b',
      'routeTable/public',
      'endpoint/s3',
    ]);
    expect(stepOf(plan, 'subnet/public/eu-west-1a').input['tags']).toMatchObject({
      'kubernetes.io/role/elb': '1',
      'karpenter.sh/discovery': 'b2c3d4e5f6g7h',
    });
    expect(stepOf(plan, 'endpoint/s3').input).toMatchObject({
      service: 'com.amazonaws.eu-west-1.s3',
      routeTableSteps: ['routeTable/public'],
    });
  });

  it('puts the network into the account of the VPC, and lends its subnets with their tags', () => {
    const plan = planOf({ infrastructure: { sharedVpc } });
    expect(new Set(network({ infrastructure: { sharedVpc } }).map(({ input }) => input['account']))).toEqual(
      new Set(['vpcOwner']),
    );
    const share = stepOf(plan, 'share');
    expect(share.after).toEqual([
      'vpc',
      'subnet/private/eu-west-1a',
      'subnet/public/eu-west-1a',
      'subnet/private/eu-west-1b',
      'subnet/public/eu-west-1b',
    ]);
    expect(share.input['subnets']).toContainEqual({
      step: 'subnet/public/eu-west-1b',
      tags: stepOf(plan, 'subnet/public/eu-west-1b').input['tags'],
    });
  });

  it('is the same for the same request, in an order that can be carried out', () => {
    expect(planOf()).toEqual(planOf());
    for (const infrastructure of [{}, { publicOnly: true }, { sharedVpc }])
      expect(() => orderSteps(planOf({ infrastructure }))).not.toThrow();
  });

  it('is not planned for infrastructure that the user made', () => {
    const request = requestOf();
    const { aws } = request.spec.platform as Extract<typeof request.spec.platform, { type: 'aws' }>;
    const existing = { mode: 'existing' } as unknown as typeof aws.infrastructure;
    const spec = {
      ...request.spec,
      platform: { type: 'aws' as const, aws: { ...aws, infrastructure: existing } },
    };
    expect(() => awsManaged.plan({ ...request, spec })).toThrow('not Berth’s');
  });
});
