import { describe, expect, test } from 'vitest';
import { outputsOf } from '../../../../src/domain/platforms/platform-rules.ts';
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

  test('says where it is and with what it is reached, if anywhere and with anything', () => {
    const cluster = specOf(type);
    const ids = rules.credentials(cluster).map(({ id }) => id);
    const account = rules.cloudCredentialId(cluster);
    expect(account === undefined || ids.includes(account)).toBe(true);
    expect(rules.regionOf(cluster) ?? 'nowhere').toMatch(/^[a-z0-9-]+$/);
    expect(rules.infraIdOf(cluster) ?? 'b2c3d4e5f6g7h').toMatch(/^[a-z0-9-]{1,27}$/);
    expect(rules.immutableFields.every(({ read }) => read(cluster, 'x') !== null)).toBe(true);
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

test('outputs of one platform are not those of another', () => {
  expect(() => outputsOf({}, 'aws')).toThrow('the infrastructure has no outputs for aws');
});

test('the members of a pool’s platform differ by platform', () => {
  expect(nodePoolFieldsOf('aws')).toEqual(expect.arrayContaining(['instanceType', 'rootVolume']));
  expect(nodePoolFieldsOf('agent')).toEqual(['agentLabelSelector']);
  expect(nodePoolFieldsOf('none')).toEqual([]);
  expect(nodePoolFieldsOf('kubevirt')).toContain('hostDevices');
});
