import { CreateTagsCommand, DescribeSubnetsCommand } from '@aws-sdk/client-ec2';
import {
  CreateResourceShareCommand,
  DeleteResourceShareCommand,
  GetResourceSharesCommand,
} from '@aws-sdk/client-ram';
import { describe, expect, it } from 'vitest';
import { clientsOf, createSubnet, createVpc, customer, refusal, type World } from '../world.ts';

export const describeSharing = (world: World): void => {
  describe('a shared subnet', () => {
    it('is seen by the other account, after a while, without the tags of its owner', async () => {
      const owner = clientsOf(world.double.settings());
      const guest = clientsOf(world.double.settings(customer));
      const subnet = await createSubnet(owner, await createVpc(owner));
      const tag = (key: string) =>
        new CreateTagsCommand({ Resources: [subnet], Tags: [{ Key: key, Value: '1' }] });
      await owner.ec2.send(tag('of-the-owner'));
      world.double.strict.knobs.hideSeconds = 30;
      const input = {
        name: 'ID-share',
        resourceArns: [`arn:aws:ec2:us-east-1:123456789012:subnet/${subnet}`],
        principals: [customer],
        clientToken: 'once',
      };
      const made = await owner.ram.send(new CreateResourceShareCommand(input));
      const again = await owner.ram.send(new CreateResourceShareCommand(input));
      const resourceShareArn = made.resourceShare!.resourceShareArn!;
      expect(again.resourceShare!.resourceShareArn).toBe(resourceShareArn);
      const other = owner.ram.send(new CreateResourceShareCommand({ ...input, name: 'other' }));
      expect(await refusal(other)).toBe('400 IdempotentParameterMismatchException');

      const look = () => guest.ec2.send(new DescribeSubnetsCommand({ SubnetIds: [subnet] }));
      expect(await refusal(look())).toBe('400 InvalidSubnetID.NotFound');
      world.double.advance(30);
      expect((await look()).Subnets).toMatchObject([{ OwnerId: '123456789012', Tags: [] }]);
      await guest.ec2.send(tag('of-the-guest'));
      const tagged = new DescribeSubnetsCommand({ Filters: [{ Name: 'tag-key', Values: ['of-the-guest'] }] });
      expect((await guest.ec2.send(tagged)).Subnets).toMatchObject([
        { SubnetId: subnet, Tags: [{ Key: 'of-the-guest', Value: '1' }] },
      ]);
      expect((await owner.ec2.send(tagged)).Subnets).toEqual([]);

      await owner.ram.send(new DeleteResourceShareCommand({ resourceShareArn }));
      expect(await refusal(look())).toBe('400 InvalidSubnetID.NotFound');
      const { resourceShares } = await owner.ram.send(
        new GetResourceSharesCommand({ resourceOwner: 'SELF' }),
      );
      expect(resourceShares!.map(({ status }) => status)).toEqual(['DELETED']);
    });
  });
};
