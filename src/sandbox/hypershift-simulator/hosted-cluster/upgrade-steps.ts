import { condition, findCondition, isTrue } from '../conditions.ts';
import type { ControlPlaneVersion, HostedClusterStatus } from '../objects.ts';
import { complete } from './cluster-version-steps.ts';
import { type ClusterStepContext, type ClusterStepFinder, withConditions } from './step-context.ts';
import { beginVersion, isUpgrading } from './version-history.ts';

const longestHistory = 100;

const beginControlPlane = (
  present: ControlPlaneVersion | undefined,
  { release, cluster, stamp }: ClusterStepContext,
): ControlPlaneVersion => {
  const image = cluster.spec.release.image;
  const entry = { state: 'Partial' as const, version: release.text, image, startedTime: stamp.at };
  return {
    desired: { version: release.text, image },
    history: [entry, ...(present?.history ?? [])].slice(0, longestHistory),
    observedGeneration: stamp.generation,
  };
};

const begin = (status: HostedClusterStatus, context: ClusterStepContext): HostedClusterStatus => {
  const { cluster, release, stamp } = context;
  const image = cluster.spec.release.image;
  return withConditions(
    {
      ...status,
      payloadArch: release.payloadArch,
      controlPlaneVersion: beginControlPlane(status.controlPlaneVersion, context),
      ...(status.version && { version: beginVersion(status.version, release, image, stamp) }),
    },
    [
      condition(
        'ClusterVersionProgressing',
        'True',
        'FromClusterVersion',
        `Working towards ${release.text}: 0% complete`,
      ),
      condition(
        'ClusterVersionReleaseAccepted',
        'True',
        'PayloadLoaded',
        `Payload loaded version="${release.text}" image="${image}"`,
      ),
    ],
    stamp,
  );
};

const completeControlPlane = (
  status: HostedClusterStatus,
  { stamp }: ClusterStepContext,
): HostedClusterStatus => {
  const [head, ...older] = status.controlPlaneVersion?.history ?? [];
  if (!status.controlPlaneVersion || !head) return status;
  const done = { ...head, state: 'Completed' as const, completionTime: stamp.at };
  return { ...status, controlPlaneVersion: { ...status.controlPlaneVersion, history: [done, ...older] } };
};

const succeeding = (status: HostedClusterStatus, context: ClusterStepContext, works: boolean) =>
  withConditions(
    status,
    [
      works
        ? condition('ClusterVersionSucceeding', 'True', 'FromClusterVersion')
        : condition(
            'ClusterVersionSucceeding',
            'False',
            'ClusterOperatorNotAvailable',
            'Cluster operator ingress is not available',
          ),
    ],
    context.stamp,
  );

/** A change of `release.image` once the cluster's version operator is at work. Needs a worker node, as the first rollout does. */
export const findUpgradeStep: ClusterStepFinder = (status, context) => {
  if (!isTrue(status.conditions, 'ClusterVersionReleaseAccepted')) return undefined;
  const step = (name: string, takes: number, apply: (now: HostedClusterStatus) => HostedClusterStatus) => ({
    name,
    takes,
    apply,
  });
  if (status.version?.desired.image !== context.cluster.spec.release.image) {
    return step('upgrade-begins', 2, (now) => begin(now, context));
  }
  if (!isUpgrading(status)) return undefined;
  if (status.controlPlaneVersion?.history[0]?.state === 'Partial') {
    return step('upgrade-control-plane', 240, (now) => completeControlPlane(now, context));
  }
  const failing = findCondition(status.conditions, 'ClusterVersionSucceeding')?.status === 'False';
  if (context.script === 'upgrade-stalls') {
    return failing ? undefined : step('upgrade-stalls', 60, (now) => succeeding(now, context, false));
  }
  if (failing) return step('upgrade-resumes', 30, (now) => succeeding(now, context, true));
  return context.nodes === 0 ? undefined : step('upgrade-completes', 360, (now) => complete(now, context));
};
