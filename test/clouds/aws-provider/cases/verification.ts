import { beforeEach, describe, expect, it } from 'vitest';
import { statusOfReport } from '../../../../src/domain/credential/credential-status.ts';
import { awsUsesOf } from '../../../../src/domain/platforms/aws/plan/aws-uses.ts';
import { createCustomerRole } from '../../../harness/aws/accounts/customer-role.ts';
import { providerOn } from '../../../harness/aws/aws-life-cloud.ts';
import { grantedActions } from '../../../harness/aws/aws-requests.ts';
import { accessOf, accountOf, externalId, furnish, type World } from '../world.ts';

const verify = async ({ double }: World, roleArn: string) =>
  (await providerOn(double).open(accessOf(roleArn, 'scan'), '')).verify();

export const describeVerification = (world: World): void => {
  beforeEach(() => world.double.reset());

  describe('a role that a customer registers', () => {
    it('is good when it asks for the external id and may do all that is asked for', async () => {
      const { roleArn } = await furnish(world.double);
      const report = await verify(world, roleArn);
      expect(report).toMatchObject({ usable: true, account: '210987654321', problems: [] });
      expect(report.permissions.filter(({ granted }) => !granted)).toEqual([]);
      expect(report.permissions.map(({ permission }) => permission)).toEqual(
        [...new Set(grantedActions)].sort(),
      );
    });

    it('is refused when it lets Berth in without an external id', async () => {
      const { double } = world;
      const place = accountOf(double);
      const { roleArn } = await createCustomerRole(place, { name: 'open' });
      const report = await verify(world, roleArn);
      expect(report.usable).toBe(false);
      expect(report.problems).toEqual([
        `The role ${roleArn} lets Berth in without an external id, and so every tenant who knows its name: demand sts:ExternalId ${externalId} in its trust policy.`,
      ]);
    });

    it('is refused when any external id will do', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      await accountOf(double).query('iam', 'UpdateAssumeRolePolicy', {
        RoleName: 'berth-access',
        PolicyDocument: JSON.stringify({
          Version: '2012-10-17',
          Statement: {
            Effect: 'Allow',
            Principal: { AWS: 'arn:aws:iam::123456789012:root' },
            Action: ['sts:AssumeRole', 'sts:SetSourceIdentity'],
            Condition: { StringLike: { 'sts:ExternalId': 'berth-*' } },
          },
        }),
      });
      const report = await verify(world, roleArn);
      expect(report).toMatchObject({ usable: false });
      expect(report.problems).toEqual([
        `The role ${roleArn} takes any external id: demand sts:ExternalId ${externalId} exactly in its trust policy.`,
      ]);
    });

    it('is never called safe because nobody answered', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      const session = await providerOn(double).open(accessOf(roleArn, 'scan'), '');
      double.faults.drop('sts:AssumeRole', { skip: 1, times: 10 });
      await expect(session.verify()).rejects.toMatchObject({ kind: 'transient' });
    });

    it('is shown with each permission that is missing', async () => {
      const { roleArn } = await furnish(world.double, {
        actions: grantedActions.filter((action) => !['ec2:CreateVpc', 'iam:CreateRole'].includes(action)),
      });
      const { usable, permissions } = await verify(world, roleArn);
      expect(usable).toBe(true);
      expect(permissions.filter(({ granted }) => !granted)).toEqual([
        {
          permission: 'ec2:CreateVpc',
          granted: false,
          detail: 'It is not allowed by the policies of the role.',
          neededFor: ['managed'],
        },
        {
          permission: 'iam:CreateRole',
          granted: false,
          detail: 'It is not allowed by the policies of the role.',
          neededFor: ['managed'],
        },
      ]);
    });

    it('is good for infrastructure that exists when it only may look', async () => {
      const { roleArn } = await furnish(world.double, {
        actions: [
          ...grantedActions.filter((action) => awsUsesOf(action).includes('existing')),
          'iam:SimulatePrincipalPolicy',
        ],
      });
      const status = statusOfReport(await verify(world, roleArn), '2026-11-30T12:00:00.000Z');
      expect([status.state, status.problems]).toEqual(['valid', []]);
      expect(status.uses).toEqual([
        { use: 'existing', allowed: true },
        { use: 'managed', allowed: false },
        { use: 'leakScan', allowed: false },
        { use: 'leakCleaning', allowed: false },
      ]);
      expect(status.permissions.filter(({ permission }) => permission === 'ec2:DescribeVolumes')).toEqual([
        {
          permission: 'ec2:DescribeVolumes',
          granted: false,
          detail: 'It is not allowed by the policies of the role.',
          neededFor: ['managed', 'leakScan', 'leakCleaning'],
        },
      ]);
    });

    it('is tried by calls that change nothing when it may not look at its own policies', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double, {
        actions: ['ec2:Describe*', 'ec2:CreateTags', 'ec2:AllocateAddress', 'route53:List*'],
      });
      double.calls.length = 0;
      const { permissions } = await verify(world, roleArn);
      expect(permissions.map(({ permission, granted }) => [permission, granted])).toEqual([
        ['ec2:DescribeAvailabilityZones', true],
        ['ec2:DescribeVpcs', true],
        ['ec2:CreateVpc', false],
        ['ec2:CreateInternetGateway', false],
        ['ec2:AllocateAddress', true],
        ['iam:ListRoles', false],
        ['route53:ListHostedZones', true],
      ]);
      const writes = double.calls.filter(({ isWrite }) => isWrite);
      expect(writes.map(({ parameters }) => parameters.get('DryRun'))).toEqual(['true', 'true', 'true']);
    });

    it('cannot be opened once the customer took it back', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      await accountOf(double).query('iam', 'UpdateAssumeRolePolicy', {
        RoleName: 'berth-access',
        PolicyDocument: JSON.stringify({
          Version: '2012-10-17',
          Statement: {
            Effect: 'Allow',
            Principal: { AWS: 'arn:aws:iam::210987654321:root' },
            Action: 'sts:AssumeRole',
          },
        }),
      });
      await expect(verify(world, roleArn)).rejects.toMatchObject({
        kind: 'credentials',
        code: 'AccessDenied',
      });
    });
  });
};
