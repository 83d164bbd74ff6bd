import { condition, findCondition, isTrue } from '../conditions.ts';
import type { HostedClusterStatus } from '../objects.ts';
import { type ClusterStepContext, type ClusterStepFinder, withConditions } from './step-context.ts';
import { beginVersion, completeVersion, lastCompleted } from './version-history.ts';

const fromClusterVersion = (type: string, status: 'True' | 'False', message: string) =>
  condition(type, status, 'FromClusterVersion', message);

const workingTowards = (context: ClusterStepContext) =>
  fromClusterVersion('ClusterVersionProgressing', 'True', `Working towards ${context.release.text}`);

const retrievedUpdates = ({ cluster }: ClusterStepContext) =>
  cluster.spec.channel
    ? fromClusterVersion('ClusterVersionRetrievedUpdates', 'True', '')
    : condition(
        'ClusterVersionRetrievedUpdates',
        'False',
        'NoChannel',
        'The update channel has not been configured.',
      );

/** The hosted cluster's version operator reports for the first time: it works, and nothing is there yet. */
const report = (status: HostedClusterStatus, context: ClusterStepContext): HostedClusterStatus => {
  const { cluster, release, stamp } = context;
  return withConditions(
    {
      ...status,
      ...(status.version && {
        version: beginVersion(status.version, release, cluster.spec.release.image, stamp),
      }),
    },
    [
      condition(
        'ClusterVersionReleaseAccepted',
        'True',
        'PayloadLoaded',
        `Payload loaded version="${release.text}" image="${cluster.spec.release.image}"`,
      ),
      workingTowards(context),
      fromClusterVersion('ClusterVersionSucceeding', 'True', ''),
      fromClusterVersion('ClusterVersionAvailable', 'False', ''),
      // The version operator says nothing when an upgrade is possible, and upstream reads that as True.
      fromClusterVersion('ClusterVersionUpgradeable', 'True', 'Condition not found in the CVO.'),
      retrievedUpdates(context),
      condition(
        'ConfigOperatorReconciliationSucceeded',
        'True',
        'ReconcileSucceeded',
        'The hosted cluster config operator reconciled successfully',
      ),
      ...noWorkers,
    ],
    stamp,
  );
};

const noWorkers = ['DataPlaneConnectionAvailable', 'ControlPlaneConnectionAvailable'].map((type) =>
  condition(type, 'Unknown', 'NoWorkerNodesAvailable', 'No worker nodes are available'),
);

const connect = (status: HostedClusterStatus, { stamp }: ClusterStepContext): HostedClusterStatus =>
  withConditions(
    status,
    ['DataPlaneConnectionAvailable', 'ControlPlaneConnectionAvailable'].map((type) =>
      condition(type, 'True', 'AsExpected', 'All is well'),
    ),
    stamp,
  );

export const complete = (status: HostedClusterStatus, context: ClusterStepContext): HostedClusterStatus => {
  const { stamp, release } = context;
  return withConditions(
    { ...status, ...(status.version && { version: completeVersion(status.version, stamp.at) }) },
    [
      fromClusterVersion('ClusterVersionAvailable', 'True', `Done applying ${release.text}`),
      fromClusterVersion('ClusterVersionProgressing', 'False', `Cluster version is ${release.text}`),
      fromClusterVersion('ClusterVersionSucceeding', 'True', ''),
      condition('Progressing', 'False', 'AsExpected', 'HostedCluster is at expected version'),
    ],
    stamp,
  );
};

/** From Available to a completed first rollout, which needs a worker node (CONTRACT §1.7). */
export const findFirstRolloutStep: ClusterStepFinder = (status, context) => {
  const step = (name: string, takes: number, apply: typeof report) => ({
    name,
    takes,
    apply: (now: HostedClusterStatus) => apply(now, context),
  });
  if (!isTrue(status.conditions, 'ClusterVersionReleaseAccepted')) return step('cluster-version', 20, report);

  const connection = findCondition(status.conditions, 'DataPlaneConnectionAvailable');
  if (context.nodes === 0) {
    return connection?.status === 'True'
      ? step('no-workers', 0, (now) => withConditions(now, noWorkers, context.stamp))
      : undefined;
  }
  if (connection?.status !== 'True') return step('connection', 10, connect);
  return lastCompleted(status) === undefined &&
    status.version?.desired.image === context.cluster.spec.release.image
    ? step('completed', 60, complete)
    : undefined;
};
