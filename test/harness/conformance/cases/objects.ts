import { expect } from 'vitest';
import type { ConformanceCase } from '../backend.ts';
import { configMap, configMapRef, hostedCluster, hostedClusterRef } from '../samples.ts';

const ANOTHER_UID = '11111111-1111-4111-8111-111111111111';

export const objectCases: readonly ConformanceCase[] = [
  {
    name: 'create makes an object once and then reports the existing one unchanged',
    run: async ({ cluster, namespace }) => {
      const secret = (key: string) => ({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'etcd-encryption-key', namespace },
        type: 'Opaque',
        data: { key },
      });
      const first = await cluster.create(secret('Zmlyc3Q='));
      const second = await cluster.create(secret('c2Vjb25k'));
      expect(first.created).toBe(true);
      expect(second.created).toBe(false);
      expect(second.object.data).toEqual({ key: 'Zmlyc3Q=' });
      expect(second.object.metadata.uid).toBe(first.object.metadata.uid);
    },
  },
  {
    name: 'get returns undefined for an object that is not there',
    run: async ({ cluster, namespace }) => {
      expect(await cluster.get(hostedClusterRef(namespace))).toBeUndefined();
      expect(await cluster.get(configMapRef(`${namespace}-gone`, 'some'))).toBeUndefined();
    },
  },
  {
    name: 'dots, empty names and unknown kinds are refused before any request',
    run: async ({ cluster, namespace, requests }) => {
      const bystander = await cluster.apply(hostedCluster(namespace));
      const before = requests();
      const uid = bystander.metadata.uid!;
      for (const name of ['', '.', '..', 'a/b', '%2e%2e', 'a..b', 'UPPER', 'a?b', 'x'.repeat(254)]) {
        const ref = hostedClusterRef(namespace, name);
        await expect(cluster.get(ref)).rejects.toMatchObject({ kind: 'bad-name', retryable: false });
        await expect(cluster.delete(ref, { uid })).rejects.toMatchObject({ kind: 'bad-name' });
        await expect(cluster.apply(hostedCluster(namespace, { name }))).rejects.toMatchObject({
          kind: 'bad-name',
        });
      }
      for (const wrong of ['', '.', '..', 'a.b', 'a/b']) {
        await expect(cluster.delete(hostedClusterRef(wrong), { uid })).rejects.toMatchObject({
          kind: 'bad-name',
        });
        await expect(
          cluster.list({ apiVersion: 'v1', kind: 'Secret' }, { namespace: wrong }),
        ).rejects.toMatchObject({ kind: 'bad-name' });
      }
      await expect(
        cluster.get({ apiVersion: 'v1', kind: 'Pod', namespace, name: 'some' }),
      ).rejects.toMatchObject({ kind: 'bad-name' });
      await expect(cluster.delete(hostedClusterRef(namespace), { uid: '' })).rejects.toMatchObject({
        kind: 'bad-name',
      });
      expect(requests()).toBe(before);
      expect((await cluster.get(hostedClusterRef(namespace)))?.metadata.uid).toBe(uid);
    },
  },
  {
    name: 'merge patch sets fields, removes fields and leaves the rest',
    run: async ({ cluster, namespace }) => {
      await cluster.apply(configMap(namespace, 'settings', {}, { a: '1', b: '2', c: '3' }));
      const patched = await cluster.mergePatch(configMapRef(namespace, 'settings'), {
        data: { a: null, b: 'two' },
      });
      expect(patched.data).toEqual({ b: 'two', c: '3' });
    },
  },
  {
    name: 'merge patch of another or of no object is a conflict',
    run: async ({ cluster, namespace }) => {
      const ref = configMapRef(namespace, 'settings');
      const patch = { data: { a: '1' } };
      await expect(cluster.mergePatch(ref, patch)).rejects.toMatchObject({ kind: 'conflict', status: 404 });
      const object = await cluster.apply(configMap(namespace, 'settings'));
      await expect(cluster.mergePatch(ref, patch, { uid: ANOTHER_UID })).rejects.toMatchObject({
        kind: 'conflict',
        status: 409,
      });
      const patched = await cluster.mergePatch(ref, patch, { uid: object.metadata.uid! });
      expect(patched.data).toEqual({ a: '1', key: 'value' });
    },
  },
  {
    name: 'delete with another uid deletes nothing',
    run: async ({ cluster, namespace }) => {
      const object = await cluster.apply(hostedCluster(namespace));
      const ref = hostedClusterRef(namespace);
      expect(await cluster.delete(ref, { uid: ANOTHER_UID })).toBe('uid-changed');
      expect((await cluster.get(ref))?.metadata.uid).toBe(object.metadata.uid);
      expect((await cluster.get(ref))?.metadata.deletionTimestamp).toBeUndefined();
    },
  },
  {
    name: 'delete is accepted, and absent when it is called again',
    run: async ({ cluster, namespace }) => {
      const object = await cluster.apply(hostedCluster(namespace));
      const ref = hostedClusterRef(namespace);
      expect(await cluster.delete(ref, { uid: object.metadata.uid! })).toBe('deleting');
      expect(await cluster.get(ref)).toBeUndefined();
      expect(await cluster.delete(ref, { uid: object.metadata.uid! })).toBe('absent');
    },
  },
  {
    name: 'a finalizer keeps a deleted object until it is taken away',
    run: async ({ cluster, operator, namespace }) => {
      const ref = hostedClusterRef(namespace);
      const { metadata } = await cluster.apply(hostedCluster(namespace));
      await operator.mergePatch(ref, { metadata: { finalizers: ['hypershift.openshift.io/finalizer'] } });
      expect(await cluster.delete(ref, { uid: metadata.uid! })).toBe('deleting');
      expect(await cluster.delete(ref, { uid: metadata.uid! })).toBe('deleting');
      expect((await cluster.get(ref))?.metadata.deletionTimestamp).toMatch(/^\d{4}-\d\d-\d\dT/);
      await operator.mergePatch(ref, { metadata: { finalizers: null } });
      expect(await cluster.get(ref)).toBeUndefined();
    },
  },
  {
    name: 'an object made again under its name has another uid and is safe from the old delete',
    run: async ({ cluster, namespace }) => {
      const ref = configMapRef(namespace, 'settings');
      const first = await cluster.apply(configMap(namespace, 'settings'));
      await cluster.delete(ref, { uid: first.metadata.uid! });
      const second = await cluster.apply(configMap(namespace, 'settings'));
      expect(second.metadata.uid).not.toBe(first.metadata.uid);
      expect(await cluster.delete(ref, { uid: first.metadata.uid! })).toBe('uid-changed');
      expect((await cluster.get(ref))?.metadata.uid).toBe(second.metadata.uid);
    },
  },
  {
    name: 'probe says the version of the server and the platforms of the CRD',
    run: async ({ cluster }) => {
      const facts = await cluster.probe();
      expect(facts.serverVersion).toMatch(/^v1\.\d+/);
      expect(facts.hostedClusterPlatforms).toEqual(
        expect.arrayContaining(['AWS', 'Agent', 'KubeVirt', 'None']),
      );
    },
  },
];
