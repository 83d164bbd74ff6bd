import type { JsonObject } from '../../src/domain/shared/json.ts';
import type { KubeObject } from '../../src/domain/shared/kube-object.ts';

// The conditions of a HostedCluster that is ready, as the operator of HyperShift writes them.
const conditionTypes = [
  'Available',
  'Degraded',
  'Progressing',
  'ReconciliationActive',
  'ReconciliationSucceeded',
  'ClusterVersionAvailable',
  'ClusterVersionProgressing',
  'ClusterVersionReleaseAccepted',
  'ClusterVersionRetrievedUpdates',
  'ClusterVersionSucceeding',
  'ClusterVersionUpgradeable',
  'EtcdAvailable',
  'EtcdRecoveryActive',
  'ExternalDNSReachable',
  'IgnitionEndpointAvailable',
  'InfrastructureReady',
  'KubeAPIServerAvailable',
  'ValidConfiguration',
  'ValidHostedControlPlaneConfiguration',
  'ValidReleaseImage',
  'ValidReleaseInfo',
  'SupportedHostedCluster',
  'PlatformCredentialsFound',
];
const falseWhenWell = new Set([
  'Degraded',
  'Progressing',
  'ClusterVersionProgressing',
  'EtcdRecoveryActive',
  'ExternalDNSReachable',
]);

const condition = (type: string, status: string, message: string): JsonObject => ({
  type,
  status,
  reason: 'AsExpected',
  message,
  lastTransitionTime: '2026-11-01T08:00:00Z',
  observedGeneration: 1,
});

const versionOf = (object: KubeObject): { version: string; image: string } => {
  const image = (object.spec?.['release'] as { image: string } | undefined)?.image ?? '';
  return { image, version: /:(\d+\.\d+\.\d+)/.exec(image)?.[1] ?? '0.0.0' };
};

/** The part of a status that the changes of a measurement change. */
export interface Weather {
  readonly isDegraded: boolean;
  readonly message: string;
}

export const fineWeather: Weather = { isDegraded: false, message: 'All is well' };

/** The status of a HostedCluster that runs. */
export const hostedClusterStatus = (object: KubeObject, weather: Weather): JsonObject => {
  const { version, image } = versionOf(object);
  return {
    conditions: conditionTypes.map((type) => {
      if (type === 'Degraded') return condition(type, weather.isDegraded ? 'True' : 'False', weather.message);
      return condition(type, falseWhenWell.has(type) ? 'False' : 'True', 'All is well');
    }),
    controlPlaneEndpoint: { host: `api.${object.metadata.name}.clusters.example.com`, port: 6443 },
    kubeconfig: { name: `${object.metadata.name}-admin-kubeconfig` },
    version: { history: [{ state: 'Completed', version, image }] },
  };
};

/** The status of a node pool whose machines are all there. */
export const nodePoolStatus = (object: KubeObject): JsonObject => ({
  conditions: ['Ready', 'AllMachinesReady', 'AllNodesHealthy'].map((type) => condition(type, 'True', '')),
  replicas: (object.spec?.['replicas'] as number | undefined) ?? 0,
  version: versionOf(object).version,
});
