import { describe, expect, test } from 'vitest';
import type { ClusterEncryption } from '../../../../../src/domain/cluster/cluster-spec.ts';
import { platformOf } from '../../../../../src/domain/platforms/platforms.ts';
import {
  existingSpec,
  keyArn,
  managedSpec,
  problemsOf,
  roleArn,
  vpcOwnerCredentialId,
} from './aws-samples.ts';

const base = '/spec/platform/aws';
const manyTags = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));

describe('tags', () => {
  test.each([[24, 20, 18]])(
    'are at most %i, with managed infrastructure %i, with policies of ROSA %i',
    (existing, managed, rosa) => {
      const rosaManagedPolicies = { rosaManagedPolicies: true };
      for (const [room, specWith] of [
        [existing, (tags: Record<string, string>) => existingSpec({}, { tags })],
        [managed, (tags: Record<string, string>) => managedSpec({}, { tags })],
        [rosa, (tags: Record<string, string>) => managedSpec(rosaManagedPolicies, { tags })],
      ] as const) {
        expect(problemsOf(specWith(manyTags(room)))).toEqual([]);
        expect(problemsOf(specWith(manyTags(room + 1)))).toEqual([`${base}/tags out-of-range`]);
      }
    },
  );

  test.each([
    'aws:x',
    'AWS:x',
    'kubernetes.io/cluster/other',
    'hypershift.openshift.io/infra-id',
    'sigs.k8s.io/cluster-api-provider-aws/cluster/other',
    'karpenter.sh/discovery',
    'red-hat-managed',
    'berth.io/x',
    'berth-cluster',
    'Name',
  ])('may not be %s', (key) => {
    const pointer = key.replaceAll('/', '~1');
    expect(problemsOf(existingSpec({}, { tags: { [key]: 'x' } }))).toEqual([
      `${base}/tags/${pointer} not-allowed`,
    ]);
  });

  test.each([
    [{ 'with space': 'x' }, ['/with space invalid-format']],
    [{ empty: '' }, ['/empty invalid-format']],
    [{ ['k'.repeat(129)]: 'v' }, [`/${'k'.repeat(129)} out-of-range`]],
    [{ k: 'v'.repeat(257) }, ['/k out-of-range']],
  ] as readonly (readonly [Record<string, string>, readonly string[]])[])('like %j: %j', (tags, problems) => {
    expect(problemsOf(existingSpec({}, { tags }))).toEqual(
      problems.map((problem) => `${base}/tags${problem}`),
    );
  });

  test('may be called anything else', () => {
    expect(
      problemsOf(existingSpec({}, { tags: { name: 'x', berthold: 'y', 'cost-centre': '4/2' } })),
    ).toEqual([]);
  });
});

describe('the key of a key service', () => {
  test.each([
    ['existing infrastructure', existingSpec, keyArn, roleArn('kms'), []],
    ['existing infrastructure', existingSpec, keyArn, undefined, ['/roleArn required']],
    ['existing infrastructure', existingSpec, keyArn, 'kms', ['/roleArn invalid-format']],
    ['managed infrastructure', managedSpec, keyArn, undefined, []],
    ['managed infrastructure', managedSpec, keyArn, roleArn('kms'), ['/roleArn not-allowed']],
    ['managed infrastructure', managedSpec, 'alias/x', undefined, ['/keyArn invalid-format']],
    [
      'managed infrastructure',
      managedSpec,
      'arn:aws:kms:us-east-1:123456789012:key/1',
      undefined,
      ['/keyArn conflict'],
    ],
    [
      'managed infrastructure',
      managedSpec,
      'arn:aws-cn:kms:cn-north-1:123456789012:key/1',
      undefined,
      ['/keyArn conflict'],
    ],
  ])('with %s (%#)', (_, specOf, key, role, problems) => {
    const encryption = { type: 'kms', aws: { keyArn: key, roleArn: role } } as const;
    expect(problemsOf(specOf({}, {}, { encryption }))).toEqual(
      problems.map((problem) => `/spec/encryption/aws${problem}`),
    );
  });

  test('is one of aws', () => {
    const problems = (encryption: object) =>
      platformOf('aws')
        .checkCluster(existingSpec({}, {}, { encryption: encryption as ClusterEncryption }))
        .map(({ pointer, code }) => `${pointer} ${code}`);
    const own = { keyArn, roleArn: roleArn('kms') };
    expect(problems({ type: 'kms', aws: own })).toEqual([]);
    expect(problems({ type: 'kms' })).toEqual(['/spec/encryption/aws required']);
    expect(problems({ type: 'kms', aws: own, azure: {} })).toEqual(['/spec/encryption/azure not-allowed']);
  });

  test('is not looked for when Berth’s own key encrypts', () => {
    expect(problemsOf(existingSpec({}, {}, { encryption: { type: 'aescbc' } }))).toEqual([]);
  });
});

describe('other members', () => {
  test('principals come in where there is a private endpoint', () => {
    const additionalAllowedPrincipals = ['arn:aws:iam::123456789012:root', '*'];
    const pointer = `${base}/additionalAllowedPrincipals`;
    expect(problemsOf(existingSpec({}, { additionalAllowedPrincipals }))).toEqual([`${pointer} conflict`]);
    expect(
      problemsOf(existingSpec({}, { endpointAccess: 'publicAndPrivate', additionalAllowedPrincipals })),
    ).toEqual([`${pointer}/1 invalid-format`]);
  });

  test('a cluster has a base domain, however it is reached', () => {
    expect(problemsOf(existingSpec({}, { endpointAccess: 'private' }, { dns: {} }))).toEqual([
      '/spec/dns/baseDomain required',
    ]);
    expect(problemsOf(managedSpec({}, {}, { dns: undefined }))).toEqual(['/spec/dns/baseDomain required']);
  });

  test('a region has the form of a region', () => {
    const infrastructure = { subnets: [{ id: 'subnet-1', zone: 'Europea' }] };
    expect(problemsOf(existingSpec(infrastructure, { region: 'Europe' }))).toEqual([
      `${base}/region invalid-format`,
    ]);
  });

  test('a shared VPC and autoNode are in the partitions that HyperShift has them in', () => {
    const sharedVpc = { vpcOwnerCredentialId };
    const problems = (region: string) =>
      problemsOf(
        managedSpec(
          { sharedVpc, zones: [`${region}a`] },
          { region },
          { autoNode: { provisioner: 'karpenter' } },
        ),
      );
    expect(problems('us-gov-west-1')).toEqual([]);
    expect(problems('us-iso-east-1')).toEqual([
      `${base}/infrastructure/sharedVpc not-allowed`,
      '/spec/autoNode not-allowed',
    ]);
  });

  test('principals are named once', () => {
    const root = 'arn:aws:iam::123456789012:root';
    const additionalAllowedPrincipals = [root, root];
    expect(problemsOf(existingSpec({}, { endpointAccess: 'private', additionalAllowedPrincipals }))).toEqual([
      `${base}/additionalAllowedPrincipals/1 duplicate`,
    ]);
  });

  test('a queue has a URL of SQS', () => {
    const problems = (terminationHandlerQueueUrl: string) =>
      problemsOf(existingSpec({}, { terminationHandlerQueueUrl }));
    expect(problems('https://sqs.eu-west-1.amazonaws.com/123456789012/queue.fifo')).toEqual([]);
    expect(problems('https://sqs.example.org/123456789012/queue')).toEqual([
      `${base}/terminationHandlerQueueUrl invalid-format`,
    ]);
  });

  test('autoNode is there on aws only', () => {
    const autoNode = { provisioner: 'karpenter' } as const;
    expect(platformOf('aws').checkCluster(managedSpec({}, {}, { autoNode }))).toEqual([]);
    const elsewhere = { ...managedSpec({}, {}, { autoNode }), platform: { type: 'none', none: {} } } as const;
    expect(
      platformOf('none')
        .checkCluster(elsewhere)
        .map(({ pointer }) => pointer),
    ).toContain('/spec/autoNode');
  });
});
