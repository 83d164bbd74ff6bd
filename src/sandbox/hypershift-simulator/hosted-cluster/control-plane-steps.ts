import { condition, isTrue } from '../conditions.ts';
import type { HostedCluster, HostedClusterStatus } from '../objects.ts';
import { platformConditions } from './platform-conditions.ts';
import { endpointOf } from './publishing.ts';
import { type ClusterStepContext, type ClusterStepFinder, withConditions } from './step-context.ts';

interface Stage {
  readonly name: string;
  readonly takes: number;
  isDone(status: HostedClusterStatus): boolean;
  apply(status: HostedClusterStatus, context: ClusterStepContext): HostedClusterStatus;
}

const fine = (type: string, message = 'All is well') => condition(type, 'True', 'AsExpected', message);

const conditionStage = (type: string, takes: number, reason: string, message: string): Stage => ({
  name: type,
  takes,
  isDone: (status) => isTrue(status.conditions, type),
  apply: (status, { stamp }) => withConditions(status, [condition(type, 'True', reason, message)], stamp),
});

/** No kubeadmin with external OIDC, and none once the OAuth server has identity providers of its own. */
const wantsKubeadmin = ({ spec }: HostedCluster): boolean =>
  !spec.configuration?.oauth && spec.configuration?.authentication?.type !== 'OIDC';

export const kubeconfigSecretOf = (cluster: HostedCluster): string =>
  `${cluster.metadata.name}-admin-kubeconfig`;
export const kubeadminSecretOf = (cluster: HostedCluster): string =>
  `${cluster.metadata.name}-kubeadmin-password`;

const reportEndpoints = (
  status: HostedClusterStatus,
  { cluster }: ClusterStepContext,
): HostedClusterStatus => {
  const oauth = endpointOf(cluster, 'OAuthServer');
  const isAws = cluster.spec.platform.type === 'AWS';
  const group = `sg-${cluster.metadata.uid.replaceAll('-', '').slice(0, 17)}`;
  return {
    ...status,
    controlPlaneEndpoint: endpointOf(cluster, 'APIServer'),
    oauthCallbackURLTemplate: `https://${oauth.host}:${oauth.port}/oauth2callback/[identity-provider-name]`,
    ...(isAws && { platform: { aws: { defaultWorkerSecurityGroupID: group } } }),
  };
};

const externalDns = (cluster: HostedCluster) => {
  const apiServer = cluster.spec.services?.find(({ service }) => service === 'APIServer');
  const strategy = apiServer?.servicePublishingStrategy;
  return strategy?.route?.hostname || strategy?.loadBalancer?.hostname
    ? fine('ExternalDNSReachable')
    : condition('ExternalDNSReachable', 'Unknown', 'StatusUnknown', 'External DNS is not configured');
};

/** Durations are simulated seconds in the state before. Available comes after about four and a half minutes. */
const stages: readonly Stage[] = [
  {
    name: 'configuration',
    takes: 8,
    isDone: (status) => isTrue(status.conditions, 'ValidHostedControlPlaneConfiguration'),
    apply: (status, { release, cluster, stamp }) =>
      withConditions(
        {
          ...status,
          payloadArch: release.payloadArch,
          controlPlaneVersion: {
            desired: { version: release.text, image: cluster.spec.release.image },
            history: [
              {
                state: 'Partial',
                version: release.text,
                image: cluster.spec.release.image,
                startedTime: stamp.at,
              },
            ],
            observedGeneration: stamp.generation,
          },
        },
        [
          fine('ValidHostedControlPlaneConfiguration', 'Configuration passes validation'),
          fine('ValidReleaseInfo'),
        ],
        stamp,
      ),
  },
  {
    name: 'infrastructure',
    takes: 60,
    isDone: (status) => isTrue(status.conditions, 'InfrastructureReady'),
    apply: (status, context) =>
      withConditions(
        reportEndpoints(status, context),
        [
          ...platformConditions(context.cluster, context.script),
          fine('InfrastructureReady'),
          externalDns(context.cluster),
        ],
        context.stamp,
      ),
  },
  conditionStage('EtcdAvailable', 75, 'QuorumAvailable', ''),
  conditionStage('KubeAPIServerAvailable', 60, 'AsExpected', 'Kube APIServer deployment is available'),
  {
    name: 'kubeconfig',
    takes: 5,
    isDone: (status) => status.kubeconfig !== undefined,
    apply: (status, { cluster }) => ({
      ...status,
      kubeconfig: { name: kubeconfigSecretOf(cluster) },
      ignitionEndpoint: endpointOf(cluster, 'Ignition').host,
    }),
  },
  conditionStage('IgnitionEndpointAvailable', 20, 'AsExpected', 'Ignition server deployment is available'),
  {
    name: 'available',
    takes: 30,
    isDone: (status) => isTrue(status.conditions, 'Available'),
    apply: (status, { cluster, stamp }) => {
      const [head, ...older] = status.controlPlaneVersion?.history ?? [];
      return withConditions(
        {
          ...status,
          ...(wantsKubeadmin(cluster) && { kubeadminPassword: { name: kubeadminSecretOf(cluster) } }),
          ...(status.controlPlaneVersion &&
            head?.state === 'Partial' && {
              controlPlaneVersion: {
                ...status.controlPlaneVersion,
                history: [{ ...head, state: 'Completed' as const, completionTime: stamp.at }, ...older],
              },
            }),
        },
        [
          fine('Available', 'The hosted control plane is available'),
          condition('Degraded', 'False', 'AsExpected', 'The hosted cluster is not degraded'),
          fine('ValidIDPConfiguration', 'Identity provider configuration is valid'),
        ],
        stamp,
      );
    },
  },
];

/** From nothing to Available. After a fault the same steps bring it back. */
export const findControlPlaneStep: ClusterStepFinder = (status, context) => {
  const stage = stages.find((each) => !each.isDone(status));
  return stage && { name: stage.name, takes: stage.takes, apply: (now) => stage.apply(now, context) };
};

/** A kubeadmin password is dropped as soon as it is no longer wanted, and comes back when it is. */
export const findKubeadminStep: ClusterStepFinder = (status, { cluster }) => {
  const wanted = wantsKubeadmin(cluster);
  if (!isTrue(status.conditions, 'Available') || wanted === (status.kubeadminPassword !== undefined)) return;
  const { kubeadminPassword: _dropped, ...rest } = status;
  return {
    name: 'kubeadmin',
    takes: 0,
    apply: () => (wanted ? { ...status, kubeadminPassword: { name: kubeadminSecretOf(cluster) } } : rest),
  };
};
