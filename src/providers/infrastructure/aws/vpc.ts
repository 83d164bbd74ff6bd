import {
  CreateVpcCommand,
  DeleteVpcCommand,
  DescribeVpcAttributeCommand,
  ModifyVpcAttributeCommand,
  paginateDescribeVpcs,
  type Vpc,
} from '@aws-sdk/client-ec2';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { AwsAccount } from './account.ts';
import { readTags } from './marks.ts';
import { type Ec2Type, idFrom, queryOf, type Seen, tagSpecifications } from './resource-type.ts';

type Names = 'EnableDnsSupport' | 'EnableDnsHostnames';

const names: readonly Names[] = ['EnableDnsSupport', 'EnableDnsHostnames'];

const isOn = async (account: AwsAccount, vpcId: string, name: Names): Promise<boolean> => {
  const attribute = name === 'EnableDnsSupport' ? 'enableDnsSupport' : 'enableDnsHostnames';
  const answer = await account.ec2.send(
    new DescribeVpcAttributeCommand({ VpcId: vpcId, Attribute: attribute }),
  );
  return answer[name]?.Value === true;
};

/** Names of hosts, and of endpoints, are answered inside the VPC only with both on. */
export const dnsAttributesOff = async (account: AwsAccount, vpcId: string): Promise<readonly Names[]> => {
  const off: Names[] = [];
  for (const name of names) if (!(await isOn(account, vpcId, name))) off.push(name);
  return off;
};

export const listVpcs: Ec2Type<Vpc>['list'] = async ({ ec2 }, query) => {
  const seen: Seen<Vpc>[] = [];
  for await (const page of paginateDescribeVpcs({ client: ec2 }, queryOf(query, 'VpcIds')))
    for (const raw of page.Vpcs ?? []) seen.push({ id: raw.VpcId ?? '', tags: readTags(raw.Tags), raw });
  return seen;
};

export const vpc: Ec2Type<Vpc> = {
  type: 'vpc',
  list: listVpcs,
  create: async ({ ec2 }, step) => {
    const { cidr } = inputOf('vpc', step.planned);
    const answer = await ec2.send(
      new CreateVpcCommand({ CidrBlock: cidr, TagSpecifications: tagSpecifications('vpc', step) }),
    );
    return idFrom(answer.Vpc?.VpcId, 'CreateVpc');
  },
  drift: async ({ account, id }) =>
    (await dnsAttributesOff(account, id)).map((name) => `${name} is switched off`),
  settle: async ({ account, step, id }) => {
    for (const name of names) {
      await step.assertHeld();
      await account.ec2.send(new ModifyVpcAttributeCommand({ VpcId: id, [name]: { Value: true } }));
    }
    return 'done';
  },
  remove: async ({ account, id }) => {
    await account.ec2.send(new DeleteVpcCommand({ VpcId: id }));
    return 'gone';
  },
};
