import type { MotoPlace } from '../moto-client.ts';
import { Refusal, xmlAnswer } from '../protocol/aws-answer.ts';
import type { AwsCall } from '../protocol/aws-call.ts';
import { descendants, findAll, parseXml, textAt } from '../protocol/xml.ts';
import { describe } from './ec2/lookups.ts';
import { stateOfNat } from './ec2/nat-life.ts';
import type { Scene, StrictRule } from './rule.ts';

type Count = (call: AwsCall, scene: Scene) => Promise<number>;

const countIam = async (moto: MotoPlace, action: string, set: string): Promise<number> => {
  let count = 0;
  let marker = '';
  do {
    const reply = await moto.query('iam', action, marker === '' ? {} : { Marker: marker });
    count += findAll(reply, `${action}Result`, set, 'member').length;
    marker = textAt(reply, `${action}Result`, 'Marker');
  } while (marker !== '');
  return count;
};

/** How many of a thing an account has, by the action that makes one. */
export const counts: Readonly<Record<string, Count>> = {
  CreateVpc: async (_call, { moto }) => (await describe(moto, 'DescribeVpcs')).length,
  CreateInternetGateway: async (_call, { moto }) => (await describe(moto, 'DescribeInternetGateways')).length,
  AllocateAddress: async (_call, { moto }) => (await describe(moto, 'DescribeAddresses')).length,
  CreateNatGateway: async ({ parameters }, { moto, estate, knobs, now }) => {
    const [subnet] = await describe(moto, 'DescribeSubnets', {
      'subnet-id': parameters.get('SubnetId') ?? '',
    });
    const zone = textAt(subnet, 'availabilityZone');
    const counting = ['pending', 'available', 'deleting'];
    const inZone = [...estate.nats.values()].filter(
      (nat) =>
        nat.account === moto.account && nat.zone === zone && counting.includes(stateOfNat(nat, now(), knobs)),
    );
    return inZone.length;
  },
  CreateRole: (_call, { moto }) => countIam(moto, 'ListRoles', 'Roles'),
  CreateInstanceProfile: (_call, { moto }) => countIam(moto, 'ListInstanceProfiles', 'InstanceProfiles'),
  CreateOpenIDConnectProvider: (_call, { moto }) =>
    countIam(moto, 'ListOpenIDConnectProviders', 'OpenIDConnectProviderList'),
  CreateHostedZone: async (_call, { moto }) => {
    const reply = await moto.rest('route53', 'GET', '/2013-04-01/hostedzonecount');
    return Number(textAt(parseXml(reply.body.toString('utf8')), 'HostedZoneCount'));
  },
};

const words: Readonly<Record<string, (limit: number) => Refusal>> = {
  'ec2:CreateVpc': () => new Refusal('VpcLimitExceeded', 'The maximum number of VPCs has been reached.'),
  'ec2:CreateInternetGateway': () =>
    new Refusal('InternetGatewayLimitExceeded', 'The maximum number of internet gateways has been reached.'),
  'ec2:AllocateAddress': () =>
    new Refusal('AddressLimitExceeded', 'The maximum number of addresses has been reached.'),
  'ec2:CreateNatGateway': (limit) =>
    new Refusal(
      'NatGatewayLimitExceeded',
      `Performing this operation would exceed the limit of ${limit} NAT gateways`,
    ),
  'iam:CreateRole': (limit) =>
    new Refusal('LimitExceeded', `Cannot exceed quota for RolesPerAccount: ${limit}`, 409),
  'iam:CreateInstanceProfile': (limit) =>
    new Refusal('LimitExceeded', `Cannot exceed quota for InstanceProfilesPerAccount: ${limit}`, 409),
  'iam:CreateOpenIDConnectProvider': (limit) =>
    new Refusal('LimitExceeded', `Cannot exceed quota for OpenIdConnectProvidersPerAccount: ${limit}`, 409),
  'route53:CreateHostedZone': (limit) =>
    new Refusal('TooManyHostedZones', `You have reached the limit of ${limit} hosted zones.`),
};

/** Moto has no limits. */
export const quotaRules: StrictRule = {
  before: Object.fromEntries(
    Object.entries(words).map(([key, refusal]) => [
      key,
      async (call: AwsCall, scene: Scene): Promise<void> => {
        const limit = scene.knobs.limits[call.action];
        if (limit === undefined) return;
        if (((await counts[call.action]?.(call, scene)) ?? 0) >= limit) throw refusal(limit);
      },
    ]),
  ),
  after: {
    'iam:GetAccountSummary': (_call, answer, { knobs }) => {
      const document = parseXml(answer.body.toString('utf8'));
      for (const entry of descendants(document, 'entry')) {
        const action = { RolesQuota: 'CreateRole', InstanceProfilesQuota: 'CreateInstanceProfile' }[
          textAt(entry, 'key')
        ];
        const limit = action === undefined ? undefined : knobs.limits[action];
        const value = findAll(entry, 'value')[0];
        if (limit !== undefined && value !== undefined) value.text = String(limit);
      }
      return xmlAnswer(200, document);
    },
  },
};
