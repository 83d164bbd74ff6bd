import { describe, expect, test } from 'vitest';
import { type NodePoolPlatform, platformTypes } from '../../../../src/domain/platforms/platform-specs.ts';
import { nodePoolFieldsOf, platformOf } from '../../../../src/domain/platforms/platforms.ts';
import { outputsFor, specOf } from './samples.ts';

describe.each(platformTypes)('platform %s', (type) => {
  const rules = platformOf(type);

  test('names itself and what it takes', () => {
    expect(rules.type).toBe(type);
    expect(rules.publishing.strategies).toContain(rules.publishing.strategy);
    expect(rules.architectures).toContain(rules.architecture ?? 'amd64');
    expect(rules.schemas.cluster['title']).toMatch(/PlatformInput$/);
  });

  test('renders a block under its own name and no other', () => {
    const cluster = specOf(type);
    const own = rules.kubeType === 'None' ? [] : [type];
    const infrastructure = outputsFor(cluster);
    const rendering = { spec: cluster, infraId: 'x', hostedClusterName: 'payments', infrastructure };
    const pool = { cluster, nodePool: { replicas: 1 }, infraId: 'x', infrastructure };
    expect(Object.keys(rules.hostedClusterPlatform(rendering))).toEqual(own);
    expect(Object.keys(rules.nodePoolPlatform(pool))).toEqual(own);
  });

  test('finds nothing wrong with the least spec', () => {
    const cluster = specOf(type);
    expect(rules.checkCluster(cluster)).toEqual([]);
    const platform = rules.examples.nodePool as NodePoolPlatform;
    expect(rules.checkNodePool({ cluster, nodePool: { replicas: 1, platform } })).toEqual([]);
  });
});

test('the members of a pool’s platform differ by platform', () => {
  expect(nodePoolFieldsOf('aws')).toEqual(expect.arrayContaining(['instanceType', 'rootVolume']));
  expect(nodePoolFieldsOf('agent')).toEqual(['agentLabelSelector']);
  expect(nodePoolFieldsOf('none')).toEqual([]);
  expect(nodePoolFieldsOf('kubevirt')).toContain('hostDevices');
});
