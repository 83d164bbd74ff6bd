import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '../../src/domain/shared/json.ts';
import type { KubeObject, KubeRef } from '../../src/domain/shared/kube-object.ts';
import type { FakeManagementCluster } from '../../src/providers/management-cluster/fake.ts';

const condition = (type: string, status: string, reason = 'AsExpected'): JsonObject => ({
  type,
  status,
  reason,
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
});

const refOf = (object: KubeObject): KubeRef => ({
  apiVersion: object.apiVersion,
  kind: object.kind,
  name: object.metadata.name,
  ...(object.metadata.namespace === undefined ? {} : { namespace: object.metadata.namespace }),
});

const versionOf = (object: KubeObject): string => {
  const release = object.spec?.['release'] as { image: string } | undefined;
  return /:(\d+\.\d+\.\d+)/.exec(release?.image ?? '')?.[1] ?? '0.0.0';
};

const hostedClusterStatus = (object: KubeObject): JsonObject => ({
  conditions: [
    condition('Available', 'True'),
    condition('Degraded', 'False'),
    condition('ReconciliationSucceeded', 'True'),
  ],
  controlPlaneEndpoint: { host: `api.${object.metadata.name}.example.com`, port: 6443 },
  kubeconfig: { name: `${object.metadata.name}-admin-kubeconfig` },
  version: { history: [{ state: 'Completed', version: versionOf(object), image: 'resolved' }] },
});

const nodePoolStatus = (object: KubeObject): JsonObject => ({
  conditions: [condition('Ready', 'True'), condition('AllMachinesReady', 'True')],
  replicas: (object.spec?.['replicas'] as number | undefined) ?? 0,
  version: versionOf(object),
});

/** One turn of the operator: every object is as it shall be, at once and without a story. */
export const settleAsOperator = (cluster: FakeManagementCluster): void => {
  for (const object of cluster.operator.objects()) {
    if (object.kind !== 'HostedCluster' && object.kind !== 'NodePool') continue;
    const status = object.kind === 'HostedCluster' ? hostedClusterStatus(object) : nodePoolStatus(object);
    if (JSON.stringify(object.status) === JSON.stringify(status)) continue;
    cluster.operator.setStatus(refOf(object), status);
  }
};

/** Plays HyperShift on a fake management cluster, turn after turn: for tests of Berth's own parts. */
export const startFakeOperator = (cluster: FakeManagementCluster): { stop(): Promise<void> } => {
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped) {
      settleAsOperator(cluster);
      await delay(20);
    }
  };
  const running = run();
  return {
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
};
