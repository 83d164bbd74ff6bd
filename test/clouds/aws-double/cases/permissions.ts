import { CreateVpcCommand, DescribeVpcsCommand } from '@aws-sdk/client-ec2';
import { SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { ListHostedZonesCommand } from '@aws-sdk/client-route-53';
import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { GetServiceQuotaCommand } from '@aws-sdk/client-service-quotas';
import { AssumeRoleCommand, GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { describe, expect, it } from 'vitest';
import {
  createCustomerRole,
  deleteCustomerRole,
  setRoleActions,
} from '../../../harness/aws/accounts/customer-role.ts';
import { clientsOf, customer, policy, refusal, type World } from '../world.ts';

const tagged = {
  CidrBlock: '10.0.0.0/16',
  TagSpecifications: [{ ResourceType: 'vpc' as const, Tags: [{ Key: 'a', Value: 'b' }] }],
};

export const describePermissions = (world: World): void => {
  describe('a session', () => {
    const place = () => world.double.at(customer, 'us-east-1');
    const open = async (roleArn: string, Policy?: string) => {
      const { sts } = clientsOf(world.double.settings());
      const { Credentials } = await sts.send(
        new AssumeRoleCommand({
          RoleArn: roleArn,
          RoleSessionName: 'berth',
          ...(Policy === undefined ? {} : { Policy }),
        }),
      );
      const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials!;
      return clientsOf({
        ...world.double.settings(),
        credentials: {
          accessKeyId: AccessKeyId!,
          secretAccessKey: SecretAccessKey!,
          ...{ sessionToken: SessionToken! },
        },
      });
    };

    it('may do what its role may, tags asked for apart', async () => {
      const { roleArn } = await createCustomerRole(place(), { actions: ['ec2:CreateVpc', 'ec2:Describe*'] });
      const { ec2, sts } = await open(roleArn);
      expect([
        await refusal(ec2.send(new DescribeVpcsCommand({}))),
        await refusal(ec2.send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' }))),
        await refusal(ec2.send(new CreateVpcCommand(tagged))),
        await refusal(sts.send(new GetCallerIdentityCommand({}))),
      ]).toEqual(['accepted', 'accepted', '403 UnauthorizedOperation', 'accepted']);
      await expect(ec2.send(new CreateVpcCommand(tagged))).rejects.toThrow('ec2:CreateTags');
    });

    it('is refused in the words of the service', async () => {
      const { roleArn } = await createCustomerRole(place(), { actions: ['sts:*'] });
      const { route53, s3, quotas, iam } = await open(roleArn);
      const quota = { ServiceCode: 'vpc', QuotaCode: 'L-F678F1CE' };
      const simulation = { PolicySourceArn: roleArn, ActionNames: ['ec2:CreateVpc'] };
      expect([
        await refusal(route53.send(new ListHostedZonesCommand({}))),
        await refusal(s3.send(new ListBucketsCommand({}))),
        await refusal(quotas.send(new GetServiceQuotaCommand(quota))),
        await refusal(iam.send(new SimulatePrincipalPolicyCommand(simulation))),
      ]).toEqual(['403 AccessDenied', '403 AccessDenied', '400 AccessDeniedException', '403 AccessDenied']);
    });

    it('may do no more than its own policy leaves it', async () => {
      const { roleArn } = await createCustomerRole(place());
      const narrow = policy({ Effect: 'Allow', Action: 'ec2:Describe*', Resource: '*' });
      const { ec2 } = await open(roleArn, narrow);
      expect(await refusal(ec2.send(new DescribeVpcsCommand({})))).toBe('accepted');
      expect(await refusal(ec2.send(new CreateVpcCommand(tagged)))).toBe('403 UnauthorizedOperation');
      world.double.strict.knobs.enforcePolicies = false;
      expect(await refusal(ec2.send(new CreateVpcCommand(tagged)))).toBe('accepted');
    });

    it('loses what its role loses, and everything with its role', async () => {
      const { roleArn } = await createCustomerRole(place());
      await setRoleActions(place(), 'berth-access', ['ec2:Describe*']);
      const { ec2 } = await open(roleArn);
      expect(await refusal(ec2.send(new CreateVpcCommand(tagged)))).toBe('403 UnauthorizedOperation');
      await deleteCustomerRole(place(), 'berth-access');
      expect(await refusal(open(roleArn))).toBe('403 AccessDenied');
    });

    it('is denied what a test denies, and simulation says so too', async () => {
      const { roleArn } = await createCustomerRole(place(), { actions: ['ec2:*', 'iam:Simulate*'] });
      const { ec2, iam } = await open(roleArn);
      world.double.strict.knobs.denied.add('ec2:Create*');
      expect(await refusal(ec2.send(new CreateVpcCommand(tagged)))).toBe('403 UnauthorizedOperation');
      const simulated = await iam.send(
        new SimulatePrincipalPolicyCommand({
          PolicySourceArn: roleArn,
          ActionNames: ['ec2:DescribeVpcs', 'ec2:CreateVpc', 'route53:ListHostedZones'],
        }),
      );
      expect(simulated.EvaluationResults!.map(({ EvalDecision }) => EvalDecision)).toEqual([
        'allowed',
        'implicitDeny',
        'implicitDeny',
      ]);
    });
  });
};
