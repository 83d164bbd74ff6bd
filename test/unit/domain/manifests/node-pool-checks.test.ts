import { expect, test } from 'vitest';
import type { NodePoolManagement, NodePoolSpec } from '../../../../src/domain/node-pool/node-pool-spec.ts';
import type {
  NodePoolPlatform,
  PlatformType,
  RootVolume,
} from '../../../../src/domain/platforms/platform-specs.ts';
import { platformOf } from '../../../../src/domain/platforms/platforms.ts';
import { specOf } from './samples.ts';

const problemsOf = (type: PlatformType, nodePool: NodePoolSpec): string[] =>
  platformOf(type)
    .checkNodePool({ cluster: specOf(type), nodePool: { replicas: 1, ...nodePool } })
    .map(({ pointer, code }) => `${pointer} ${code}`);

test.each([
  ['aws', 'arm64', true],
  ['aws', 's390x', false],
  ['kubevirt', 's390x', true],
  ['kubevirt', 'arm64', false],
  ['agent', 'ppc64le', true],
  ['agent', 's390x', false],
  ['none', 'arm64', true],
  ['none', 'ppc64le', false],
] as const)('on %s machines of %s are possible: %s', (type, arch, possible) => {
  expect(problemsOf(type, { arch })).toEqual(possible ? [] : ['/spec/arch unsupported-value']);
});

test.each([
  ['aws', {}, []],
  ['aws', { maxSurge: 0 }, ['/maxSurge conflict']],
  ['aws', { maxSurge: '0%', maxUnavailable: 0 }, ['/maxSurge conflict']],
  ['aws', { maxSurge: 0, maxUnavailable: 1 }, []],
  ['aws', { maxSurge: '25%' }, []],
  [
    'aws',
    { maxSurge: '250%', maxUnavailable: -1 },
    ['/maxSurge invalid-format', '/maxUnavailable invalid-format'],
  ],
  ['aws', { maxSurge: 'many' }, ['/maxSurge invalid-format']],
  [
    'aws',
    { strategy: 'onDelete', maxSurge: 1, maxUnavailable: 1 },
    ['/maxSurge conflict', '/maxUnavailable conflict'],
  ],
  ['aws', { strategy: 'onDelete' }, []],
  ['agent', { strategy: 'rollingUpdate', maxSurge: 1 }, ['/strategy conflict', '/maxSurge conflict']],
  ['agent', { maxUnavailable: 0 }, ['/maxUnavailable out-of-range']],
  ['agent', { maxUnavailable: 1 }, []],
  ['agent', { upgradeType: 'replace', maxSurge: 1 }, []],
  ['aws', { upgradeType: 'inPlace', maxSurge: 1 }, ['/maxSurge conflict']],
] as readonly (readonly [PlatformType, NodePoolManagement, readonly string[]])[])(
  'on %s the management %j has the problems %j',
  (type, management, problems) => {
    expect(problemsOf(type, { management })).toEqual(problems.map((problem) => `/spec/management${problem}`));
  },
);

test.each([
  ['aws', { autoscaling: { min: 0, max: 3 } }, []],
  ['kubevirt', { autoscaling: { min: 0, max: 3 } }, ['/autoscaling/min out-of-range']],
  ['agent', { autoscaling: { min: 1, max: 3 } }, []],
  ['none', { autoscaling: { min: 1, max: 3 } }, ['/autoscaling not-allowed']],
  ['kubevirt', { zone: 'a', subnet: 'subnet-1' }, ['/zone not-allowed', '/subnet not-allowed']],
  ['aws', { zone: 'eu-west-1b' }, []],
  ['aws', { zone: 'eu-west-1c' }, ['/zone unsupported-value']],
  ['aws', { zone: 'eu-west-1a', subnet: 'subnet-1' }, ['/subnet conflict']],
  ['aws', { subnet: 'a' }, ['/subnet invalid-format']],
  [
    'none',
    { drainTimeout: '30m', volumeDetachTimeout: 'P1Y' },
    ['/drainTimeout invalid-format', '/volumeDetachTimeout invalid-format'],
  ],
  ['none', { labels: { '-': 'x' } }, ['/labels/- invalid-format']],
] as readonly (readonly [PlatformType, NodePoolSpec, readonly string[]])[])(
  'on %s %j has the problems %j',
  (type, nodePool, problems) => {
    expect(problemsOf(type, nodePool)).toEqual(problems.map((problem) => `/spec${problem}`));
  },
);

test.each([
  ['aws', { sizeGiB: 7 }, ['/sizeGiB out-of-range']],
  ['aws', { sizeGiB: 20_000, type: 'gp2' }, ['/sizeGiB out-of-range']],
  ['aws', { type: 'sc1' }, ['/type unsupported-value']],
  ['aws', { type: 'io1' }, ['/iops required']],
  ['aws', { type: 'io2', iops: 4000 }, []],
  ['aws', { iops: 4000 }, []],
  ['aws', { iops: 1 }, ['/iops out-of-range']],
  ['aws', { type: 'gp2', iops: 4000 }, ['/iops conflict']],
  ['aws', { kmsKeyArn: 'x' }, ['/kmsKeyArn invalid-format']],
  ['aws', { storageClass: 'x' }, ['/storageClass not-allowed']],
  ['kubevirt', { sizeGiB: 15 }, ['/sizeGiB out-of-range']],
  ['kubevirt', { sizeGiB: 16, storageClass: 'x' }, []],
  ['kubevirt', { iops: 4000, type: 'gp3' }, ['/iops not-allowed', '/type not-allowed']],
] as readonly (readonly [PlatformType, RootVolume, readonly string[]])[])(
  'on %s the root volume %j has the problems %j',
  (type, rootVolume, problems) => {
    expect(problemsOf(type, { platform: { rootVolume } })).toEqual(
      problems.map((problem) => `/spec/platform/rootVolume${problem}`),
    );
  },
);

test.each([
  [
    'aws',
    { instanceType: 'large', instanceProfile: 'a/b' },
    ['/instanceType invalid-format', '/instanceProfile invalid-format'],
  ],
  ['aws', { instanceType: 'u-6tb1.112xlarge' }, []],
  ['kubevirt', { cores: 0 }, ['/cores out-of-range']],
  ['kubevirt', { memory: '1Gi' }, ['/memory out-of-range']],
  ['kubevirt', { memory: 'much' }, ['/memory invalid-format']],
  ['kubevirt', { memory: '2Gi', cores: 1 }, []],
  ['kubevirt', { attachDefaultNetwork: false }, ['/additionalNetworks required']],
  ['kubevirt', { attachDefaultNetwork: false, additionalNetworks: ['ns/nad'] }, []],
  [
    'kubevirt',
    { additionalNetworks: ['nad', 'ns/nad', 'ns/nad'] },
    ['/additionalNetworks/0 invalid-format', '/additionalNetworks/2 duplicate'],
  ],
  [
    'kubevirt',
    { hostDevices: [{ name: 'nvidia.com/A100' }, { name: 'nvidia.com/A100', count: 0 }, { name: '' }] },
    [
      '/hostDevices/1/count out-of-range',
      '/hostDevices/1/name duplicate',
      '/hostDevices/2/name invalid-format',
    ],
  ],
  ['kubevirt', { nodeSelector: { a: '-' } }, ['/nodeSelector/a invalid-format']],
  [
    'agent',
    { agentLabelSelector: { matchLabels: { a: '-' } } },
    ['/agentLabelSelector/matchLabels/a invalid-format'],
  ],
  ['agent', { agentLabelSelector: {} }, []],
  [
    'agent',
    {
      agentLabelSelector: {
        matchExpressions: [
          { key: 'size', operator: 'In', values: ['large'] },
          { key: 'size', operator: 'In' },
          { key: 'size', operator: 'Exists', values: ['large'] },
          { key: '-', operator: 'NotIn', values: ['-'] },
        ],
      },
    },
    [
      '/agentLabelSelector/matchExpressions/1/values required',
      '/agentLabelSelector/matchExpressions/2/values conflict',
      '/agentLabelSelector/matchExpressions/3/key invalid-format',
      '/agentLabelSelector/matchExpressions/3/values/0 invalid-format',
    ],
  ],
] as readonly (readonly [PlatformType, NodePoolPlatform, readonly string[]])[])(
  'on %s the machines %j have the problems %j',
  (type, platform, problems) => {
    expect(problemsOf(type, { platform })).toEqual(problems.map((problem) => `/spec/platform${problem}`));
  },
);

test('problems of a pool in the body of its cluster point there', () => {
  const input = { cluster: specOf('aws'), nodePool: { replicas: 1, zone: 'eu-west-1c' } };
  expect(platformOf('aws').checkNodePool(input, ['spec', 'nodePools', 2])).toEqual([
    {
      pointer: '/spec/nodePools/2/zone',
      code: 'unsupported-value',
      detail: 'The cluster has no subnet in zone eu-west-1c.',
      allowed: ['eu-west-1a', 'eu-west-1b'],
    },
  ]);
});
