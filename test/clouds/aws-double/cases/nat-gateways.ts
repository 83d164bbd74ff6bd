import {
  CreateNatGatewayCommand,
  DeleteNatGatewayCommand,
  DeleteSubnetCommand,
  DescribeNatGatewaysCommand,
  DescribeNetworkInterfacesCommand,
  DetachInternetGatewayCommand,
  ReleaseAddressCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import {
  allocate,
  clientsOf,
  createNat,
  createSubnet,
  createVpc,
  natState,
  refusal,
  type World,
} from '../world.ts';

export const describeNatGateways = (world: World): void => {
  describe('a NAT gateway', () => {
    const start = () => clientsOf(world.double.settings());

    it('takes its time to come and to go', async () => {
      const clients = start();
      const { nat } = await createNat(clients);
      expect(await natState(clients, nat)).toBe('pending');
      world.double.advance(100);
      expect(await natState(clients, nat)).toBe('available');
      await clients.ec2.send(new DeleteNatGatewayCommand({ NatGatewayId: nat }));
      expect(await natState(clients, nat)).toBe('deleting');
      world.double.advance(50);
      expect(await natState(clients, nat)).toBe('deleted');
    });

    it('is found by the state that it has here', async () => {
      const clients = start();
      const { nat } = await createNat(clients);
      const inState = async (state: string) =>
        (
          await clients.ec2.send(
            new DescribeNatGatewaysCommand({ Filter: [{ Name: 'state', Values: [state] }] }),
          )
        ).NatGateways!.map(({ NatGatewayId }) => NatGatewayId);
      expect([await inState('pending'), await inState('available')]).toEqual([[nat], []]);
      world.double.advance(100);
      expect([await inState('pending'), await inState('available')]).toEqual([[], [nat]]);
    });

    it('holds address, subnet and internet gateway until it is gone', async () => {
      const clients = start();
      const { ec2 } = clients;
      const { nat, address, subnet, gateway, vpc } = await createNat(clients);
      const release = () => refusal(ec2.send(new ReleaseAddressCommand({ AllocationId: address })));
      const removeSubnet = () => refusal(ec2.send(new DeleteSubnetCommand({ SubnetId: subnet })));
      const detach = () =>
        refusal(ec2.send(new DetachInternetGatewayCommand({ InternetGatewayId: gateway, VpcId: vpc })));
      expect([await release(), await removeSubnet(), await detach()]).toEqual([
        '400 InvalidIPAddress.InUse',
        '400 DependencyViolation',
        '400 DependencyViolation',
      ]);
      await ec2.send(new DeleteNatGatewayCommand({ NatGatewayId: nat }));
      expect([await release(), await removeSubnet(), await detach()]).toEqual([
        '400 AuthFailure',
        '400 DependencyViolation',
        '400 DependencyViolation',
      ]);
      world.double.advance(50);
      expect([await release(), await removeSubnet(), await detach()]).toEqual([
        'accepted',
        'accepted',
        'accepted',
      ]);
    });

    it('is one of one token, and refused for other parameters', async () => {
      const clients = start();
      const { nat, input, vpc } = await createNat(clients, 'once');
      const again = await clients.ec2.send(new CreateNatGatewayCommand(input));
      expect(again.NatGateway!.NatGatewayId).toBe(nat);
      const other = { ...input, SubnetId: await createSubnet(clients, vpc, 1) };
      expect(await refusal(clients.ec2.send(new CreateNatGatewayCommand(other)))).toBe(
        '400 IdempotentParameterMismatch',
      );
      expect((await clients.ec2.send(new DescribeNatGatewaysCommand({}))).NatGateways).toHaveLength(1);
    });

    it('is one of one token also when two ask at once', async () => {
      const clients = start();
      const { input } = await createNat(clients);
      const both = { ...input, AllocationId: await allocate(clients), ClientToken: 'race' };
      const made = await Promise.all([1, 2].map(() => clients.ec2.send(new CreateNatGatewayCommand(both))));
      expect(new Set(made.map(({ NatGateway }) => NatGateway!.NatGatewayId)).size).toBe(1);
    });

    it('fails where no internet gateway is, and lets go of its address', async () => {
      const clients = start();
      const subnet = await createSubnet(clients, await createVpc(clients));
      const address = await allocate(clients);
      const input = { SubnetId: subnet, AllocationId: address };
      const made = await clients.ec2.send(new CreateNatGatewayCommand(input));
      const nat = made.NatGateway!.NatGatewayId!;
      expect(await natState(clients, nat)).toBe('pending');
      world.double.advance(100);
      const { NatGateways } = await clients.ec2.send(
        new DescribeNatGatewaysCommand({ NatGatewayIds: [nat] }),
      );
      expect(NatGateways![0]).toMatchObject({ State: 'failed', FailureCode: 'Gateway.NotAttached' });
      expect(await refusal(clients.ec2.send(new ReleaseAddressCommand({ AllocationId: address })))).toBe(
        'accepted',
      );
    });

    it('fails as a test says', async () => {
      const clients = start();
      world.double.failNextNat('InsufficientFreeAddressesInSubnet', 'The subnet is full');
      const { nat } = await createNat(clients);
      world.double.advance(100);
      expect(await natState(clients, nat)).toBe('failed');
    });

    it('that is not there is said to be so, and one that cannot be made leaves no interface', async () => {
      const clients = start();
      const { ec2 } = clients;
      const unknown = 'nat-0123456789abcdef0';
      expect(await refusal(ec2.send(new DeleteNatGatewayCommand({ NatGatewayId: unknown })))).toBe(
        '400 NatGatewayNotFound',
      );
      expect(await refusal(ec2.send(new DescribeNatGatewaysCommand({ NatGatewayIds: [unknown] })))).toBe(
        '400 NatGatewayNotFound',
      );
      const { input } = await createNat(clients);
      expect(await refusal(ec2.send(new CreateNatGatewayCommand({ ...input, ClientToken: 'second' })))).toBe(
        '400 Resource.AlreadyAssociated',
      );
      const { NetworkInterfaces } = await ec2.send(new DescribeNetworkInterfacesCommand({}));
      expect(NetworkInterfaces).toHaveLength(1);
    });
  });
};
