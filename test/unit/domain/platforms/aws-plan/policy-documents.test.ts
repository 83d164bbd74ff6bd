import { describe, expect, it } from 'vitest';
import {
  isSamePolicy,
  policyDocument,
  providerArnOf,
  trustDocument,
} from '../../../../../src/domain/platforms/aws/plan/policy-documents.ts';

const places = { partition: 'aws', zoneIdOf: (step: string) => `Z-${step}` };

describe('a policy for IAM', () => {
  it('allows actions on everything, on ARNs, and on zones by their ids', () => {
    expect(
      policyDocument(
        [
          { actions: ['ec2:DescribeVpcs', 'ec2:DescribeSubnets'] },
          {
            actions: ['route53:ChangeResourceRecordSets'],
            resources: [{ hostedZone: 'zone/public' }, 'arn:aws:route53:::hostedzone/Z9'],
            condition: { Bool: { 'aws:SecureTransport': true } },
          },
        ],
        places,
      ),
    ).toEqual({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['ec2:DescribeVpcs', 'ec2:DescribeSubnets'], Resource: '*' },
        {
          Effect: 'Allow',
          Action: 'route53:ChangeResourceRecordSets',
          Resource: ['arn:aws:route53:::hostedzone/Z-zone/public', 'arn:aws:route53:::hostedzone/Z9'],
          Condition: { Bool: { 'aws:SecureTransport': true } },
        },
      ],
    });
  });
});

describe('a trust policy', () => {
  const trust = (kind: Parameters<typeof trustDocument>[0]) =>
    trustDocument(kind, {
      partition: 'aws',
      accountId: '123456789012',
      roleArnOf: (step) => `arn of ${step}`,
    });

  it('lets named service accounts of exactly one issuer in', () => {
    expect(
      trust({
        kind: 'webIdentity',
        issuerUrl: 'https://oidc.example.org/b1',
        serviceAccounts: ['system:serviceaccount:kube-system:karpenter'],
      }),
    ).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Federated: 'arn:aws:iam::123456789012:oidc-provider/oidc.example.org/b1' },
          Action: 'sts:AssumeRoleWithWebIdentity',
          Condition: {
            StringEquals: { 'oidc.example.org/b1:sub': 'system:serviceaccount:kube-system:karpenter' },
          },
        },
      ],
    });
  });

  it('lets a service or roles of other steps in', () => {
    expect(trust({ kind: 'service', service: 'ec2.amazonaws.com' })).toMatchObject({
      Statement: [{ Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' }],
    });
    expect(trust({ kind: 'roles', steps: ['role/a', 'role/b'] })).toMatchObject({
      Statement: [{ Principal: { AWS: ['arn of role/a', 'arn of role/b'] } }],
    });
  });

  it('names the provider by the whole issuer', () => {
    expect(providerArnOf('aws-cn', '123456789012', 'https://oidc.example.org/b1')).toBe(
      'arn:aws-cn:iam::123456789012:oidc-provider/oidc.example.org/b1',
    );
  });
});

describe('two policies', () => {
  it('are the same in another order, and with a text for a list of one', () => {
    const one = { Statement: [{ Action: ['b', 'a'], Resource: ['*'], Effect: 'Allow' }], Version: '1' };
    const other = { Version: '1', Statement: { Effect: 'Allow', Action: ['a', 'b'], Resource: '*' } };
    expect(isSamePolicy(one, other)).toBe(true);
  });

  it('differ by an action, and from none', () => {
    expect(isSamePolicy({ Action: ['a', 'b'] }, { Action: ['a'] })).toBe(false);
    expect(isSamePolicy(undefined, { Action: 'a' })).toBe(false);
    expect(isSamePolicy({ Action: [null, 'a'] }, { Action: ['a', null] })).toBe(true);
  });
});
