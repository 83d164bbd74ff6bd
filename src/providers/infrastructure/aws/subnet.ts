import {
  CreateSubnetCommand,
  DeleteSubnetCommand,
  paginateDescribeSubnets,
  type Subnet,
} from '@aws-sdk/client-ec2';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import { readTags } from './marks.ts';
import { type Ec2Type, idFrom, queryOf, type Seen, tagSpecifications } from './resource-type.ts';

export const listSubnets: Ec2Type<Subnet>['list'] = async ({ ec2 }, query) => {
  const seen: Seen<Subnet>[] = [];
  for await (const page of paginateDescribeSubnets({ client: ec2 }, queryOf(query, 'SubnetIds')))
    for (const raw of page.Subnets ?? [])
      seen.push({ id: raw.SubnetId ?? '', tags: readTags(raw.Tags), raw });
  return seen;
};

/** Two of one range cannot be in a VPC: a second try to make one is refused. */
export const subnet: Ec2Type<Subnet> = {
  type: 'subnet',
  list: listSubnets,
  create: async ({ ec2 }, step) => {
    const { vpcStep, zone, cidr } = inputOf('subnet', step.planned);
    const answer = await ec2.send(
      new CreateSubnetCommand({
        VpcId: step.idOf(vpcStep),
        AvailabilityZone: zone,
        CidrBlock: cidr,
        TagSpecifications: tagSpecifications('subnet', step),
      }),
    );
    return idFrom(answer.Subnet?.SubnetId, 'CreateSubnet');
  },
  remove: async ({ account, id }) => {
    await account.ec2.send(new DeleteSubnetCommand({ SubnetId: id }));
    return 'gone';
  },
};
