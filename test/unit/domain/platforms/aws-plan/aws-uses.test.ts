import { describe, expect, it } from 'vitest';
import { awsPermissions } from '../../../../../src/domain/platforms/aws/plan/aws-permissions.ts';
import { awsUsesOf } from '../../../../../src/domain/platforms/aws/plan/aws-uses.ts';
import {
  azurePermissions,
  azureUsesOf,
} from '../../../../../src/domain/platforms/azure/azure-permissions.ts';
import { gcpPermissions, gcpUsesOf } from '../../../../../src/domain/platforms/gcp/permissions.ts';

const all = [...new Set(Object.values(awsPermissions).flatMap((grants) => grants.flatMap((g) => g.actions)))];

describe('a permission of AWS', () => {
  it.each([
    ['ec2:DescribeVpcs', ['existing', 'managed', 'leakScan', 'leakCleaning']],
    ['ec2:DescribeInstanceTypeOfferings', ['existing', 'managed']],
    ['servicequotas:GetServiceQuota', ['managed']],
    ['ec2:DescribeVolumes', ['managed', 'leakScan', 'leakCleaning']],
    ['ec2:CreateVpc', ['managed']],
    ['ec2:DeleteVpc', ['managed', 'leakCleaning']],
    ['ec2:TerminateInstances', ['managed', 'leakCleaning']],
    ['iam:SimulatePrincipalPolicy', []],
    ['ec2:RunInstances', []],
  ])('%s is needed for %j', (action, uses) => {
    expect(awsUsesOf(action)).toEqual(uses);
  });

  it('is needed for something, but for the one that finds out the others', () => {
    expect(all.filter((action) => awsUsesOf(action).length === 0)).toEqual(['iam:SimulatePrincipalPolicy']);
  });

  it('only reads when existing infrastructure needs it', () => {
    expect(all.filter((action) => awsUsesOf(action).includes('existing')).sort()).toEqual([
      'ec2:DescribeAvailabilityZones',
      'ec2:DescribeInstanceTypeOfferings',
      'ec2:DescribeRegions',
      'ec2:DescribeRouteTables',
      'ec2:DescribeSubnets',
      'ec2:DescribeVpcAttribute',
      'ec2:DescribeVpcs',
      'iam:GetInstanceProfile',
      'iam:GetOpenIDConnectProvider',
      'iam:GetRole',
      'kms:DescribeKey',
      'route53:GetHostedZone',
      'route53:ListHostedZones',
    ]);
  });
});

describe('a permission of another cloud', () => {
  it('is needed for what its list is for', () => {
    expect(azureUsesOf('Microsoft.Network/virtualNetworks/read')).toEqual([
      'existing',
      'managed',
      'leakScan',
      'leakCleaning',
    ]);
    expect(azureUsesOf('Microsoft.Network/virtualNetworks/write')).toEqual(['managed']);
    expect(gcpUsesOf('storage.objects.delete')).toEqual(['managed', 'leakCleaning']);
    expect(gcpUsesOf('compute.networks.delete')).toEqual(['managed']);
  });

  it('is needed for something', () => {
    expect(azurePermissions.filter((permission) => azureUsesOf(permission).length === 0)).toEqual([]);
    const ofGcp = Object.values(gcpPermissions).flat();
    expect(ofGcp.filter((permission) => gcpUsesOf(permission).length === 0)).toEqual([]);
  });
});
