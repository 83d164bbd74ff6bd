import { describe, expect, it } from 'vitest';
import {
  missingPermissions,
  refusedStatus,
  statusOfReport,
} from '../../../../src/domain/credential/credential-status.ts';

const at = '2026-11-30T12:00:00.000Z';
const granted = { permission: 'ec2:CreateVpc', granted: true };
const denied = { permission: 'ec2:DeleteVpc', granted: false, detail: 'no policy allows it' };

describe('the status of a credential', () => {
  it('is valid when it opens the account and all is allowed', () => {
    const report = { usable: true, account: '123456789012', problems: [], permissions: [granted] };

    expect(statusOfReport(report, at)).toEqual({
      state: 'valid',
      verifiedAt: at,
      account: '123456789012',
      problems: [],
      permissions: [granted],
      uses: [
        { use: 'existing', allowed: true },
        { use: 'managed', allowed: true },
        { use: 'leakScan', allowed: true },
        { use: 'leakCleaning', allowed: true },
      ],
    });
  });

  it('is valid when it only may look, and says that it does not suffice to make anything', () => {
    const read = {
      permission: 'ec2:DescribeVpcs',
      granted: true,
      neededFor: ['existing', 'managed'] as const,
    };
    const list = { permission: 'ec2:DescribeVolumes', granted: false, neededFor: ['leakScan'] as const };
    const make = { permission: 'ec2:CreateVpc', granted: false, neededFor: ['managed'] as const };
    const status = statusOfReport({ usable: true, problems: [], permissions: [read, list, make] }, at);

    expect(status).toEqual({
      state: 'valid',
      verifiedAt: at,
      problems: [],
      permissions: [read, list, make],
      uses: [
        { use: 'existing', allowed: true },
        { use: 'managed', allowed: false },
        { use: 'leakScan', allowed: false },
        { use: 'leakCleaning', allowed: true },
      ],
    });
    expect(missingPermissions(status, 'managed')).toEqual(['ec2:CreateVpc']);
    expect(missingPermissions(status, 'existing')).toEqual([]);
  });

  it('is invalid when it may not even look', () => {
    const read = { permission: 'ec2:DescribeVpcs', granted: false, neededFor: ['existing'] as const };
    const status = statusOfReport({ usable: true, problems: [], permissions: [read] }, at);

    expect([status.state, status.problems]).toEqual([
      'invalid',
      ['Permissions are missing; see `permissions`.'],
    ]);
  });

  it('is invalid when something is missing, but may be used', () => {
    const report = { usable: true, problems: [], permissions: [granted, denied] };

    expect(statusOfReport(report, at)).toEqual({
      state: 'invalid',
      verifiedAt: at,
      problems: ['Permissions are missing; see `permissions`.'],
      permissions: [granted, denied],
      uses: [
        { use: 'existing', allowed: false },
        { use: 'managed', allowed: false },
        { use: 'leakScan', allowed: false },
        { use: 'leakCleaning', allowed: false },
      ],
    });
  });

  it('is refused when strangers get in', () => {
    const report = { usable: false, isUnsafe: true, problems: ['open to all'], permissions: [] };

    expect(statusOfReport(report, at)).toMatchObject({ state: 'invalid', isRefused: true });
    expect(statusOfReport({ ...report, isUnsafe: false }, at)).not.toHaveProperty('isRefused');
    expect(refusedStatus('AccessDenied', at)).toEqual({
      state: 'invalid',
      verifiedAt: at,
      problems: ['AccessDenied'],
      permissions: [],
    });
  });

  it('is as short as a row may be, whatever a cloud says', () => {
    const long = 'x'.repeat(5000);
    const many = Array.from({ length: 2000 }, () => ({ permission: long, granted: true, detail: long }));
    const status = statusOfReport({ usable: true, account: long, problems: [long], permissions: many }, at);

    expect([status.permissions.length, status.problems[0]?.length, status.account?.length]).toEqual([
      500, 1000, 1000,
    ]);
    expect(status.permissions[0]).toEqual({
      permission: 'x'.repeat(1000),
      granted: true,
      detail: 'x'.repeat(1000),
    });
    expect(refusedStatus(long, at).problems[0]).toHaveLength(1000);
  });
});
