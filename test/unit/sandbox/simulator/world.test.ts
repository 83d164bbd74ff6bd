import { describe, expect, it } from 'vitest';
import { World } from '../../../../src/sandbox/hypershift-simulator/loop/world.ts';
import {
  asKubeObject,
  type HostedCluster,
  type NodePool,
} from '../../../../src/sandbox/hypershift-simulator/objects.ts';
import { makeCluster, makePool } from './objects.ts';

const at = <T extends HostedCluster | NodePool>(
  object: T,
  resourceVersion: string,
  uid = object.metadata.uid,
): T => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion, uid },
});
const cluster = makeCluster();
const pool = makePool();

describe('what the simulator knows', () => {
  it('tells whom an object concerns', () => {
    const world = new World();
    expect(world.put(asKubeObject(pool))).toEqual(['pool:hc-one/workers', 'cluster:hc-one/payments']);
    expect(world.put(asKubeObject(cluster))).toEqual(['cluster:hc-one/payments', 'pool:hc-one/workers']);
    expect(world.clusterOf(pool)?.metadata.name).toBe('payments');
    expect(world.poolsOf(cluster).map(({ metadata }) => metadata.name)).toEqual(['workers']);
  });

  it('learns nothing from an echo of its own write, or from something older', () => {
    const world = new World();
    world.put(asKubeObject(at(cluster, '10')));
    expect(world.put(asKubeObject(at(cluster, '10')))).toEqual([]);
    expect(world.put(asKubeObject(at(cluster, '9')))).toEqual([]);
    expect(world.put(asKubeObject(at(cluster, '11')))).toEqual(['cluster:hc-one/payments']);
  });

  it('keeps a new object of a name when the old one is reported gone', () => {
    const world = new World();
    world.put(asKubeObject(at(cluster, '10')));
    world.put(asKubeObject(at(cluster, '12', 'another')));
    world.drop(asKubeObject(at(cluster, '11')));
    expect(world.find('cluster:hc-one/payments')?.cluster?.metadata.uid).toBe('another');
  });

  it('finds what a list no longer has', () => {
    const world = new World();
    world.put(asKubeObject(pool));
    world.put(asKubeObject(makePool({ name: 'gpu' })));
    const missing = world.missingFrom('NodePool', [asKubeObject(pool)]);
    expect(missing.map(({ metadata }) => metadata.name)).toEqual(['gpu']);
    for (const object of missing) world.drop(object);
    expect(world.poolsOf(cluster).map(({ metadata }) => metadata.name)).toEqual(['workers']);
    expect(world.find('pool:hc-one/gpu')).toBeUndefined();
  });
});
