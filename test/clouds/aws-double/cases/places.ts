import {
  CreateSubnetCommand,
  CreateVolumeCommand,
  CreateVpcCommand,
  DescribeAvailabilityZonesCommand,
  DescribeRegionsCommand,
  DescribeVpcsCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { clientsOf, createVpc, refusal, type World } from '../world.ts';

export const describePlaces = (world: World): void => {
  describe('places', () => {
    it('that do not exist are refused by name', async () => {
      const clients = clientsOf(world.double.settings());
      const { ec2 } = clients;
      const vpc = await createVpc(clients);
      const subnet = { VpcId: vpc, CidrBlock: '10.0.0.0/20', AvailabilityZone: 'us-east-1z' };
      const elsewhere = clientsOf(world.double.settings(undefined, 'us-nowhere-1'));
      expect([
        await refusal(ec2.send(new DescribeRegionsCommand({ RegionNames: ['us-nowhere-1'] }))),
        await refusal(ec2.send(new DescribeAvailabilityZonesCommand({ ZoneNames: ['us-east-1z'] }))),
        await refusal(ec2.send(new CreateSubnetCommand(subnet))),
        await refusal(ec2.send(new CreateVolumeCommand({ AvailabilityZone: 'us-east-1z', Size: 1 }))),
        await refusal(elsewhere.ec2.send(new DescribeVpcsCommand({}))),
      ]).toEqual([
        '400 InvalidParameterValue',
        '400 InvalidParameterValue',
        '400 InvalidParameterValue',
        '400 InvalidZone.NotFound',
        '400 InvalidParameterValue',
      ]);
    });

    it('of a subnet are named as those of the region', async () => {
      const clients = clientsOf(world.double.settings());
      const input = {
        VpcId: await createVpc(clients),
        CidrBlock: '10.0.0.0/20',
        AvailabilityZone: 'us-east-1z',
      };
      await expect(clients.ec2.send(new CreateSubnetCommand(input))).rejects.toThrow(
        'following availability zones: us-east-1a, us-east-1b, us-east-1c, us-east-1d, us-east-1e, us-east-1f.',
      );
    });

    it('stay as they are in a dry run', async () => {
      const clients = clientsOf(world.double.settings());
      const input = { CidrBlock: '10.0.0.0/16', DryRun: true };
      expect(await refusal(clients.ec2.send(new CreateVpcCommand(input)))).toBe('412 DryRunOperation');
      world.double.strict.knobs.denied.add('ec2:CreateVpc');
      expect(await refusal(clients.ec2.send(new CreateVpcCommand(input)))).toBe('403 UnauthorizedOperation');
      expect(await world.double.census()).toEqual([]);
    });
  });
};
