import { describe, expect, test } from 'vitest';
import { platformTypes } from '../../../../src/domain/platforms/platform-specs.ts';
import { nodePoolFieldsOf, platformOf } from '../../../../src/domain/platforms/platforms.ts';
import { specOf } from './samples.ts';

describe.each(platformTypes)('platform %s', (type) => {
  const rules = platformOf(type);

  test('has every part', () => {
    expect(Object.keys(rules)).toEqual(
      expect.arrayContaining([
        'type',
        'kubeType',
        'architectures',
        'upgradeType',
        'publishing',
        'nodePoolFields',
        'rootVolumeFields',
        'hasZones',
        'autoscaling',
        'hostedClusterPlatform',
        'issuerUrl',
        'nodePoolDefaults',
        'nodePoolPlatform',
        'checkCluster',
        'checkNodePool',
      ]),
    );
    expect(rules.type).toBe(type);
    expect(rules.publishing.strategies).toContain(rules.publishing.strategy);
    expect(rules.architectures).toContain('amd64');
  });

  test('renders a block under its own name and no other', () => {
    const cluster = specOf(type);
    const own = rules.kubeType === 'None' ? [] : [type];
    expect(Object.keys(rules.hostedClusterPlatform(cluster, 'x'))).toEqual(own);
    expect(Object.keys(rules.nodePoolPlatform({ cluster, nodePool: { replicas: 1 }, infraId: 'x' }))).toEqual(
      own,
    );
  });

  test('finds nothing wrong with the least spec', () => {
    const cluster = specOf(type);
    expect(rules.checkCluster(cluster)).toEqual([]);
    expect(rules.checkNodePool({ cluster, nodePool: { replicas: 1 } })).toEqual([]);
  });

  test('knows the members of root volumes exactly when pools have root volumes', () => {
    expect(rules.nodePoolFields.includes('rootVolume')).toBe(rules.rootVolumeFields.length > 0);
  });
});

test('the members of a pool’s platform differ by platform', () => {
  expect(nodePoolFieldsOf('aws')).toEqual(['instanceType', 'instanceProfile', 'rootVolume']);
  expect(nodePoolFieldsOf('agent')).toEqual(['agentLabelSelector']);
  expect(nodePoolFieldsOf('none')).toEqual([]);
  expect(nodePoolFieldsOf('kubevirt')).toContain('hostDevices');
});
