import { describe, expect, test } from 'vitest';
import type { NodePoolSpec } from '../../../../../src/domain/node-pool/node-pool-spec.ts';
import { aws } from '../../../../../src/domain/platforms/aws/aws.ts';
import type { NodePoolPlatform, RootVolume } from '../../../../../src/domain/platforms/platform-specs.ts';
import { existingSpec, keyArn, managedSpec, poolProblemsOf } from './aws-samples.ts';

const reservationId = 'cr-0123456789abcdef0';

describe('where machines stand', () => {
  test.each<readonly [string, NodePoolSpec, readonly string[]]>([
    ['in the first subnet', {}, []],
    ['in a zone of the cluster', { zone: 'eu-west-1b' }, []],
    ['in another zone', { zone: 'eu-west-1c' }, ['/spec/zone unsupported-value']],
    ['in a subnet', { subnet: 'subnet-1' }, ['/spec/subnet not-allowed']],
  ])('with managed infrastructure %s: %j', (_, nodePool, problems) => {
    expect(poolProblemsOf(nodePool, managedSpec())).toEqual(problems);
  });

  test('says which zones there are', () => {
    const allowed = ['eu-west-1a', 'eu-west-1b'];
    const refusals = (nodePool: NodePoolSpec) => aws.checkNodePool({ cluster: managedSpec(), nodePool });
    expect(refusals({ zone: 'eu-west-1c' })).toMatchObject([{ allowed }]);
    expect(refusals({ subnet: 'subnet-1' })).toMatchObject([{ allowed }]);
  });

  test('with existing infrastructure in any subnet', () => {
    expect(poolProblemsOf({ subnet: 'subnet-0123456789abcdef9' })).toEqual([]);
    expect(poolProblemsOf({ subnet: 'a' })).toEqual(['/spec/subnet invalid-format']);
    expect(poolProblemsOf({ zone: 'eu-west-1a', subnet: 'subnet-1' })).toEqual(['/spec/subnet conflict']);
  });
});

describe('instance types', () => {
  test.each([
    ['m6i.xlarge', undefined, true],
    ['m6i.xlarge', 'arm64', false],
    ['m6g.large', 'arm64', true],
    ['m6g.large', 'amd64', false],
    ['a1.large', 'arm64', true],
    ['c7gn.16xlarge', 'arm64', true],
    ['im4gn.large', 'arm64', true],
    ['t4g.micro', undefined, false],
    ['g5.xlarge', 'amd64', true],
    ['g5g.xlarge', 'arm64', true],
    ['g4dn.xlarge', 'amd64', true],
    ['p6e-gb200.36xlarge', 'arm64', true],
    ['u-6tb1.112xlarge', 'amd64', true],
    ['m7i-flex.large', 'amd64', true],
  ] as const)('%s for arch %s: %s', (instanceType, arch, fits) => {
    expect(poolProblemsOf({ ...(arch ? { arch } : {}), platform: { instanceType } })).toEqual(
      fits ? [] : ['/spec/platform/instanceType conflict'],
    );
  });

  test('of another form get that problem alone', () => {
    expect(poolProblemsOf({ arch: 'arm64', platform: { instanceType: 'large' } })).toEqual([
      '/spec/platform/instanceType invalid-format',
    ]);
  });

  test('of the default fit every architecture', () => {
    expect(poolProblemsOf({ arch: 'arm64' })).toEqual([]);
  });
});

describe('machines', () => {
  test.each<readonly [NodePoolPlatform, readonly string[]]>([
    [{ securityGroupIds: ['sg-0123456789abcdef0'], amiId: 'ami-0123456789abcdef0' }, []],
    [{ securityGroupIds: ['default'] }, ['/securityGroupIds/0 invalid-format']],
    [{ securityGroupIds: ['sg-1', 'sg-1'] }, ['/securityGroupIds/1 duplicate']],
    [{ amiId: 'rhcos' }, ['/amiId invalid-format']],
    [{ imageType: 'windows' }, []],
    [{ marketType: 'spot', spotMaxPrice: '0.25' }, []],
    [{ marketType: 'spot', tenancy: 'default' }, []],
    [{ marketType: 'spot', tenancy: 'dedicated' }, ['/tenancy conflict']],
    [{ spotMaxPrice: '0.25' }, ['/spotMaxPrice conflict']],
    [{ marketType: 'spot', spotMaxPrice: 'cheap' }, ['/spotMaxPrice invalid-format']],
    [{ marketType: 'spot', capacityReservation: {} }, ['/capacityReservation conflict']],
    [{ marketType: 'capacityBlocks' }, ['/capacityReservation required']],
    [{ marketType: 'capacityBlocks', capacityReservation: {} }, ['/capacityReservation/id required']],
    [{ marketType: 'capacityBlocks', capacityReservation: { id: reservationId } }, []],
    [{ capacityReservation: { id: 'cr-1' } }, ['/capacityReservation/id invalid-format']],
    [{ capacityReservation: { preference: 'open' } }, []],
    [
      { capacityReservation: { id: reservationId, preference: 'open' } },
      ['/capacityReservation/preference conflict'],
    ],
    [
      { capacityReservation: { id: reservationId, preference: 'none' } },
      ['/capacityReservation/preference conflict'],
    ],
    [{ capacityReservation: { id: reservationId, preference: 'capacityReservationsOnly' } }, []],
    [{ tenancy: 'host', capacityReservation: { id: reservationId } }, ['/capacityReservation conflict']],
    [{ tags: { team: 'a' } }, []],
    [{ tags: { 'kubernetes.io/cluster/x': 'owned' } }, ['/tags/kubernetes.io~1cluster~1x not-allowed']],
  ])('%j: %j', (platform, problems) => {
    expect(poolProblemsOf({ platform })).toEqual(problems.map((problem) => `/spec/platform${problem}`));
  });

  test('with Windows are amd64', () => {
    expect(poolProblemsOf({ arch: 'arm64', platform: { imageType: 'windows' } })).toEqual([
      '/spec/platform/imageType conflict',
    ]);
  });

  test.each([
    ['4.18.20', false],
    ['4.19.0', true],
    [{ channel: 'stable-4.18' }, false],
    [{ channel: 'stable-4.20' }, true],
    [{ channel: 'candidate' }, true],
  ] as const)('of a reservation with version %j: %s', (version, taken) => {
    const platform = { capacityReservation: { id: reservationId } };
    expect(poolProblemsOf({ platform }, existingSpec({}, {}, { version }))).toEqual(
      taken ? [] : ['/spec/platform/capacityReservation conflict'],
    );
  });

  test('do not have another value of a tag of the cluster', () => {
    const cluster = existingSpec({}, { tags: { team: 'a' } });
    expect(poolProblemsOf({ platform: { tags: { team: 'a', stage: 'x' } } }, cluster)).toEqual([]);
    expect(poolProblemsOf({ platform: { tags: { team: 'b' } } }, cluster)).toEqual([
      '/spec/platform/tags/team conflict',
    ]);
    expect(poolProblemsOf({ platform: { tags: { constructor: 'b' } } }, cluster)).toEqual([]);
  });
});

describe('root volumes', () => {
  test.each<readonly [RootVolume, readonly string[]]>([
    [{}, []],
    [{ sizeGiB: 8 }, []],
    [{ sizeGiB: 7 }, ['/sizeGiB out-of-range']],
    [{ sizeGiB: 65_536 }, []],
    [{ sizeGiB: 65_537 }, ['/sizeGiB out-of-range']],
    [{ type: 'io1', sizeGiB: 16_385, iops: 100 }, ['/sizeGiB out-of-range']],
    [{ type: 'standard', sizeGiB: 1_025 }, ['/sizeGiB out-of-range']],
    [{ type: 'st1', iops: 100 }, ['/type unsupported-value']],
    [{ type: 'constructor', sizeGiB: 8 }, ['/type unsupported-value']],
    [{ type: '__proto__' }, ['/type unsupported-value']],
    [{ kmsKeyArn: `${keyArn}/` }, ['/kmsKeyArn invalid-format']],
    [{ iops: 3_000, sizeGiB: 8 }, []],
    [{ iops: 2_999 }, ['/iops out-of-range']],
    [{ iops: 4_001, sizeGiB: 8 }, ['/iops out-of-range']],
    [{ iops: 80_001 }, ['/iops out-of-range']],
    [{ type: 'io1', iops: 100, sizeGiB: 8 }, []],
    [{ type: 'io1', iops: 6_000 }, []],
    [{ type: 'io1', iops: 6_001 }, ['/iops out-of-range']],
    [{ type: 'io2', iops: 120_000 }, []],
    [{ type: 'io1' }, ['/iops required']],
    [{ type: 'standard', iops: 100 }, ['/iops conflict']],
    [{ encrypted: true, kmsKeyArn: keyArn }, []],
    [{ encrypted: false, kmsKeyArn: keyArn }, ['/encrypted conflict']],
    [{ kmsKeyArn: 'arn:aws:kms:us-east-1:123456789012:key/1' }, ['/kmsKeyArn conflict']],
  ])('%j: %j', (rootVolume, problems) => {
    expect(poolProblemsOf({ platform: { rootVolume } })).toEqual(
      problems.map((problem) => `/spec/platform/rootVolume${problem}`),
    );
  });
});
