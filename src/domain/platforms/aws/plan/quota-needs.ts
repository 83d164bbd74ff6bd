import type { PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import type { AwsAccountName } from './step-inputs.ts';

/** A limit that AWS sets an account. */
export interface AwsQuota {
  readonly service: string;
  readonly code: string;
  readonly name: string;
  /** What it is when AWS does not say. Source: the service's page of quotas. */
  readonly usual: number;
  /** Type of the steps that use it up. */
  readonly type: string;
  /** Quotas of global services are kept in one region. */
  readonly isGlobal?: true;
  /** Counted in each zone. */
  readonly isPerZone?: true;
}

const awsQuotas: readonly AwsQuota[] = [
  { service: 'vpc', code: 'L-F678F1CE', name: 'VPCs per region', usual: 5, type: 'vpc' },
  {
    service: 'vpc',
    code: 'L-A4707A72',
    name: 'Internet gateways per region',
    usual: 5,
    type: 'internetGateway',
  },
  { service: 'ec2', code: 'L-0263D0A3', name: 'Elastic IP addresses', usual: 5, type: 'address' },
  {
    service: 'vpc',
    code: 'L-FE5A380F',
    name: 'NAT gateways per zone',
    usual: 5,
    type: 'natGateway',
    isPerZone: true,
  },
  {
    service: 'vpc',
    code: 'L-1B52E74A',
    name: 'Gateway endpoints per region',
    usual: 20,
    type: 'gatewayEndpoint',
  },
  { service: 'iam', code: 'L-FE177D64', name: 'Roles', usual: 1000, type: 'role', isGlobal: true },
  {
    service: 'iam',
    code: 'L-858F3967',
    name: 'OpenID Connect providers',
    usual: 100,
    type: 'oidcProvider',
    isGlobal: true,
  },
  {
    service: 'iam',
    code: 'L-6E65F664',
    name: 'Instance profiles',
    usual: 1000,
    type: 'instanceProfile',
    isGlobal: true,
  },
  {
    service: 'route53',
    code: 'L-4EA4796A',
    name: 'Hosted zones',
    usual: 500,
    type: 'privateZone',
    isGlobal: true,
  },
];

export interface QuotaNeed {
  readonly quota: AwsQuota;
  readonly account: AwsAccountName;
  /** Steps of the plan that use it up, one each. */
  readonly steps: readonly string[];
  /** For a quota that is counted in each zone. */
  readonly zone?: string;
}

const zoneOf = ({ id }: PlannedStep): string => id.slice(id.indexOf('/') + 1);

/** What a plan uses up, per account, quota and zone. */
export const quotaNeedsOf = (plan: readonly PlannedStep[]): readonly QuotaNeed[] => {
  const accounts: readonly AwsAccountName[] = ['cluster', 'vpcOwner'];
  return accounts.flatMap((account) =>
    awsQuotas.flatMap((quota): readonly QuotaNeed[] => {
      const steps = plan.filter(({ type, input }) => type === quota.type && input['account'] === account);
      if (quota.isPerZone === true)
        return steps.map((step) => ({ quota, account, steps: [step.id], zone: zoneOf(step) }));
      return steps.length === 0 ? [] : [{ quota, account, steps: steps.map(({ id }) => id) }];
    }),
  );
};
