import { condition, findCondition, isTrue, type NewCondition, setConditions } from '../conditions.ts';
import { type Decision, waitFor } from '../decision.ts';
import { controlPlaneNamespaceOf, finalizer, type HostedClusterStatus } from '../objects.ts';
import { scriptOf, slownessOf } from '../scripts.ts';
import { dueAfter } from '../steps.ts';
import { kubeadminSecretOf, kubeconfigSecretOf } from './control-plane-steps.ts';
import { parseGoDuration } from './go-duration.ts';
import { type HostedClusterView, stampOf } from './view.ts';

type ClusterDecision = Decision<HostedClusterStatus>;

const cleanupAnnotation = 'hypershift.openshift.io/cleanup-cloud-resources';
const graceAnnotation = 'hypershift.openshift.io/destroy-grace-period';

const cleanupSeconds = 45;
const teardownSeconds = 30;

const destroyed = (status: 'True' | 'False', reason: string, message: string): NewCondition =>
  condition('CloudResourcesDestroyed', status, reason, message);

/** What CloudResourcesDestroyed should say next; undefined when it says all there is to say. */
const nextCleanup = (view: HostedClusterView): { takes: number; condition: NewCondition } | undefined => {
  const { metadata, status } = view.cluster;
  const script = scriptOf(metadata.labels);
  const said = findCondition(status?.conditions, 'CloudResourcesDestroyed');
  if (script === 'deletion-blocked') {
    const words = 'Remaining resources: load balancers (1): a dependent network interface is still in use';
    return said?.message === words
      ? undefined
      : { takes: 0, condition: destroyed('False', 'RemainingCloudResources', words) };
  }
  if (metadata.annotations?.[cleanupAnnotation] !== 'true' && said === undefined) return undefined;
  if (said?.status === 'True' || said?.reason === 'CloudResourcesCleanupSkipped') return undefined;
  const identityFails = ['ValidOIDCConfiguration', 'ValidAWSIdentityProvider'].some(
    (type) => findCondition(status?.conditions, type)?.status === 'False',
  );
  if (identityFails) {
    const words = 'Cloud resources are not cleaned up: the credentials of the cluster are not valid';
    return { takes: 0, condition: destroyed('False', 'CloudResourcesCleanupSkipped', words) };
  }
  if (said === undefined) {
    const words = 'Remaining resources: load balancers, persistent volumes, image registry storage';
    return { takes: 0, condition: destroyed('False', 'RemainingCloudResources', words) };
  }
  const words = 'All guest resources destroyed';
  return { takes: cleanupSeconds, condition: destroyed('True', 'CloudResourcesDestroyed', words) };
};

const write = (view: HostedClusterView, wanted: NewCondition): ClusterDecision => ({
  status: {
    ...view.cluster.status,
    conditions: setConditions(view.cluster.status?.conditions, [wanted], stampOf(view)),
  },
  wait: { kind: 'again' },
});

const release = (view: HostedClusterView): ClusterDecision => {
  const { cluster } = view;
  const { finalizers = [] } = cluster.metadata;
  return {
    actions: [kubeconfigSecretOf(cluster), kubeadminSecretOf(cluster)].map((name) => ({
      kind: 'removeSecret',
      cluster,
      name,
    })),
    metadata: { metadata: { finalizers: finalizers.filter((each) => each !== finalizer) } },
  };
};

/** After everything else is gone the operator waits for the grace period that the annotation asks for. */
const decideGrace = (view: HostedClusterView): ClusterDecision => {
  const { metadata, status } = view.cluster;
  const grace = parseGoDuration(metadata.annotations?.[graceAnnotation] ?? '');
  if (grace === undefined || grace <= 0) return release(view);
  if (!isTrue(status?.conditions, 'HostedClusterDestroyed')) {
    const words = `Waiting for grace period: ${grace} s`;
    return write(view, condition('HostedClusterDestroyed', 'True', 'WaitingForGracePeriod', words));
  }
  const due = dueAfter(view.waited, 'grace', grace);
  return due ? waitFor(due) : release(view);
};

/** CONTRACT §13.3: pools, then cloud resources, then the control-plane namespace, then the finalizer. A pause changes nothing. */
export const decideClusterDeletion = (view: HostedClusterView): ClusterDecision => {
  const { cluster, pools, waited, controlPlaneNamespace } = view;
  if (!cluster.metadata.finalizers?.includes(finalizer)) return {};
  const slowness = slownessOf(scriptOf(cluster.metadata.labels));
  const standing = pools.filter((pool) => pool.metadata.deletionTimestamp === undefined);
  if (standing.length > 0) return { actions: standing.map((pool) => ({ kind: 'deleteNodePool', pool })) };
  if (pools.length > 0) return {};

  const cleanup = nextCleanup(view);
  if (cleanup) {
    const due = dueAfter(waited, 'cleanup', cleanup.takes * slowness);
    return due ? waitFor(due) : write(view, cleanup.condition);
  }
  if (scriptOf(cluster.metadata.labels) === 'deletion-blocked') return {};
  switch (controlPlaneNamespace) {
    case 'absent':
      return decideGrace(view);
    case 'unknown':
    case 'terminating':
      return { wait: { kind: 'poll', expected: true } };
    case 'present': {
      const due = dueAfter(waited, 'teardown', teardownSeconds * slowness);
      return due
        ? waitFor(due)
        : {
            actions: [{ kind: 'deleteNamespace', name: controlPlaneNamespaceOf(cluster) }],
            wait: { kind: 'poll', expected: true },
          };
    }
  }
};
