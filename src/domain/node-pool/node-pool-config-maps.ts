import { nodePoolConfigName, nodePoolTuningName } from '../shared/kube-names.ts';
import type { KubeObject, KubeRef } from '../shared/kube-object.ts';
import type { NodePoolRenderInput } from './node-pool-manifest.ts';
import { nodePoolLabels } from './node-pool-metadata.ts';
import type { NodeManifest } from './node-pool-spec.ts';

type Input = Pick<NodePoolRenderInput, 'nodePool' | 'placement'>;

/** One ConfigMap for all objects of a kind of set-up: the operator takes several documents in one. */
const configMap = (
  { nodePool, placement }: Input,
  name: string,
  key: string,
  manifests: readonly NodeManifest[] = [],
): readonly KubeObject[] =>
  manifests.length === 0
    ? []
    : [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: {
            name,
            namespace: placement.namespace,
            labels: nodePoolLabels(nodePool.clusterId, nodePool.id),
          },
          // JSON is YAML; a line of dashes tells documents apart.
          data: { [key]: manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n') },
        },
      ];

/** ConfigMaps that a NodePool refers to: they have to be there before it. */
export const renderNodePoolConfigMaps = (input: Input): readonly KubeObject[] => {
  const { id, spec } = input.nodePool;
  return [
    ...configMap(input, nodePoolConfigName(id), 'config', spec.configs),
    ...configMap(input, nodePoolTuningName(id), 'tuning', spec.tuning),
  ];
};

/** Every ConfigMap that a pool may have. */
export const listNodePoolConfigMaps = ({ nodePool, placement }: Input): readonly KubeRef[] =>
  [nodePoolConfigName(nodePool.id), nodePoolTuningName(nodePool.id)].map((name) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace: placement.namespace,
    name,
  }));

/** Those that an earlier spec may have brought about and the present one does not. */
export const listObsoleteConfigMaps = (input: Input): readonly KubeRef[] => {
  const wanted = renderNodePoolConfigMaps(input).map(({ metadata }) => metadata.name);
  return listNodePoolConfigMaps(input).filter(({ name }) => !wanted.includes(name));
};
