import { expect } from 'vitest';
import type { ConformanceCase } from '../backend.ts';
import { hostedCluster, hostedClusterRef } from '../samples.ts';

const ANOTHER_UID = '11111111-1111-4111-8111-111111111111';

export const applyCases: readonly ConformanceCase[] = [
  {
    name: 'apply creates an object and returns what the server made of it',
    run: async ({ cluster, namespace }) => {
      const object = await cluster.apply(hostedCluster(namespace));
      expect(object.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
      expect(object.metadata.resourceVersion).toMatch(/^\d+$/);
      expect(object.metadata.generation).toBe(1);
      expect(object.spec?.['platform']).toEqual({ type: 'None' });
    },
  },
  {
    name: 'apply changes a field and raises the generation',
    run: async ({ cluster, namespace }) => {
      const first = await cluster.apply(hostedCluster(namespace));
      const spec = { release: { image: 'quay.io/openshift-release-dev/ocp-release:4.20.1-x86_64' } };
      const second = await cluster.apply(hostedCluster(namespace, { spec }));
      expect(second.metadata.uid).toBe(first.metadata.uid);
      expect(second.metadata.generation).toBe(2);
      expect(second.spec?.['release']).toEqual(spec.release);
    },
  },
  {
    name: 'apply that changes nothing keeps the resource version',
    run: async ({ cluster, namespace }) => {
      const first = await cluster.apply(hostedCluster(namespace));
      const second = await cluster.apply(hostedCluster(namespace));
      expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    },
  },
  {
    name: 'apply takes away what is no longer sent',
    run: async ({ cluster, namespace }) => {
      const annotations = { 'hypershift.openshift.io/restart-date': '2026-08-01', 'example.com/kept': 'yes' };
      await cluster.apply(
        hostedCluster(namespace, { spec: { nodeSelector: { zone: 'a' } }, metadata: { annotations } }),
      );
      const metadata = { annotations: { 'example.com/kept': 'yes' } };
      const second = await cluster.apply(hostedCluster(namespace, { metadata }));
      expect(second.metadata.annotations).toEqual({ 'example.com/kept': 'yes' });
      expect(second.spec?.['nodeSelector']).toBeUndefined();
    },
  },
  {
    name: 'apply leaves what another writer owns',
    run: async ({ cluster, operator, namespace }) => {
      await cluster.apply(hostedCluster(namespace, { metadata: { finalizers: ['berth.example.com/ours'] } }));
      await operator.mergePatch(hostedClusterRef(namespace), {
        metadata: {
          annotations: { 'hypershift.openshift.io/cluster-scheduled': 'true' },
          finalizers: ['berth.example.com/ours', 'hypershift.openshift.io/finalizer'],
        },
        spec: { clusterID: '2e2d0f4c-9a3b-4f0e-8f61-6f4b6f1f2a10' },
      });
      const second = await cluster.apply(hostedCluster(namespace));
      expect(second.spec?.['clusterID']).toBe('2e2d0f4c-9a3b-4f0e-8f61-6f4b6f1f2a10');
      expect(second.metadata.annotations).toEqual({ 'hypershift.openshift.io/cluster-scheduled': 'true' });
      expect(second.metadata.finalizers).toContain('hypershift.openshift.io/finalizer');
      await operator.mergePatch(hostedClusterRef(namespace), { metadata: { finalizers: null } });
    },
  },
  {
    name: 'apply takes back a field that another writer changed',
    run: async ({ cluster, operator, namespace }) => {
      await cluster.apply(hostedCluster(namespace));
      await operator.mergePatch(hostedClusterRef(namespace), {
        spec: { release: { image: 'quay.io/openshift-release-dev/ocp-release:4.19.0-x86_64' } },
      });
      const second = await cluster.apply(hostedCluster(namespace));
      expect(second.spec?.['release']).toEqual({
        image: 'quay.io/openshift-release-dev/ocp-release:4.20.0-x86_64',
      });
    },
  },
  {
    name: 'apply leaves the status alone',
    run: async ({ cluster, operator, namespace }) => {
      await cluster.apply(hostedCluster(namespace));
      await operator.setStatus(hostedClusterRef(namespace), {
        controlPlaneEndpoint: { host: 'api.example.com', port: 443 },
      });
      const second = await cluster.apply({
        ...hostedCluster(namespace),
        status: { controlPlaneEndpoint: { host: 'elsewhere.example.com', port: 1 } },
      });
      expect(second.status?.['controlPlaneEndpoint']).toEqual({ host: 'api.example.com', port: 443 });
      expect(second.metadata.generation).toBe(1);
    },
  },
  {
    name: 'apply with another uid is a conflict and brings nothing back',
    run: async ({ cluster, namespace }) => {
      const late = hostedCluster(namespace, { metadata: { uid: ANOTHER_UID } });
      await expect(cluster.apply(late)).rejects.toMatchObject({ kind: 'conflict', retryable: true });
      expect(await cluster.get(hostedClusterRef(namespace))).toBeUndefined();
      await cluster.apply(hostedCluster(namespace));
      await expect(cluster.apply(late)).rejects.toMatchObject({ kind: 'conflict', retryable: true });
    },
  },
  {
    name: 'apply of an invalid object is refused in the words of the server',
    run: async ({ cluster, namespace }) => {
      const wrong = hostedCluster(namespace, { spec: { platform: { type: 'Banana' } } });
      const refused = cluster.apply(wrong);
      await expect(refused).rejects.toMatchObject({ kind: 'invalid', retryable: false, status: 422 });
      await expect(refused).rejects.toThrow('spec.platform.type: Unsupported value: "Banana"');
      expect(await cluster.get(hostedClusterRef(namespace))).toBeUndefined();
    },
  },
  {
    name: 'apply in a namespace that is not there is a conflict',
    run: async ({ cluster, namespace }) => {
      const object = hostedCluster(`${namespace}-gone`);
      await expect(cluster.apply(object)).rejects.toMatchObject({ kind: 'conflict', status: 404 });
    },
  },
  {
    name: 'a field that our types do not know survives get and apply',
    run: async ({ cluster, namespace }) => {
      const labels = { 'berth.example.com/mark': 'kept' };
      await cluster.apply({ ...configMapWithBinary(namespace), immutable: false });
      const read = await cluster.get({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        namespace,
        name: 'with-binary',
      });
      expect(read).toMatchObject({ binaryData: { blob: 'AAEC' }, immutable: false });
      const written = await cluster.apply({ ...read!, metadata: { ...read!.metadata, labels } });
      expect(written).toMatchObject({ binaryData: { blob: 'AAEC' }, immutable: false, metadata: { labels } });
    },
  },
];

const configMapWithBinary = (namespace: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'with-binary', namespace },
  binaryData: { blob: 'AAEC' },
});
