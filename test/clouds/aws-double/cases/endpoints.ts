import {
  CreateVpcEndpointCommand,
  CreateVpcEndpointServiceConfigurationCommand,
  DeleteSubnetCommand,
  DeleteVpcEndpointServiceConfigurationsCommand,
  DeleteVpcEndpointsCommand,
  DescribeVpcEndpointConnectionsCommand,
  DescribeVpcEndpointsCommand,
  RejectVpcEndpointConnectionsCommand,
} from '@aws-sdk/client-ec2';
import { CreateLoadBalancerCommand } from '@aws-sdk/client-elastic-load-balancing-v2';
import { describe, expect, it } from 'vitest';
import { clientsOf, createSubnet, createTable, createVpc, customer, refusal, type World } from '../world.ts';

const s3 = 'com.amazonaws.us-east-1.s3';

export const describeEndpoints = (world: World): void => {
  describe('endpoints', () => {
    const start = () => clientsOf(world.double.settings());

    it('are gateways unless said, and go whole', async () => {
      const clients = start();
      const { ec2 } = clients;
      const vpc = await createVpc(clients);
      const table = await createTable(clients, vpc);
      const input = { VpcId: vpc, ServiceName: s3, RouteTableIds: [table], ClientToken: 'a' };
      const made = (await ec2.send(new CreateVpcEndpointCommand(input))).VpcEndpoint!;
      expect(made.VpcEndpointType).toBe('Gateway');
      expect((await ec2.send(new CreateVpcEndpointCommand(input))).VpcEndpoint!.VpcEndpointId).toBe(
        made.VpcEndpointId,
      );
      expect(await refusal(ec2.send(new CreateVpcEndpointCommand({ ...input, ClientToken: 'b' })))).toBe(
        '400 RouteAlreadyExists',
      );
      const ids = { VpcEndpointIds: [made.VpcEndpointId!] };
      expect((await ec2.send(new DeleteVpcEndpointsCommand(ids))).Unsuccessful).toEqual([]);
      expect((await ec2.send(new DescribeVpcEndpointsCommand({}))).VpcEndpoints).toEqual([]);
      expect(await refusal(ec2.send(new DescribeVpcEndpointsCommand(ids)))).toBe(
        '400 InvalidVpcEndpointId.NotFound',
      );
      expect((await ec2.send(new DeleteVpcEndpointsCommand(ids))).Unsuccessful![0]!.Error!.Code).toBe(
        'InvalidVpcEndpoint.NotFound',
      );
      expect(await refusal(ec2.send(new CreateVpcEndpointCommand({ ...input, ClientToken: 'c' })))).toBe(
        'accepted',
      );
    });

    it('are refused for services that do not exist', async () => {
      const clients = start();
      const vpc = await createVpc(clients);
      const create = (ServiceName: string) =>
        refusal(clients.ec2.send(new CreateVpcEndpointCommand({ VpcId: vpc, ServiceName })));
      expect(await create('com.amazonaws.eu-west-1.s3')).toBe('400 InvalidServiceName');
      expect(await create('com.amazonaws.vpce.us-east-1.vpce-svc-0123')).toBe('400 InvalidServiceName');
    });

    it('leave their interfaces in the subnets for a while', async () => {
      const clients = start();
      const { ec2 } = clients;
      const vpc = await createVpc(clients);
      const subnet = await createSubnet(clients, vpc);
      const made = await ec2.send(
        new CreateVpcEndpointCommand({
          VpcId: vpc,
          VpcEndpointType: 'Interface',
          ServiceName: 'com.amazonaws.us-east-1.ec2',
          SubnetIds: [subnet],
        }),
      );
      await ec2.send(new DeleteVpcEndpointsCommand({ VpcEndpointIds: [made.VpcEndpoint!.VpcEndpointId!] }));
      const removeSubnet = () => refusal(ec2.send(new DeleteSubnetCommand({ SubnetId: subnet })));
      const states = async () =>
        (await ec2.send(new DescribeVpcEndpointsCommand({}))).VpcEndpoints!.map(({ State }) => String(State));
      expect([await states(), await removeSubnet()]).toEqual([['deleting'], '400 DependencyViolation']);
      world.double.advance(60);
      expect([await states(), await removeSubnet()]).toEqual([[], 'accepted']);
    });

    it('of others keep a service until they are rejected', async () => {
      const owner = start();
      const vpc = await createVpc(owner);
      const subnet = await createSubnet(owner, vpc);
      const balancer = await owner.elbv2.send(
        new CreateLoadBalancerCommand({ Name: 'router', Type: 'network', Subnets: [subnet] }),
      );
      const service = (
        await owner.ec2.send(
          new CreateVpcEndpointServiceConfigurationCommand({
            NetworkLoadBalancerArns: [balancer.LoadBalancers![0]!.LoadBalancerArn!],
            AcceptanceRequired: false,
          }),
        )
      ).ServiceConfiguration!;
      const guest = clientsOf(world.double.settings(customer));
      const guestVpc = await createVpc(guest);
      const endpoint = await guest.ec2.send(
        new CreateVpcEndpointCommand({
          VpcId: guestVpc,
          VpcEndpointType: 'Interface',
          ServiceName: service.ServiceName,
          SubnetIds: [await createSubnet(guest, guestVpc)],
        }),
      );
      const VpcEndpointId = endpoint.VpcEndpoint!.VpcEndpointId!;
      const connections = async () =>
        (
          await owner.ec2.send(
            new DescribeVpcEndpointConnectionsCommand({
              Filters: [{ Name: 'service-id', Values: [service.ServiceId!] }],
            }),
          )
        ).VpcEndpointConnections!.map((item) => [
          item.VpcEndpointId,
          item.VpcEndpointOwner,
          item.VpcEndpointState,
        ]);
      expect(await connections()).toEqual([[VpcEndpointId, customer, 'available']]);
      const remove = async () =>
        (
          await owner.ec2.send(
            new DeleteVpcEndpointServiceConfigurationsCommand({ ServiceIds: [service.ServiceId!] }),
          )
        ).Unsuccessful!.map(({ Error: error }) => error!.Code);
      expect(await remove()).toEqual(['ExistingVpcEndpointConnections']);
      await owner.ec2.send(
        new RejectVpcEndpointConnectionsCommand({
          ServiceId: service.ServiceId,
          VpcEndpointIds: [VpcEndpointId],
        }),
      );
      expect(await connections()).toEqual([[VpcEndpointId, customer, 'rejected']]);
      expect(await remove()).toEqual([]);
    });
  });
};
