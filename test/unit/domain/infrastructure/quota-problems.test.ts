import { expect, it } from 'vitest';
import { checkQuotas, fallsShort } from '../../../../src/domain/infrastructure/quota-problems.ts';

const addresses = { code: 'ec2/L-0263D0A3', name: 'Elastic IP addresses', limit: 5, used: 1, needed: 3 };

it('takes a cluster up to the last one of a quota, and no further', () => {
  expect(fallsShort(addresses, 1)).toBe(false);
  expect(fallsShort(addresses, 2)).toBe(true);
});

it('names every quota that is too small, with what others have reserved', () => {
  const vpcs = { code: 'vpc/L-F678F1CE', name: 'VPCs', limit: 5, used: 5, needed: 1 };
  const roles = { code: 'iam/roles', name: 'Roles', limit: 1000, used: 10, needed: 9 };
  const reserved: Readonly<Record<string, number>> = { 'ec2/L-0263D0A3': 3 };
  expect(checkQuotas('aws', [addresses, roles, vpcs], (code) => reserved[code] ?? 0)).toEqual([
    {
      pointer: '/spec/platform/aws/infrastructure',
      code: 'quota-exceeded',
      detail:
        'Elastic IP addresses (ec2/L-0263D0A3): the cluster needs 3; of 5 in the account 1 are used and 3 are reserved by clusters that are being made. Raise the quota, or free some of it.',
    },
    {
      pointer: '/spec/platform/aws/infrastructure',
      code: 'quota-exceeded',
      detail:
        'VPCs (vpc/L-F678F1CE): the cluster needs 1; of 5 in the account 5 are used and 0 are reserved by clusters that are being made. Raise the quota, or free some of it.',
    },
  ]);
});
