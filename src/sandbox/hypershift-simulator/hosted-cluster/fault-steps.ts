import { condition, findCondition, isTrue } from '../conditions.ts';
import type { HostedClusterStatus } from '../objects.ts';
import { platformConditions } from './platform-conditions.ts';
import { type ClusterStepContext, type ClusterStepFinder, withConditions } from './step-context.ts';

const lost = 'EtcdQuorumLost';
const message = 'etcd has 1 of 3 members available';

const loseQuorum = (status: HostedClusterStatus, { stamp }: ClusterStepContext): HostedClusterStatus =>
  withConditions(
    status,
    [
      condition('EtcdAvailable', 'False', lost, message),
      condition('KubeAPIServerAvailable', 'False', 'NotAvailable', 'Waiting for etcd to have quorum'),
      condition('Available', 'False', lost, message),
      condition('Degraded', 'True', 'UnavailableReplicas', 'etcd has 2 unavailable replicas'),
    ],
    stamp,
  );

/** Script `control-plane-degrades`: two minutes after all is well. Without the label the control plane heals. */
export const findQuorumLossStep: ClusterStepFinder = (status, context) =>
  context.script === 'control-plane-degrades' && isTrue(status.conditions, 'Available')
    ? { name: 'quorum-lost', takes: 120, apply: (now) => loseQuorum(now, context) }
    : undefined;

export const isQuorumLost = (status: HostedClusterStatus, context: ClusterStepContext): boolean =>
  context.script === 'control-plane-degrades' &&
  findCondition(status.conditions, 'EtcdAvailable')?.reason === lost;

/** Script `oidc-invalid` (AWS): follows the label in both directions once the infrastructure stands. */
export const findIdentityStep: ClusterStepFinder = (status, context) => {
  const { cluster, script, stamp } = context;
  const reported = findCondition(status.conditions, 'ValidOIDCConfiguration');
  if (!reported || !isTrue(status.conditions, 'InfrastructureReady')) return undefined;
  if ((reported.status === 'True') === (script !== 'oidc-invalid')) return undefined;
  return {
    name: 'identity',
    takes: 0,
    apply: (now) => withConditions(now, platformConditions(cluster, script), stamp),
  };
};
