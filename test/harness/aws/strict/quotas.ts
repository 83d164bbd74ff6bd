import { itemsOf, refusal, textsOf } from '../aws-answer.ts';
import type { AwsCall } from '../aws-call.ts';
import type { RuleWorld, StrictRule } from './rule.ts';

interface Limited {
  readonly code: string;
  count(call: AwsCall, world: RuleWorld): Promise<number>;
}

const counting =
  (
    service: string,
    version: string,
    action: string,
    set: string,
    isOwn: (item: string) => boolean = () => true,
  ) =>
  async (call: AwsCall, world: RuleWorld): Promise<number> => {
    const body = await world.ask(
      { ...call, service },
      new URLSearchParams({ Action: action, Version: version }).toString(),
    );
    if (service !== 'ec2') return [...body.matchAll(/<member>\s*<(?:RoleName|Path|Arn)>/g)].length;
    return itemsOf(body, set).filter(isOwn).length;
  };

const ec2 = (action: string, set: string, isOwn?: (item: string) => boolean) =>
  counting('ec2', '2016-11-15', action, set, isOwn);

/** What AWS says when an account has as many as it may. */
const limited: Readonly<Record<string, Limited>> = {
  CreateVpc: { code: 'VpcLimitExceeded', count: ec2('DescribeVpcs', 'vpcSet') },
  CreateInternetGateway: {
    code: 'InternetGatewayLimitExceeded',
    count: ec2('DescribeInternetGateways', 'internetGatewaySet'),
  },
  AllocateAddress: { code: 'AddressLimitExceeded', count: ec2('DescribeAddresses', 'addressesSet') },
  CreateNatGateway: {
    code: 'NatGatewayLimitExceeded',
    count: ec2('DescribeNatGateways', 'natGatewaySet', (item) => textsOf(item, 'state')[0] !== 'deleted'),
  },
  CreateRole: { code: 'LimitExceeded', count: counting('iam', '2010-05-08', 'ListRoles', 'Roles') },
  CreateOpenIDConnectProvider: {
    code: 'LimitExceeded',
    count: counting('iam', '2010-05-08', 'ListOpenIDConnectProviders', 'OpenIDConnectProviderList'),
  },
};

export const quotaRule: StrictRule = {
  refuse: async (call, world) => {
    const limit = world.knobs.limits[call.action];
    const rule = limited[call.action];
    if (limit === undefined || rule === undefined) return undefined;
    if ((await rule.count(call, world)) < limit) return undefined;
    return refusal(
      call,
      call.service === 'iam' ? 409 : 400,
      rule.code,
      `The maximum number of ${limit} has been reached.`,
    );
  },
};
