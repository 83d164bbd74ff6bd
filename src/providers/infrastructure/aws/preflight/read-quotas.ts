import { GetAccountSummaryCommand, ListOpenIDConnectProvidersCommand } from '@aws-sdk/client-iam';
import { GetAWSDefaultServiceQuotaCommand, GetServiceQuotaCommand } from '@aws-sdk/client-service-quotas';
import type { AwsQuota, QuotaNeed } from '../../../../domain/platforms/aws/plan/quota-needs.ts';
import { CloudError, type QuotaFinding } from '../../contract.ts';
import type { AwsAccount } from '../account.ts';
import { address } from '../address.ts';
import { homeRegionOf } from '../home-region.ts';
import { listZones } from '../hosted-zones.ts';
import { internetGateway } from '../internet-gateway.ts';
import { natGateway } from '../nat-gateway.ts';
import { listSubnets } from '../subnet.ts';
import { listVpcs } from '../vpc.ts';
import { vpcEndpoint } from '../vpc-endpoint.ts';

const everything = { Filters: [] };

const summaryOf = (account: AwsAccount): Promise<Partial<Record<string, number>>> =>
  account.remembered(
    'account summary',
    async () => (await account.iam.send(new GetAccountSummaryCommand({}))).SummaryMap ?? {},
  );

/** A NAT gateway tells its subnet only, a subnet its zone. */
const natGatewaysIn = async (account: AwsAccount, zone: string | undefined): Promise<number> => {
  const gateways = await account.remembered('all NAT gateways', () => natGateway.list(account, everything));
  const subnets = await account.remembered('all subnets', () => listSubnets(account, everything));
  const zoneOf = new Map(subnets.map(({ id, raw }) => [id, raw.AvailabilityZone]));
  return gateways.filter(({ raw }) => zoneOf.get(raw.SubnetId ?? '') === zone).length;
};

const countUsed = async (account: AwsAccount, { quota, zone }: QuotaNeed): Promise<number> => {
  switch (quota.type) {
    case 'vpc':
      return (await listVpcs(account, everything)).length;
    case 'internetGateway':
      return (await internetGateway.list(account, everything)).length;
    case 'address':
      return (await address.list(account, everything)).length;
    case 'natGateway':
      return natGatewaysIn(account, zone);
    case 'gatewayEndpoint':
      return (
        await vpcEndpoint.list(account, { Filters: [{ Name: 'vpc-endpoint-type', Values: ['Gateway'] }] })
      ).length;
    case 'role':
      return (await summaryOf(account))['Roles'] ?? 0;
    case 'instanceProfile':
      return (await summaryOf(account))['InstanceProfiles'] ?? 0;
    case 'oidcProvider':
      return (
        (await account.iam.send(new ListOpenIDConnectProvidersCommand({}))).OpenIDConnectProviderList ?? []
      ).length;
    case 'privateZone':
      return (await listZones(account)).length;
    default:
      throw new TypeError(`nobody counts what uses up ${quota.name}`);
  }
};

const isRefusedQuietly = (error: unknown): boolean =>
  error instanceof CloudError && (error.kind === 'permission' || /NoSuch|NotFound/.test(error.code));

/** What the account was granted, else what AWS grants everybody. */
const limitOf = (account: AwsAccount, { service, code, usual, isGlobal }: AwsQuota): Promise<number> =>
  account.remembered(`quota ${service}/${code}`, async () => {
    const { partition, region: own } = account;
    // Quotas of services that are in no region are kept where their endpoint is.
    const region = isGlobal === true ? homeRegionOf(partition, own) : own;
    const { quotas } = account.in(region);
    const asked = { ServiceCode: service, QuotaCode: code };
    for (const command of [
      () => quotas.send(new GetServiceQuotaCommand(asked)),
      () => quotas.send(new GetAWSDefaultServiceQuotaCommand(asked)),
    ]) {
      try {
        return (await command()).Quota?.Value ?? usual;
      } catch (error) {
        if (!isRefusedQuietly(error)) throw error;
      }
    }
    return usual;
  });

/** What of each quota is used, and what a cluster would add. */
export const readQuotas = async (
  account: AwsAccount,
  needs: readonly QuotaNeed[],
): Promise<readonly QuotaFinding[]> => {
  const findings: QuotaFinding[] = [];
  for (const need of needs) {
    const { quota, steps, zone } = need;
    findings.push({
      code: [quota.service, quota.code, ...(zone === undefined ? [] : [zone])].join('/'),
      name: zone === undefined ? quota.name : `${quota.name} in ${zone}`,
      limit: await limitOf(account, quota),
      used: await countUsed(account, need),
      needed: steps.length,
      steps,
      ...(quota.isGlobal === true ? { isOfAccount: true } : {}),
    });
  }
  return findings;
};
