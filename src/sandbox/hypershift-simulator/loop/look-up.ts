import type { KubeObject } from '../../../domain/shared/kube-object.ts';
import type { KubeClient } from '../../kube-client/kube-client.ts';
import { resources } from '../../kube-client/resource.ts';
import { findCondition } from '../conditions.ts';
import { judgeReference, type ReferenceProblem, referencesOf } from '../hosted-cluster/references.ts';
import type { HostedClusterView } from '../hosted-cluster/view.ts';
import { controlPlaneNamespaceOf, type HostedCluster, type NodePool } from '../objects.ts';

/** Reads what decisions need besides HostedClusters and NodePools. */
export interface LookUp {
  referenceProblems(cluster: HostedCluster): Promise<readonly ReferenceProblem[]>;
  controlPlaneNamespace(cluster: HostedCluster): Promise<HostedClusterView['controlPlaneNamespace']>;
  /** What is wrong with the ConfigMaps of `config` and of `tuningConfig`. */
  configProblems(pool: NodePool): Promise<{ config: string | undefined; tuning: string | undefined }>;
  /** The object is gone. */
  forget(uid: string): void;
}

const isReconciled = ({ metadata, status }: HostedCluster): boolean => {
  const told = findCondition(status?.conditions, 'ReconciliationSucceeded');
  return told?.status === 'True' && told.observedGeneration === metadata.generation;
};

export const createLookUp = (client: KubeClient): LookUp => {
  /** Generations whose references were all fine: uid → generation. */
  const sound = new Map<string, number | undefined>();

  const read = (namespace: string, kind: 'Secret' | 'ConfigMap' | 'Namespace', name: string) => {
    if (kind === 'Namespace') return client.get(resources.namespaces, { name });
    return client.get(kind === 'Secret' ? resources.secrets : resources.configMaps, { namespace, name });
  };

  const configProblem = async (
    namespace: string,
    names: readonly { readonly name: string }[] | undefined,
    key: string,
  ): Promise<string | undefined> => {
    for (const { name } of names ?? []) {
      const object: KubeObject | undefined = await read(namespace, 'ConfigMap', name);
      if (!object) return `failed to get ConfigMap: configmaps "${name}" not found`;
      if (typeof object.data?.[key] !== 'string')
        return `no manifest found in configmap "${name}" with key "${key}"`;
    }
    return undefined;
  };

  return {
    async referenceProblems(cluster) {
      const { uid, generation, namespace, deletionTimestamp } = cluster.metadata;
      if (deletionTimestamp !== undefined || isReconciled(cluster)) return [];
      if (sound.has(uid) && sound.get(uid) === generation) return [];
      const judged = await Promise.all(
        referencesOf(cluster).map(async (reference) =>
          judgeReference(reference, await read(namespace, reference.kind, reference.name)),
        ),
      );
      const problems = judged.filter((problem) => problem !== undefined);
      if (problems.length === 0) sound.set(uid, generation);
      return problems;
    },
    forget: (uid) => void sound.delete(uid),
    async controlPlaneNamespace(cluster) {
      if (cluster.metadata.deletionTimestamp === undefined) return 'unknown';
      const name = controlPlaneNamespaceOf(cluster);
      const found = await client.get(resources.namespaces, { name });
      if (!found) return 'absent';
      return found.metadata.deletionTimestamp === undefined ? 'present' : 'terminating';
    },
    async configProblems(pool) {
      const { namespace } = pool.metadata;
      return {
        config: await configProblem(namespace, pool.spec.config, 'config'),
        tuning: await configProblem(namespace, pool.spec.tuningConfig, 'tuning'),
      };
    },
  };
};
