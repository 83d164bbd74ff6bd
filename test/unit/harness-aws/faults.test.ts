import { describe, expect, it } from 'vitest';
import type { WatchedCall } from '../../harness/aws/faults/call-fate.ts';
import { createFaults } from '../../harness/aws/faults/faults.ts';

const call = (service: string, action: string, phase: WatchedCall['phase'] = 'before'): WatchedCall => ({
  number: 1,
  service,
  action,
  account: '123456789012',
  region: 'us-east-1',
  isWrite: !/^(?:Describe|List)/.test(action),
  phase,
  parameters: new URLSearchParams(),
});

describe('ordered mishaps', () => {
  it('strike so often, after so many', () => {
    const faults = createFaults();
    faults.drop('ec2:CreateVpc', { skip: 1, times: 2 });
    const fates = [1, 2, 3, 4].map(() => faults.fateOf(call('ec2', 'CreateVpc')));
    expect(fates).toEqual(['pass', 'drop', 'drop', 'pass']);
    expect(faults.pending()).toBe(0);
  });

  it('strike those that match, each in its phase', () => {
    const faults = createFaults();
    faults.loseReply('writes');
    expect(faults.fateOf(call('ec2', 'DescribeVpcs', 'after'))).toBe('pass');
    expect(faults.fateOf(call('ec2', 'CreateVpc', 'before'))).toBe('pass');
    expect(faults.fateOf(call('ec2', 'CreateVpc', 'after'))).toBe('loseReply');
    faults.hang('route53:*');
    expect(faults.fateOf(call('ec2', 'CreateVpc'))).toBe('pass');
    expect(faults.fateOf(call('route53', 'ListHostedZones'))).toBe('hang');
  });

  it.each([
    ['ec2', 503, 'RequestLimitExceeded'],
    ['s3', 503, 'SlowDown'],
    ['iam', 400, 'Throttling'],
    ['route53', 400, 'Throttling'],
    ['servicequotas', 400, 'TooManyRequestsException'],
    ['ram', 400, 'ThrottlingException'],
  ])('throttle %s in its own words', (service, status, code) => {
    const faults = createFaults();
    faults.throttle('*');
    expect(faults.fateOf(call(service, 'Any'))).toMatchObject({ status, code });
  });

  it('are forgotten when they are cleared', () => {
    const faults = createFaults();
    faults.answer('*', { code: 'X' }, { times: Number.POSITIVE_INFINITY });
    expect(faults.fateOf(call('ec2', 'CreateVpc'))).toMatchObject({ code: 'X', status: 400 });
    faults.clear();
    expect(faults.fateOf(call('ec2', 'CreateVpc'))).toBe('pass');
  });
});
