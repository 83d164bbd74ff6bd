import {
  AssociateRouteTableCommand,
  CreateRouteCommand,
  DeleteNatGatewayCommand,
  DeleteRouteTableCommand,
  DescribeRouteTablesCommand,
  DisassociateRouteTableCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { clientsOf, createNat, createSubnet, createTable, createVpc, refusal, type World } from '../world.ts';

export const describeRoutes = (world: World): void => {
  describe('routes and their tables', () => {
    const start = () => clientsOf(world.double.settings());

    it('lead to a NAT gateway that is available', async () => {
      const clients = start();
      const { nat, vpc } = await createNat(clients);
      const table = await createTable(clients, vpc);
      const route = (block: string, NatGatewayId: string) =>
        refusal(
          clients.ec2.send(
            new CreateRouteCommand({ RouteTableId: table, DestinationCidrBlock: block, NatGatewayId }),
          ),
        );
      expect(await route('0.0.0.0/0', 'nat-0123456789abcdef0')).toBe('400 InvalidNatGatewayID.NotFound');
      expect(await route('0.0.0.0/0', nat)).toBe('400 InvalidNatGatewayID.NotFound');
      world.double.advance(100);
      expect(await route('0.0.0.0/0', nat)).toBe('accepted');
      await clients.ec2.send(new DeleteNatGatewayCommand({ NatGatewayId: nat }));
      expect(await route('10.9.0.0/16', nat)).toBe('400 InvalidNatGatewayID.NotFound');
    });

    it('keep the main table, and its association', async () => {
      const clients = start();
      const vpc = await createVpc(clients);
      const { RouteTables } = await clients.ec2.send(
        new DescribeRouteTablesCommand({ Filters: [{ Name: 'vpc-id', Values: [vpc] }] }),
      );
      const [main] = RouteTables!;
      expect(
        await refusal(clients.ec2.send(new DeleteRouteTableCommand({ RouteTableId: main!.RouteTableId }))),
      ).toBe('400 DependencyViolation');
      const AssociationId = main!.Associations![0]!.RouteTableAssociationId;
      expect(await refusal(clients.ec2.send(new DisassociateRouteTableCommand({ AssociationId })))).toBe(
        '400 InvalidParameterValue',
      );
    });

    it('give a subnet one table, of its own VPC', async () => {
      const clients = start();
      const vpc = await createVpc(clients);
      const subnet = await createSubnet(clients, vpc);
      const associate = (RouteTableId: string) =>
        refusal(clients.ec2.send(new AssociateRouteTableCommand({ RouteTableId, SubnetId: subnet })));
      const elsewhere = await createTable(clients, await createVpc(clients));
      expect(await associate(elsewhere)).toBe('400 InvalidParameterValue');
      expect(await associate(await createTable(clients, vpc))).toBe('accepted');
      expect(await associate(await createTable(clients, vpc))).toBe('400 Resource.AlreadyAssociated');
    });
  });
};
