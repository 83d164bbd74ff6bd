import { describe, expect, it } from 'vitest';
import { allowsAction, isTrusted, type TrustQuestion } from '../../harness/aws/strict/iam/policy.ts';

const policy = (...statements: readonly object[]): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements });

describe('permissions of a policy', () => {
  it('cover patterns in any case', () => {
    const documents = [policy({ Effect: 'Allow', Action: ['EC2:create*', 's3:Get?bject'], Resource: '*' })];
    expect(allowsAction(documents, 'ec2:CreateVpc')).toBe(true);
    expect(allowsAction(documents, 's3:GetObject')).toBe(true);
    expect(allowsAction(documents, 'ec2:DeleteVpc')).toBe(false);
  });

  it('are taken back by a denial without a condition', () => {
    const allow = { Effect: 'Allow', Action: '*', Resource: '*' };
    const deny = { Effect: 'Deny', Action: 'iam:*', Resource: '*' };
    expect(allowsAction([policy(allow, deny)], 'iam:CreateRole')).toBe(false);
    expect(allowsAction([policy(allow, deny)], 'ec2:CreateVpc')).toBe(true);
    expect(
      allowsAction([policy(allow, { ...deny, Condition: { Bool: { x: 'true' } } })], 'iam:CreateRole'),
    ).toBe(true);
  });

  it('cover all but what NotAction names', () => {
    const documents = [policy({ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' })];
    expect(allowsAction(documents, 'ec2:CreateVpc')).toBe(true);
    expect(allowsAction(documents, 'iam:CreateRole')).toBe(false);
  });
});

const asks = (context: TrustQuestion['context'], action = 'sts:AssumeRole'): TrustQuestion => ({
  action,
  isPrincipal: (type, value) => type === 'AWS' && value === 'arn:aws:iam::111111111111:root',
  context,
});

const trust = (condition: object, principal: object = { AWS: 'arn:aws:iam::111111111111:root' }): string =>
  policy({ Effect: 'Allow', Principal: principal, Action: 'sts:AssumeRole', Condition: condition });

describe('trust of a role', () => {
  it('asks for the external id', () => {
    const document = trust({ StringEquals: { 'sts:ExternalId': ['a', 'b'] } });
    expect(isTrusted(document, asks({ 'sts:externalid': 'b' }))).toBe(true);
    expect(isTrusted(document, asks({ 'sts:externalid': 'c' }))).toBe(false);
    expect(isTrusted(document, asks({}))).toBe(false);
  });

  it('is for those it names, and for what it names', () => {
    expect(isTrusted(trust({}), asks({}))).toBe(true);
    expect(isTrusted(trust({}, { AWS: 'arn:aws:iam::222222222222:root' }), asks({}))).toBe(false);
    expect(isTrusted(trust({}), asks({}, 'sts:SetSourceIdentity'))).toBe(false);
  });

  it('is broken by a denial that is met', () => {
    const document = policy(
      { Effect: 'Allow', Principal: '*', Action: 'sts:AssumeRole' },
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 'sts:AssumeRole',
        Condition: { StringNotEquals: { 'sts:ExternalId': 'a' } },
      },
    );
    expect(isTrusted(document, asks({ 'sts:externalid': 'a' }))).toBe(true);
    expect(isTrusted(document, asks({}))).toBe(false);
  });

  it('does not hold under a condition that the double does not know', () => {
    expect(isTrusted(trust({ IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }), asks({}))).toBe(false);
  });
});
