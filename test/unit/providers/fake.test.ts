import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/domain/shared/kube-object.ts';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { createManualTiming } from './manual-timing.ts';

const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace' };
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };
const SETTINGS = { ...CONFIG_MAP, namespace: 'hc-one', name: 'settings' };

const configMap = (name: string, metadata: object = {}): KubeObject => ({
  ...CONFIG_MAP,
  metadata: { name, namespace: 'hc-one', ...metadata },
  data: { key: 'value' },
});

const start = async (options: Parameters<typeof createFakeManagementCluster>[0] = {}) => {
  const timing = createManualTiming();
  const fake = createFakeManagementCluster({ timing, ...options });
  await fake.apply({ ...NAMESPACE, metadata: { name: 'hc-one' } });
  return { timing, fake };
};

describe('fake management cluster', () => {
  it('fails the next call as told, and only that', async () => {
    const { fake } = await start();
    fake.faults.failNext('throttled', { on: 'apply', retryAfterSeconds: 5 });
    expect(await fake.get(SETTINGS)).toBeUndefined();
    await expect(fake.apply(configMap('settings'))).rejects.toMatchObject({
      kind: 'throttled',
      retryable: true,
      retryAfterSeconds: 5,
    });
    expect(await fake.get(SETTINGS)).toBeUndefined();
    await fake.apply(configMap('settings'));
  });

  it('loses the answer of a call that was carried out', async () => {
    const { fake } = await start();
    fake.faults.failNext('timeout', { afterwards: true, times: 2 });
    await expect(fake.apply(configMap('settings'))).rejects.toMatchObject({ kind: 'timeout' });
    await expect(fake.apply(configMap('others'))).rejects.toMatchObject({ kind: 'timeout' });
    expect((await fake.get(SETTINGS))?.data).toEqual({ key: 'value' });
  });

  it('hangs until the time limit of the call', async () => {
    const { timing, fake } = await start({ timeoutMs: 10_000 });
    const release = fake.faults.hang();
    let outcome: unknown;
    fake.get(SETTINGS).catch((error) => {
      outcome = error;
    });
    await timing.advance(9_999);
    expect(outcome).toBeUndefined();
    await timing.advance(1);
    expect(outcome).toMatchObject({ kind: 'timeout' });
    release();
    expect(await fake.get(SETTINGS)).toBeUndefined();
  });

  it('is down for calls and watches until it is up again', async () => {
    const { timing, fake } = await start();
    const synced: number[] = [];
    const watch = fake.watch([CONFIG_MAP], {
      labelSelector: 'a=b',
      onObject: () => {},
      onGone: () => {},
      onSynced: (_kind, items) => synced.push(items.length),
    });
    await timing.advance(10_000);
    const goUp = fake.faults.goDown('unavailable');
    await expect(fake.probe()).rejects.toMatchObject({ kind: 'unavailable' });
    await timing.advance(60_000);
    expect(watch.counters().failures).toBeGreaterThan(3);
    goUp();
    await fake.apply(configMap('settings', { labels: { a: 'b' } }));
    await timing.advance(60_000);
    expect(synced.at(-1)).toBe(1);
    await fake.close();
    expect(timing.timers()).toBe(0);
    await expect(fake.probe()).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('ends a namespace with everything in it, and takes nothing new meanwhile', async () => {
    const { fake } = await start();
    await fake.apply(configMap('settings'));
    await fake.apply(configMap('held', { finalizers: ['example.com/held'] }));
    const namespace = await fake.get({ ...NAMESPACE, name: 'hc-one' });
    expect(await fake.delete({ ...NAMESPACE, name: 'hc-one' }, { uid: namespace!.metadata.uid! })).toBe(
      'deleting',
    );
    expect(await fake.get(SETTINGS)).toBeUndefined();
    expect((await fake.get({ ...NAMESPACE, name: 'hc-one' }))?.metadata.deletionTimestamp).toBe(
      '2026-08-22T12:00:00Z',
    );
    await expect(fake.apply(configMap('late'))).rejects.toMatchObject({ kind: 'conflict', status: 403 });
    fake.operator.mergePatch({ ...SETTINGS, name: 'held' }, { metadata: { finalizers: null } });
    expect(fake.operator.objects()).toEqual([]);
  });

  it('ends an empty namespace at once', async () => {
    const { fake } = await start();
    const namespace = await fake.get({ ...NAMESPACE, name: 'hc-one' });
    await fake.delete({ ...NAMESPACE, name: 'hc-one' }, { uid: namespace!.metadata.uid! });
    expect(await fake.get({ ...NAMESPACE, name: 'hc-one' })).toBeUndefined();
  });

  it('collects what belonged to a deleted owner, unless another owner is left', async () => {
    const { fake } = await start();
    const owner = await fake.apply(configMap('owner'));
    const second = await fake.apply(configMap('second'));
    const ownerReferences = (...owners: KubeObject[]) => ({
      ownerReferences: owners.map(({ kind, apiVersion, metadata: { name, uid } }) => ({
        kind,
        apiVersion,
        name,
        uid,
      })),
    });
    await fake.apply(configMap('owned', ownerReferences(owner)));
    await fake.apply(configMap('shared', ownerReferences(owner, second)));
    await fake.delete({ ...CONFIG_MAP, namespace: 'hc-one', name: 'owner' }, { uid: owner.metadata.uid! });
    const { items } = await fake.list(CONFIG_MAP, { namespace: 'hc-one' });
    expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(['second', 'shared']);
  });

  it('keeps a dropped field that the operator wrote too, and one that came with create', async () => {
    const { fake } = await start();
    await fake.create(configMap('settings', { labels: { created: 'yes' } }));
    await fake.apply({ ...configMap('settings'), data: { mine: '1', both: '1' } });
    fake.operator.mergePatch(SETTINGS, { data: { both: '2' } });
    await fake.apply({ ...configMap('settings'), data: { mine: '1', both: '2' } });
    const last = await fake.apply({ ...configMap('settings'), data: { other: '1' } });
    expect(last.data).toEqual({ key: 'value', both: '2', other: '1' });
    expect(last.metadata.labels).toEqual({ created: 'yes' });
  });

  it('gives out copies', async () => {
    const { fake } = await start();
    const sent = { ...configMap('settings'), data: { key: 'value' } };
    const got = await fake.apply(sent);
    sent.data.key = 'changed outside';
    (got.data as { key: string }).key = 'changed outside';
    expect((await fake.get(SETTINGS))?.data).toEqual({ key: 'value' });
  });

  it('has facts that a test can choose', async () => {
    const { fake } = await start({ facts: { hasRoutes: false } });
    expect(await fake.probe()).toMatchObject({ hasRoutes: false, serverVersion: 'v1.35.4' });
  });

  it('counts generations of specs, not of metadata or status', async () => {
    const { fake } = await start();
    const ref = {
      apiVersion: 'hypershift.openshift.io/v1beta1',
      kind: 'NodePool',
      namespace: 'hc-one',
      name: 'workers',
    };
    const pool = (replicas: number, labels = {}) => ({
      apiVersion: ref.apiVersion,
      kind: ref.kind,
      metadata: { name: ref.name, namespace: ref.namespace, labels },
      spec: { replicas },
    });
    await fake.apply(pool(1));
    await fake.apply(pool(1, { a: 'b' }));
    fake.operator.setStatus(ref, { replicas: 1 });
    expect((await fake.get(ref))?.metadata.generation).toBe(1);
    expect((await fake.apply(pool(2))).metadata.generation).toBe(2);
    expect((await fake.apply(configMap('settings'))).metadata.generation).toBeUndefined();
  });
});
