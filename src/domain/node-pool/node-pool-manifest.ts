import type { Cluster, Placement } from '../cluster/cluster.ts';
import { infrastructureOutputsOf } from '../cluster/cluster-infrastructure.ts';
import { pausedUntilOf } from '../cluster/pause.ts';
import { platformOf } from '../platforms/platforms.ts';
import { rollingUpdateDefaults } from '../platforms/rollout-checks.ts';
import { toGoDuration } from '../shared/duration.ts';
import type { JsonObject } from '../shared/json.ts';
import {
  hostedClusterApiVersion,
  nodePoolConfigName,
  nodePoolObjectName,
  nodePoolTuningName,
  sandboxLabels,
} from '../shared/kube-names.ts';
import type { KubeObject } from '../shared/kube-object.ts';
import { filled, members } from '../shared/present.ts';
import type { NodePool } from './node-pool.ts';
import { applyNodePoolDefaults, type CompleteNodePoolSpec } from './node-pool-defaults.ts';
import { nodePoolLabels, repairAnnotations } from './node-pool-metadata.ts';
import type { NodeManifest } from './node-pool-spec.ts';

export interface NodePoolRenderInput {
  readonly cluster: Cluster;
  readonly nodePool: NodePool;
  readonly placement: Placement;
}

type Management = CompleteNodePoolSpec['management'];

/** Both numbers once one is given: what the operator takes for the other is its own affair and has changed before. */
const renderReplace = ({ strategy, maxSurge, maxUnavailable }: Management): JsonObject | undefined => {
  if (strategy === 'onDelete') return { strategy: 'OnDelete' };
  if (maxSurge !== undefined || maxUnavailable !== undefined)
    return {
      strategy: 'RollingUpdate',
      rollingUpdate: {
        maxSurge: maxSurge ?? rollingUpdateDefaults.maxSurge,
        maxUnavailable: maxUnavailable ?? rollingUpdateDefaults.maxUnavailable,
      },
    };
  return strategy === 'rollingUpdate'
    ? { strategy: 'RollingUpdate', rollingUpdate: rollingUpdateDefaults }
    : undefined;
};

const renderManagement = (management: Management): JsonObject => {
  const { autoRepair, upgradeType, maxUnavailable } = management;
  if (upgradeType === 'replace')
    return members({ autoRepair, upgradeType: 'Replace', replace: renderReplace(management) });
  return members({
    autoRepair,
    upgradeType: 'InPlace',
    inPlace: maxUnavailable === undefined ? undefined : { maxUnavailable },
  });
};

const hasManifests = (manifests: readonly NodeManifest[] | undefined): boolean =>
  filled(manifests) !== undefined;

const renderSize = ({ replicas, autoscaling }: CompleteNodePoolSpec): JsonObject =>
  autoscaling === undefined
    ? members({ replicas })
    : { autoScaling: { min: autoscaling.min, max: autoscaling.max } };

const renderSpec = ({ cluster, nodePool }: NodePoolRenderInput): JsonObject => {
  const rules = platformOf(cluster.spec.platform.type);
  const spec = applyNodePoolDefaults(nodePool.spec, rules.type);
  const platform = rules.nodePoolPlatform({
    cluster: cluster.spec,
    nodePool: spec,
    infraId: cluster.infraId,
    infrastructure: infrastructureOutputsOf(cluster),
  });
  return members({
    clusterName: cluster.domainPrefix,
    release: { image: nodePool.release.image },
    arch: spec.arch,
    ...renderSize(spec),
    management: renderManagement(spec.management),
    nodeDrainTimeout: toGoDuration(spec.drainTimeout),
    nodeVolumeDetachTimeout: toGoDuration(spec.volumeDetachTimeout),
    platform: { type: rules.kubeType, ...platform },
    nodeLabels: filled(spec.labels),
    taints: filled(spec.taints)?.map(({ key, value, effect }) =>
      members({ key, value: filled(value), effect }),
    ),
    config: hasManifests(spec.configs) ? [{ name: nodePoolConfigName(nodePool.id) }] : undefined,
    tuningConfig: hasManifests(spec.tuning) ? [{ name: nodePoolTuningName(nodePool.id) }] : undefined,
    pausedUntil: pausedUntilOf(spec.pause, spec.pausedUntil),
  });
};

/** A NodePool for a server-side apply: what the user cleared is not there. Same input, same output. */
export const renderNodePool = (input: NodePoolRenderInput): KubeObject => {
  const { cluster, nodePool, placement } = input;
  const annotations = repairAnnotations(nodePool.spec.management?.repair);
  return {
    apiVersion: hostedClusterApiVersion,
    kind: 'NodePool',
    metadata: {
      name: nodePoolObjectName(nodePool.id),
      namespace: placement.namespace,
      labels: { ...nodePoolLabels(cluster.id, nodePool.id), ...sandboxLabels(nodePool.labels) },
      ...(filled(annotations) === undefined ? {} : { annotations }),
    },
    spec: renderSpec(input),
  };
};
