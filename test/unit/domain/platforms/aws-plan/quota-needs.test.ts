import { expect, it } from 'vitest';
import { quotaNeedsOf } from '../../../../../src/domain/platforms/aws/plan/quota-needs.ts';
import { planOf, sharedVpc } from './requests.ts';

const needsOf = (...args: Parameters<typeof planOf>) =>
  quotaNeedsOf(planOf(...args)).map(({ quota, account, steps, zone }) => [
    account,
    zone === undefined ? quota.name : `${quota.name} ${zone}`,
    steps.length,
  ]);

it('counts what a cluster over two zones uses up', () => {
  expect(needsOf()).toEqual([
    ['cluster', 'VPCs per region', 1],
    ['cluster', 'Internet gateways per region', 1],
    ['cluster', 'Elastic IP addresses', 2],
    ['cluster', 'NAT gateways per zone eu-west-1a', 1],
    ['cluster', 'NAT gateways per zone eu-west-1b', 1],
    ['cluster', 'Gateway endpoints per region', 1],
    ['cluster', 'Roles', 8],
    ['cluster', 'OpenID Connect providers', 1],
    ['cluster', 'Instance profiles', 1],
    ['cluster', 'Hosted zones', 2],
  ]);
});

it('counts the network of a shared VPC in the account of the VPC', () => {
  expect(needsOf({ infrastructure: { sharedVpc, natGateways: 'single' } })).toEqual([
    ['cluster', 'Roles', 8],
    ['cluster', 'OpenID Connect providers', 1],
    ['cluster', 'Instance profiles', 1],
    ['vpcOwner', 'VPCs per region', 1],
    ['vpcOwner', 'Internet gateways per region', 1],
    ['vpcOwner', 'Elastic IP addresses', 1],
    ['vpcOwner', 'NAT gateways per zone eu-west-1a', 1],
    ['vpcOwner', 'Gateway endpoints per region', 1],
    ['vpcOwner', 'Roles', 2],
    ['vpcOwner', 'Hosted zones', 2],
  ]);
});
