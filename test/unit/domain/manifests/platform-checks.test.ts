import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import type {
  AwsExistingInfrastructure,
  AwsPlatform,
} from '../../../../src/domain/platforms/aws/aws-spec.ts';
import type { KubevirtPlatform } from '../../../../src/domain/platforms/kubevirt/kubevirt-spec.ts';
import { platformOf } from '../../../../src/domain/platforms/platforms.ts';
import { awsPlatform, specOf } from './samples.ts';

const problemsOf = (spec: ClusterSpec): string[] =>
  platformOf(spec.platform.type)
    .checkCluster(spec)
    .map(({ pointer, code }) => `${pointer} ${code}`);

describe('aws', () => {
  const base = '/spec/platform/aws';
  const withAws = (more: Partial<AwsPlatform>) =>
    specOf('aws', { platform: { type: 'aws', aws: { ...awsPlatform, ...more } } });
  const withInfrastructure = (more: Partial<AwsExistingInfrastructure>) =>
    withAws({ infrastructure: { ...awsPlatform.infrastructure, ...more } });
  const subnets = (...entries: readonly (readonly [id: string, zone: string])[]) => ({
    subnets: entries.map(([id, zone]) => ({ id, zone })),
  });

  test.each([
    [subnets(), ['/subnets required']],
    [subnets(['vpc-1', 'eu-west-1a']), ['/subnets/0/id invalid-format']],
    [subnets(['subnet-1', 'us-east-1a']), ['/subnets/0/zone conflict']],
    [subnets(['subnet-1', 'eu-west-12']), ['/subnets/0/zone conflict']],
    [subnets(['subnet-1', 'eu-west-1-lhr-1a']), []],
    [subnets(['subnet-1', 'eu-west-1a'], ['subnet-2', 'eu-west-1a']), ['/subnets/1/zone duplicate']],
    [subnets(['subnet-1', 'eu-west-1a'], ['subnet-1', 'eu-west-1b']), ['/subnets/1/id duplicate']],
    [{ vpcId: 'my-vpc' }, ['/vpcId invalid-format']],
    [{ infraId: 'Capital' }, ['/infraId invalid-format']],
    [{ infraId: 'a'.repeat(28) }, ['/infraId invalid-format']],
    [{ infraId: 'payments-x7k2b' }, []],
    [
      { instanceProfile: 'arn:aws:iam::123456789012:instance-profile/x' },
      ['/instanceProfile invalid-format'],
    ],
    [{ issuerUrl: 'http://oidc.example.org' }, ['/issuerUrl invalid-format']],
    [{ issuerUrl: 'https://oidc.example.org/a?b=c' }, ['/issuerUrl invalid-format']],
    [{ issuerUrl: 'https://b.s3.eu-west-1.amazonaws.com/payments-x7k2b' }, []],
    [
      { roles: { ...awsPlatform.infrastructure.roles, ingress: 'arn-from-secret::other' } },
      ['/roles/ingress invalid-format'],
    ],
    [
      {
        roles: {
          ...awsPlatform.infrastructure.roles,
          storage: 'arn:aws:iam::123456789012:role/path/x',
        },
      },
      [],
    ],
  ] as readonly (readonly [Partial<AwsExistingInfrastructure>, readonly string[]])[])(
    'infrastructure with %j has the problems %j',
    (more, problems) => {
      expect(problemsOf(withInfrastructure(more))).toEqual(
        problems.map((problem) => `${base}/infrastructure${problem}`),
      );
    },
  );

  test.each([
    [{ 'cost-centre': '42' }, []],
    [{ 'with space': 'x' }, ['/with space invalid-format']],
    [{ empty: '' }, ['/empty invalid-format']],
    [{ 'kubernetes.io/cluster/other': 'owned' }, ['/kubernetes.io~1cluster~1other not-allowed']],
    [{ 'AWS:x': 'y' }, ['/AWS:x not-allowed']],
    [{ ['k'.repeat(129)]: 'v' }, [`/${'k'.repeat(129)} out-of-range`]],
    [{ k: 'v'.repeat(257) }, ['/k out-of-range']],
    [Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`k${index}`, 'v'])), [' out-of-range']],
  ] as readonly (readonly [Record<string, string>, readonly string[]])[])(
    'tags %j have the problems %j',
    (tags, problems) => {
      expect(problemsOf(withAws({ tags }))).toEqual(problems.map((problem) => `${base}/tags${problem}`));
    },
  );

  test('principals are accounts, roles and users that may come in privately', () => {
    const root = 'arn:aws:iam::123456789012:root';
    const path = `${base}/additionalAllowedPrincipals`;
    expect(problemsOf(withAws({ additionalAllowedPrincipals: [root] }))).toEqual([`${path} conflict`]);
    expect(problemsOf(withAws({ endpointAccess: 'private', additionalAllowedPrincipals: [root] }))).toEqual(
      [],
    );
    expect(
      problemsOf(withAws({ endpointAccess: 'private', additionalAllowedPrincipals: [root, '*'] })),
    ).toEqual([`${path}/1 invalid-format`]);
  });

  test.each([
    ['arn:aws:kms:us-east-1:123456789012:key/1', 'arn:aws:iam::123456789012:role/r', ['/keyArn conflict']],
    ['alias/x', 'r', ['/keyArn invalid-format', '/roleArn invalid-format']],
  ] as const)('the key %s with role %s has the problems %j', (keyArn, roleArn, problems) => {
    const spec = specOf('aws', { encryption: { type: 'kms', aws: { keyArn, roleArn } } });
    expect(problemsOf(spec)).toEqual(problems.map((problem) => `/spec/encryption/aws${problem}`));
  });

  test('a region has the form of a region', () => {
    expect(
      problemsOf(
        withAws({
          region: 'Europe',
          infrastructure: { ...awsPlatform.infrastructure, ...subnets(['subnet-1', 'Europea']) },
        }),
      ),
    ).toEqual([`${base}/region invalid-format`]);
  });
});

describe('kubevirt', () => {
  const base = '/spec/platform/kubevirt';
  test.each([
    [{ storageClassMappings: [{ infra: 'a', guest: 'b' }] }, []],
    [
      { storageClassMappings: [{ infra: 'A', guest: '' }] },
      [
        `${base}/storageClassMappings/0/infra invalid-format`,
        `${base}/storageClassMappings/0/guest invalid-format`,
      ],
    ],
    [
      {
        volumeSnapshotClassMappings: [
          { infra: 'a', guest: 'b' },
          { infra: 'c', guest: 'b' },
        ],
      },
      [`${base}/volumeSnapshotClassMappings/1/guest duplicate`],
    ],
    [{ storageDriver: 'none' }, []],
    [
      { storageDriver: 'default', storageClassMappings: [{ infra: 'a', guest: 'b' }] },
      [`${base}/storageDriver conflict`],
    ],
    [
      { externalInfrastructure: { credentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0k', namespace: 'a.b' } },
      [`${base}/externalInfrastructure/namespace invalid-format`],
    ],
  ] as readonly (readonly [KubevirtPlatform, readonly string[]])[])(
    '%j has the problems %j',
    (kubevirt, problems) => {
      expect(problemsOf(specOf('kubevirt', { platform: { type: 'kubevirt', kubevirt } }))).toEqual(problems);
    },
  );
});

test.each([
  ['agents', []],
  ['', ['invalid-format']],
  ['a.b', ['invalid-format']],
  ['kube-system', ['not-allowed']],
  ['openshift-config', ['not-allowed']],
  ['hc-01jzc8w2q5e8rv9n3k7m4x6t0a', ['not-allowed']],
  ['default', ['not-allowed']],
])('the namespace %j of Agents has the problems %j', (namespace, codes) => {
  const spec = specOf('agent', { platform: { type: 'agent', agent: { namespace } } });
  expect(problemsOf(spec)).toEqual(codes.map((code) => `/spec/platform/agent/namespace ${code}`));
});
