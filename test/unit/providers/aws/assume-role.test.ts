import { describe, expect, it } from 'vitest';
import {
  accountOfRole,
  roleSettingsOf,
  sessionNameOf,
} from '../../../../src/providers/infrastructure/aws/assume-role.ts';

describe('the name of a session', () => {
  it('says in the account’s log on whose behalf it is, in 64 legal characters', () => {
    expect(sessionNameOf({ tenantId: 'ten_1', clusterId: 'cl_1' })).toBe('berth-ten_1-cl_1');
    expect(sessionNameOf({ tenantId: 'ten 1/x' })).toBe('berth-ten-1-x');
    expect(sessionNameOf({ tenantId: 't'.repeat(80) })).toHaveLength(64);
  });
});

describe('a credential for AWS', () => {
  it('names a role and the external id that Berth made', () => {
    const roleArn = 'arn:aws:iam::123456789012:role/berth';
    expect(roleSettingsOf({ roleArn, externalId: 'x', other: 1 })).toEqual({ roleArn, externalId: 'x' });
    expect(accountOfRole('arn:aws-cn:iam::123456789012:role/a/b')).toEqual({
      partition: 'aws-cn',
      accountId: '123456789012',
    });
  });

  it.each([{}, { roleArn: 'arn:aws:iam::123456789012:role/berth' }, { roleArn: 'berth', externalId: 'x' }])(
    'is refused without them: %j',
    (settings) => {
      expect(() => roleSettingsOf(settings)).toThrow('no role ARN or no external id');
    },
  );
});
