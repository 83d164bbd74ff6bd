import { itemsOf, refusal, textsOf } from '../aws-answer.ts';
import type { AwsCall } from '../aws-call.ts';
import type { RuleWorld, StrictRule } from './rule.ts';

const describe = (call: AwsCall, world: RuleWorld, action: string, set: string): Promise<readonly string[]> =>
  world
    .ask(call, new URLSearchParams({ Action: action, Version: '2016-11-15' }).toString())
    .then((body) => itemsOf(body, set));

const livingNats = async (call: AwsCall, world: RuleWorld): Promise<readonly string[]> =>
  (await describe(call, world, 'DescribeNatGateways', 'natGatewaySet')).filter(
    (item) => !['deleted', 'deleting'].includes(textsOf(item, 'state')[0] ?? ''),
  );

const subnetsOf = async (call: AwsCall, world: RuleWorld, vpc: string): Promise<readonly string[]> =>
  (await describe(call, world, 'DescribeSubnets', 'subnetSet'))
    .filter((item) => textsOf(item, 'vpcId').includes(vpc))
    .map((item) => textsOf(item, 'subnetId')[0] ?? '');

const violation = (call: AwsCall, what: string) =>
  refusal(call, 400, 'DependencyViolation', `${what} has dependencies and cannot be deleted.`);

type Check = (call: AwsCall, world: RuleWorld) => Promise<ReturnType<typeof refusal> | undefined>;

/** What moto lets go although something stands on it. Codes: EC2, error codes of the API. */
const checks: Readonly<Record<string, Check>> = {
  DetachInternetGateway: async (call, world) => {
    const subnets = await subnetsOf(call, world, call.parameters.get('VpcId') ?? '');
    const isMapped = (await livingNats(call, world)).some((item) =>
      subnets.includes(textsOf(item, 'subnetId')[0] ?? ''),
    );
    return isMapped
      ? refusal(
          call,
          400,
          'DependencyViolation',
          'Network has some mapped public address(es). Please unmap those public address(es) before detaching the gateway.',
        )
      : undefined;
  },
  DeleteSubnet: async (call, world) => {
    const id = call.parameters.get('SubnetId') ?? '';
    const isUsed = (await livingNats(call, world)).some((item) => textsOf(item, 'subnetId')[0] === id);
    return isUsed ? violation(call, `The subnet '${id}'`) : undefined;
  },
  ReleaseAddress: async (call, world) => {
    const id = call.parameters.get('AllocationId') ?? '';
    const isUsed = (await livingNats(call, world)).some((item) => textsOf(item, 'allocationId').includes(id));
    return isUsed
      ? refusal(call, 400, 'InvalidIPAddress.InUse', `The address with allocation id ${id} is in use.`)
      : undefined;
  },
  DeleteVpc: async (call, world) => {
    const id = call.parameters.get('VpcId') ?? '';
    const gateways = await describe(call, world, 'DescribeInternetGateways', 'internetGatewaySet');
    const isUsed =
      gateways.some((item) => textsOf(item, 'vpcId').includes(id)) ||
      (await subnetsOf(call, world, id)).length > 0;
    return isUsed ? violation(call, `The vpc '${id}'`) : undefined;
  },
  DeleteSecurityGroup: async (call, world) => {
    const id = call.parameters.get('GroupId') ?? '';
    const groups = await describe(call, world, 'DescribeSecurityGroups', 'securityGroupInfo');
    const isReferredTo = groups.some(
      (item) => textsOf(item, 'groupId')[0] !== id && textsOf(item, 'groupId').slice(1).includes(id),
    );
    const interfaces = await describe(call, world, 'DescribeNetworkInterfaces', 'networkInterfaceSet');
    const isUsed = isReferredTo || interfaces.some((item) => textsOf(item, 'groupId').includes(id));
    return isUsed
      ? refusal(call, 400, 'DependencyViolation', `resource ${id} has a dependent object`)
      : undefined;
  },
};

export const dependencyRule: StrictRule = {
  refuse: async (call, world) => (call.service === 'ec2' ? checks[call.action]?.(call, world) : undefined),
};
