import {
  AllocateAddressCommand,
  CreateInternetGatewayCommand,
  CreateNatGatewayCommand,
  CreateVpcCommand,
} from '@aws-sdk/client-ec2';
import {
  CreateInstanceProfileCommand,
  CreateOpenIDConnectProviderCommand,
  CreateRoleCommand,
  GetAccountSummaryCommand,
} from '@aws-sdk/client-iam';
import { CreateHostedZoneCommand, GetAccountLimitCommand } from '@aws-sdk/client-route-53';
import { GetServiceQuotaCommand, ListServiceQuotasCommand } from '@aws-sdk/client-service-quotas';
import { describe, expect, it } from 'vitest';
import { allocate, clientsOf, createNat, policy, refusal, type World } from '../world.ts';

const trust = policy({
  Effect: 'Allow',
  Principal: { Service: 'ec2.amazonaws.com' },
  Action: 'sts:AssumeRole',
});

export const describeLimits = (world: World): void => {
  describe('limits', () => {
    const start = () => ({
      ...clientsOf(world.double.settings()),
      limits: world.double.strict.knobs.limits,
    });

    it('are those of a new account: five VPCs with the default one, five addresses', async () => {
      const { ec2 } = start();
      const vpcs = [];
      for (let count = 0; count < 5; count += 1)
        vpcs.push(await refusal(ec2.send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' }))));
      const addresses = [];
      for (let count = 0; count < 6; count += 1)
        addresses.push(await refusal(ec2.send(new AllocateAddressCommand({ Domain: 'vpc' }))));
      const four = ['accepted', 'accepted', 'accepted', 'accepted'];
      expect(vpcs).toEqual([...four, '400 VpcLimitExceeded']);
      expect(addresses).toEqual([...four, 'accepted', '400 AddressLimitExceeded']);
    });

    it('hold when many ask at once', async () => {
      const { ec2 } = start();
      const made = await Promise.all(
        Array.from({ length: 8 }, () =>
          refusal(ec2.send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' }))),
        ),
      );
      expect(made.filter((word) => word === 'accepted')).toHaveLength(4);
    });

    it('are counted per region and account', async () => {
      const { ec2, limits } = start();
      limits['CreateVpc'] = 1;
      const create = new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' });
      const elsewhere = clientsOf(world.double.settings(undefined, 'eu-west-1'));
      expect(await refusal(ec2.send(create))).toBe('400 VpcLimitExceeded');
      expect(await refusal(elsewhere.ec2.send(create))).toBe('400 VpcLimitExceeded');
      limits['CreateVpc'] = 2;
      expect(await refusal(ec2.send(create))).toBe('accepted');
      expect(await refusal(elsewhere.ec2.send(create))).toBe('accepted');
    });

    it('of NAT gateways are per zone, those on their way out included', async () => {
      const clients = start();
      clients.limits['CreateNatGateway'] = 1;
      const { input } = await createNat(clients);
      const second = { SubnetId: input.SubnetId, AllocationId: await allocate(clients) };
      expect(await refusal(clients.ec2.send(new CreateNatGatewayCommand(second)))).toBe(
        '400 NatGatewayLimitExceeded',
      );
    });

    it('of the other things are said in the words of their service', async () => {
      const { ec2, iam, route53, limits } = start();
      Object.assign(limits, {
        CreateInternetGateway: 0,
        CreateRole: 0,
        CreateInstanceProfile: 0,
        CreateOpenIDConnectProvider: 0,
        CreateHostedZone: 0,
      });
      expect([
        await refusal(ec2.send(new CreateInternetGatewayCommand({}))),
        await refusal(iam.send(new CreateRoleCommand({ RoleName: 'r', AssumeRolePolicyDocument: trust }))),
        await refusal(iam.send(new CreateInstanceProfileCommand({ InstanceProfileName: 'p' }))),
        await refusal(iam.send(new CreateOpenIDConnectProviderCommand({ Url: 'https://oidc.test' }))),
        await refusal(
          route53.send(new CreateHostedZoneCommand({ Name: 'example.org', CallerReference: 'x' })),
        ),
      ]).toEqual([
        '400 InternetGatewayLimitExceeded',
        '409 LimitExceededException',
        '409 LimitExceededException',
        '409 LimitExceededException',
        '400 TooManyHostedZones',
      ]);
    });

    it('are what the services say of them', async () => {
      const { quotas, iam, route53, limits } = start();
      Object.assign(limits, { CreateVpc: 7, CreateRole: 9, CreateHostedZone: 11 });
      await route53.send(new CreateHostedZoneCommand({ Name: 'example.org', CallerReference: 'x' }));
      const quota = { ServiceCode: 'vpc', QuotaCode: 'L-F678F1CE' };
      expect((await quotas.send(new GetServiceQuotaCommand(quota))).Quota!.Value).toBe(7);
      const all = await quotas.send(new ListServiceQuotasCommand({ ServiceCode: 'vpc' }));
      expect(all.Quotas!.map(({ QuotaCode, Value }) => [QuotaCode, Value])).toEqual([
        ['L-F678F1CE', 7],
        ['L-A4707A72', 5],
        ['L-FE5A380F', 5],
      ]);
      expect((await iam.send(new GetAccountSummaryCommand({}))).SummaryMap!['RolesQuota']).toBe(9);
      const zones = await route53.send(new GetAccountLimitCommand({ Type: 'MAX_HOSTED_ZONES_BY_OWNER' }));
      expect([zones.Limit!.Value, zones.Count]).toEqual([11, 1]);
    });
  });
};
