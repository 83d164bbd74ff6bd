import type { JsonObject } from '../../../src/domain/shared/json.ts';
import type { KubeRef } from '../../../src/domain/shared/kube-object.ts';
import { connectManagementCluster } from '../../../src/providers/management-cluster/connect-management-cluster.ts';
import { createCredentials } from '../../../src/providers/management-cluster/credentials.ts';
import { targetObject } from '../../../src/providers/management-cluster/paths.ts';
import { systemTiming } from '../../../src/providers/management-cluster/timing.ts';
import { createTransport } from '../../../src/providers/management-cluster/transport.ts';
import {
  type ConformanceBackend,
  type ConformanceOperator,
  conformancePageSize,
  conformanceWatchTuning,
} from './backend.ts';
import { startFaultProxy } from './fault-proxy.ts';

/** Writes under its own field manager, past the proxy and past the guards of the client under test. */
const connectOperator = (kubeconfig: string): ConformanceOperator & { close(): void } => {
  const credentials = createCredentials({ kubeconfig }, systemTiming);
  const transport = createTransport(8 * 1024 * 1024);
  const patch = async (path: string, body: JsonObject) => {
    const { status, body: text } = await transport.send(
      await credentials.access(),
      {
        method: 'PATCH',
        path: `${path}?fieldManager=hypershift-operator`,
        contentType: 'application/merge-patch+json',
        body: JSON.stringify(body),
      },
      AbortSignal.timeout(10_000),
    );
    if (status !== 200) throw new Error(`the operator got HTTP ${status}: ${text}`);
  };
  return {
    mergePatch: (ref: KubeRef, body) => patch(targetObject(ref).path, body),
    setStatus: (ref, status) => patch(`${targetObject(ref).path}/status`, { status }),
    close: transport.close,
  };
};

/** An API server with the real CRDs. */
export interface ConformanceServer {
  /** Of somebody who may do everything. */
  readonly kubeconfig: string;
  /** Forgets history, as `ConformanceBackend.expireVersions` says. */
  compact(): Promise<void>;
  stop(): Promise<void>;
}

export const connectConformanceBackend = async ({
  kubeconfig,
  compact,
  stop,
}: ConformanceServer): Promise<ConformanceBackend> => {
  const proxy = await startFaultProxy(kubeconfig);
  const operator = connectOperator(kubeconfig);
  const cluster = connectManagementCluster(
    { kubeconfig: proxy.kubeconfig },
    { watch: conformanceWatchTuning, pageSize: conformancePageSize },
  );
  return {
    cluster,
    operator,
    requests: proxy.requests,
    cutWatches: proxy.cutWatches,
    expireVersions: compact,
    close: async () => {
      await cluster.close();
      operator.close();
      await proxy.close();
      await stop();
    },
  };
};
