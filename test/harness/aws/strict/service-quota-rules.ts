import { jsonAnswer, Refusal } from '../protocol/aws-answer.ts';
import type { AwsCall } from '../protocol/aws-call.ts';
import type { Scene, StrictRule } from './rule.ts';

interface Quota {
  readonly service: string;
  readonly code: string;
  readonly name: string;
  readonly action: string;
}

/** Codes of Service Quotas. */
const quotas: readonly Quota[] = [
  { service: 'vpc', code: 'L-F678F1CE', name: 'VPCs per Region', action: 'CreateVpc' },
  {
    service: 'vpc',
    code: 'L-A4707A72',
    name: 'Internet gateways per Region',
    action: 'CreateInternetGateway',
  },
  {
    service: 'vpc',
    code: 'L-FE5A380F',
    name: 'NAT gateways per Availability Zone',
    action: 'CreateNatGateway',
  },
  { service: 'ec2', code: 'L-0263D0A3', name: 'EC2-VPC Elastic IPs', action: 'AllocateAddress' },
  { service: 'iam', code: 'L-FE177D64', name: 'Roles per account', action: 'CreateRole' },
  {
    service: 'iam',
    code: 'L-6E65F664',
    name: 'Instance profiles per account',
    action: 'CreateInstanceProfile',
  },
  {
    service: 'iam',
    code: 'L-858F3967',
    name: 'OpenId connect providers per account',
    action: 'CreateOpenIDConnectProvider',
  },
  { service: 'route53', code: 'L-4EA4796A', name: 'Hosted zones', action: 'CreateHostedZone' },
];

/** Where there is no limit in the double, one that nobody reaches. */
const boundless = 1_000_000;

const render = ({ service, code, name, action }: Quota, { region, account }: AwsCall, { knobs }: Scene) => ({
  ServiceCode: service,
  ServiceName: service,
  QuotaArn: `arn:aws:servicequotas:${region}:${account}:${service}/${code}`,
  QuotaCode: code,
  QuotaName: name,
  Value: knobs.limits[action] ?? boundless,
  Unit: 'None',
  Adjustable: true,
  GlobalQuota: service === 'iam' || service === 'route53',
});

const asked = ({ body }: AwsCall) =>
  JSON.parse(body.toString('utf8') || '{}') as { readonly ServiceCode?: string; readonly QuotaCode?: string };

const getOne = (call: AwsCall, scene: Scene) => {
  const { ServiceCode, QuotaCode } = asked(call);
  const quota = quotas.find(({ service, code }) => service === ServiceCode && code === QuotaCode);
  if (quota === undefined)
    throw new Refusal('NoSuchResourceException', 'The specified resource does not exist.', 400);
  return jsonAnswer(200, { Quota: render(quota, call, scene) });
};

const listAll = (call: AwsCall, scene: Scene) =>
  jsonAnswer(200, {
    Quotas: quotas
      .filter(({ service }) => service === asked(call).ServiceCode)
      .map((quota) => render(quota, call, scene)),
  });

/** Moto knows a handful of quotas of VPC; here they are the limits that the double keeps. */
export const serviceQuotaRules: StrictRule = {
  before: {
    'servicequotas:GetServiceQuota': getOne,
    'servicequotas:GetAWSDefaultServiceQuota': getOne,
    'servicequotas:ListServiceQuotas': listAll,
    'servicequotas:ListAWSDefaultServiceQuotas': listAll,
  },
};
