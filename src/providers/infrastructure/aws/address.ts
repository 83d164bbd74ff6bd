import {
  type Address,
  AllocateAddressCommand,
  DescribeAddressesCommand,
  ReleaseAddressCommand,
} from '@aws-sdk/client-ec2';
import { readTags } from './marks.ts';
import { type Ec2Type, idFrom, queryOf, tagSpecifications } from './resource-type.ts';

/** An elastic IP address. Lists of them have no pages. */
export const address: Ec2Type<Address> = {
  type: 'address',
  list: async ({ ec2 }, query) => {
    const { Addresses = [] } = await ec2.send(new DescribeAddressesCommand(queryOf(query, 'AllocationIds')));
    return Addresses.map((raw) => ({ id: raw.AllocationId ?? '', tags: readTags(raw.Tags), raw }));
  },
  create: async ({ ec2 }, step) => {
    const answer = await ec2.send(
      new AllocateAddressCommand({ Domain: 'vpc', TagSpecifications: tagSpecifications('elastic-ip', step) }),
    );
    return idFrom(answer.AllocationId, 'AllocateAddress');
  },
  remove: async ({ account, id }) => {
    await account.ec2.send(new ReleaseAddressCommand({ AllocationId: id }));
    return 'gone';
  },
};
