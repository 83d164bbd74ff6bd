import {
  CreateNatGatewayCommand,
  CreateRouteCommand,
  CreateSubnetCommand,
  CreateVpcEndpointCommand,
  DeleteVpcCommand,
  DescribeSubnetsCommand,
  DescribeVpcsCommand,
} from '@aws-sdk/client-ec2';
import {
  CreateOpenIDConnectProviderCommand,
  CreateRoleCommand,
  GetRoleCommand,
  ListOpenIDConnectProvidersCommand,
  ListRolesCommand,
} from '@aws-sdk/client-iam';
import {
  CreateHostedZoneCommand,
  GetHostedZoneCommand,
  ListHostedZonesByNameCommand,
  ListHostedZonesCommand,
} from '@aws-sdk/client-route-53';
import { describe, expect, it } from 'vitest';
import {
  allocate,
  clientsOf,
  createNat,
  createSubnet,
  createTable,
  createVpc,
  policy,
  refusal,
  type World,
} from '../world.ts';

export const describeLag = (world: World): void => {
  describe('lists that lag', () => {
    const start = () => {
      const clients = clientsOf(world.double.settings());
      const own = async () =>
        (await clients.ec2.send(new DescribeVpcsCommand({})))
          .Vpcs!.filter(({ IsDefault }) => !IsDefault)
          .map(({ VpcId }) => VpcId);
      return { clients, own, knobs: world.double.strict.knobs };
    };

    it('hide a new VPC from lists and looks, and let it be used', async () => {
      const { clients, own, knobs } = start();
      knobs.hideSeconds = 30;
      const id = await createVpc(clients);
      const look = () => clients.ec2.send(new DescribeVpcsCommand({ VpcIds: [id] }));
      expect(await own()).toEqual([]);
      expect(await refusal(look())).toBe('400 InvalidVpcID.NotFound');
      expect(await createSubnet(clients, id)).toMatch(/^subnet-/);
      world.double.advance(29);
      expect(await own()).toEqual([]);
      world.double.advance(1);
      expect(await own()).toEqual([id]);
      expect((await look()).Vpcs).toHaveLength(1);
    });

    it('refuse what is known to be refused: new subnets, addresses, NAT gateways and tables', async () => {
      const { clients, knobs } = start();
      const { ec2 } = clients;
      knobs.natCreateSeconds = 0;
      const { vpc, subnet } = await createNat(clients);
      world.double.advance(30);
      knobs.hideSeconds = 30;
      const address = await allocate(clients);
      const table = await createTable(clients, vpc);
      const fresh = await createSubnet(clients, vpc, 1);
      const nat = (SubnetId: string) =>
        refusal(ec2.send(new CreateNatGatewayCommand({ SubnetId, AllocationId: address })));
      expect(await nat(fresh)).toBe('400 InvalidSubnetID.NotFound');
      expect(await nat(subnet)).toBe('400 InvalidElasticIpID.NotFound');
      const endpoint = { VpcId: vpc, ServiceName: 'com.amazonaws.us-east-1.s3', RouteTableIds: [table] };
      expect(await refusal(ec2.send(new CreateVpcEndpointCommand(endpoint)))).toBe(
        '400 InvalidRouteTableId.NotFound',
      );
      world.double.advance(30);
      expect(await nat(fresh)).toBe('accepted');
      knobs.hideSeconds = 0;
      const second = await createNat(clients, 'second');
      knobs.hideSeconds = 30;
      const route = { RouteTableId: table, DestinationCidrBlock: '0.0.0.0/0', NatGatewayId: second.nat };
      expect(await refusal(ec2.send(new CreateRouteCommand(route)))).toBe('400 InvalidNatGatewayID.NotFound');
    });

    it('refuse every new id where a test wants it so', async () => {
      const { clients, knobs } = start();
      knobs.hideSeconds = 30;
      knobs.lagReaches = 'every';
      const id = await createVpc(clients);
      const input = { VpcId: id, CidrBlock: '10.0.0.0/20' };
      expect(await refusal(clients.ec2.send(new CreateSubnetCommand(input)))).toBe(
        '400 InvalidVpcID.NotFound',
      );
      expect(await refusal(clients.ec2.send(new DeleteVpcCommand({ VpcId: id })))).toBe('accepted');
    });

    it('show what was just deleted, with its tags, for as long as a test wants', async () => {
      const { clients, own, knobs } = start();
      const id = await createVpc(clients);
      knobs.lingerSeconds = 20;
      await clients.ec2.send(new DeleteVpcCommand({ VpcId: id }));
      expect(await own()).toEqual([id]);
      const filtered = (value: string) =>
        clients.ec2.send(new DescribeVpcsCommand({ Filters: [{ Name: 'vpc-id', Values: [value] }] }));
      expect((await filtered(id)).Vpcs).toHaveLength(1);
      expect((await filtered('vpc-0')).Vpcs).toHaveLength(0);
      expect((await clients.ec2.send(new DescribeVpcsCommand({ VpcIds: [id] }))).Vpcs).toHaveLength(1);
      expect(await refusal(clients.ec2.send(new DeleteVpcCommand({ VpcId: id })))).toBe(
        '400 InvalidVpcID.NotFound',
      );
      world.double.advance(20);
      expect(await own()).toEqual([]);
    });

    it('hide new identities, whose names are taken all the same', async () => {
      const { clients, knobs } = start();
      knobs.hideSeconds = 30;
      const { iam } = clients;
      const role = {
        RoleName: 'r',
        AssumeRolePolicyDocument: policy({
          Effect: 'Allow',
          Principal: { Service: 'ec2.amazonaws.com' },
          Action: 'sts:AssumeRole',
        }),
      };
      await iam.send(new CreateRoleCommand(role));
      await iam.send(
        new CreateOpenIDConnectProviderCommand({ Url: 'https://oidc.test/x', ClientIDList: ['openshift'] }),
      );
      const providers = async () =>
        (await iam.send(new ListOpenIDConnectProvidersCommand({}))).OpenIDConnectProviderList!.length;
      const look = () => refusal(iam.send(new GetRoleCommand({ RoleName: 'r' })));
      expect(await look()).toBe('404 NoSuchEntityException');
      expect((await iam.send(new ListRolesCommand({}))).Roles).toHaveLength(0);
      expect(await providers()).toBe(0);
      expect(await refusal(iam.send(new CreateRoleCommand(role)))).toBe('409 EntityAlreadyExistsException');
      world.double.advance(30);
      expect(await look()).toBe('accepted');
      expect(await providers()).toBe(1);
    });

    it('hide new zones', async () => {
      const { clients, knobs } = start();
      knobs.hideSeconds = 30;
      const { route53 } = clients;
      const made = await route53.send(
        new CreateHostedZoneCommand({ Name: 'example.org', CallerReference: 'x' }),
      );
      const look = () => refusal(route53.send(new GetHostedZoneCommand({ Id: made.HostedZone!.Id })));
      const lists = async () => [
        (await route53.send(new ListHostedZonesCommand({}))).HostedZones!.length,
        (await route53.send(new ListHostedZonesByNameCommand({ DNSName: 'example.org' }))).HostedZones!
          .length,
      ];
      expect([await look(), await lists()]).toEqual(['404 NoSuchHostedZone', [0, 0]]);
      world.double.advance(30);
      expect([await look(), await lists()]).toEqual(['accepted', [1, 1]]);
    });

    it('come in pages, as small as a test wants', async () => {
      const { clients, knobs } = start();
      const vpc = await createVpc(clients);
      const ids = [await createSubnet(clients, vpc), await createSubnet(clients, vpc, 1)];
      const page = (NextToken?: string) =>
        clients.ec2.send(
          new DescribeSubnetsCommand({
            Filters: [{ Name: 'vpc-id', Values: [vpc] }],
            ...(NextToken === undefined ? {} : { NextToken }),
          }),
        );
      expect((await page()).NextToken).toBeUndefined();
      knobs.pageSize = 1;
      const first = await page();
      const second = await page(first.NextToken);
      expect([...first.Subnets!, ...second.Subnets!].map(({ SubnetId }) => SubnetId)).toEqual(ids);
      expect(second.NextToken).toBeUndefined();
    });
  });
};
