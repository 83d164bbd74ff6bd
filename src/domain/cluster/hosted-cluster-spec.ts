import type { ClusterRendering } from '../platforms/platform-rules.ts';
import { platformOf } from '../platforms/platforms.ts';
import type { JsonObject } from '../shared/json.ts';
import {
  auditWebhookName,
  etcdKeySecretName,
  pullSecretName,
  signingKeySecretName,
  sshKeySecretName,
  trustBundleName,
} from '../shared/kube-names.ts';
import { filled, filledMembers, members } from '../shared/present.ts';
import { canonicalQuantity } from '../shared/quantity.ts';
import type { Cluster } from './cluster.ts';
import { applyClusterDefaults, type CompleteClusterSpec } from './cluster-defaults.ts';
import { hasManagedInfrastructure, infrastructureOutputsOf } from './cluster-infrastructure.ts';
import type { Toleration } from './cluster-spec.ts';
import { renderAutoscaling, renderConfiguration, renderMonitoring } from './hosted-cluster-configuration.ts';
import { renderNetworking, renderOperatorConfiguration } from './hosted-cluster-networking.ts';
import { pausedUntilOf } from './pause.ts';
import { renderServices } from './publishing.ts';

/** With the defaults of the spec filled in. */
export interface CompleteRendering extends ClusterRendering {
  readonly spec: CompleteClusterSpec;
}

const availability = { high: 'HighlyAvailable', single: 'SingleReplica' } as const;

/**
 * Absent without a base domain (kubevirt): the operator then writes the one it finds, which may not be changed again,
 * not even to the empty text that it was.
 */
const renderDns = ({ spec, infrastructure }: CompleteRendering): JsonObject | undefined => {
  const { baseDomain, baseDomainPrefix } = spec.dns ?? {};
  const publicZoneId = infrastructure.publicZoneId ?? spec.dns?.publicZoneId;
  const privateZoneId = infrastructure.privateZoneId ?? spec.dns?.privateZoneId;
  if (baseDomain === undefined) return undefined;
  return members({
    baseDomain,
    baseDomainPrefix,
    publicZoneID: filled(publicZoneId),
    privateZoneID: filled(privateZoneId),
  });
};

const renderEtcd = ({ controlPlane }: CompleteClusterSpec): JsonObject => {
  const { size, className } = controlPlane.etcd.storage;
  const snapshot = filled(controlPlane.etcd.restoreSnapshotUrl);
  return {
    managementType: 'Managed',
    managed: {
      storage: members({
        type: 'PersistentVolume',
        persistentVolume: members({ size: canonicalQuantity(size), storageClassName: className }),
        restoreSnapshotURL: snapshot === undefined ? undefined : [snapshot],
      }),
    },
  };
};

const renderEncryption = (rendering: CompleteRendering): JsonObject =>
  rendering.spec.encryption.type === 'kms'
    ? members({ type: 'kms', kms: platformOf(rendering.spec.platform.type).keyService?.(rendering) })
    : { type: 'aescbc', aescbc: { activeKey: { name: etcdKeySecretName(rendering.hostedClusterName) } } };

const nameOf = (wanted: string | undefined, name: string): JsonObject | undefined =>
  filled(wanted) === undefined ? undefined : { name };

const renderToleration = ({ key, operator, value, effect, tolerationSeconds }: Toleration): JsonObject =>
  members({ key: filled(key), operator, value: filled(value), effect, tolerationSeconds });

/** What the parts of the manifests are made from. */
export const renderingOf = (cluster: Cluster): CompleteRendering => ({
  spec: applyClusterDefaults(cluster.spec),
  infraId: cluster.infraId,
  hostedClusterName: cluster.domainPrefix,
  infrastructure: infrastructureOutputsOf(cluster),
});

/** `spec` of a HostedCluster, for a server-side apply: what the user cleared is not there. */
export const renderHostedClusterSpec = (cluster: Cluster): JsonObject => {
  const { domainPrefix, infraId } = cluster;
  const rendering = renderingOf(cluster);
  const { spec, infrastructure } = rendering;
  const { controlPlane, capabilities = {} } = spec;
  const rules = platformOf(spec.platform.type);
  return members({
    clusterID: filled(spec.openshiftId),
    infraID: infraId,
    release: { image: cluster.release.image },
    channel: filled(spec.updates?.channel),
    updateService: filled(spec.updates?.service),
    pausedUntil: pausedUntilOf(spec.paused, spec.pausedUntil),
    platform: { type: rules.kubeType, ...rules.hostedClusterPlatform(rendering) },
    issuerURL: infrastructure.issuerUrl,
    dns: renderDns(rendering),
    networking: renderNetworking({
      ...spec.network,
      machineCidrs: infrastructure.machineCidrs ?? filled(spec.network.machineCidrs) ?? rules.machineCidrs,
    }),
    operatorConfiguration: renderOperatorConfiguration(spec.network),
    services: renderServices(spec, domainPrefix),
    kubeAPIServerDNSName: filled(spec.publishing.apiServerName),
    etcd: renderEtcd(spec),
    secretEncryption: renderEncryption(rendering),
    controllerAvailabilityPolicy: availability[controlPlane.availability],
    infrastructureAvailabilityPolicy:
      controlPlane.infrastructureAvailability && availability[controlPlane.infrastructureAvailability],
    olmCatalogPlacement: controlPlane.operatorCatalogs,
    fips: controlPlane.fips,
    tolerations: filled(controlPlane.tolerations)?.map(renderToleration),
    nodeSelector: filled(controlPlane.nodeSelector),
    labels: filled(controlPlane.labels),
    pullSecret: { name: pullSecretName(domainPrefix) },
    sshKey: nameOf(spec.sshPublicKey, sshKeySecretName(domainPrefix)),
    auditWebhook: nameOf(controlPlane.auditWebhookCredentialId, auditWebhookName(domainPrefix)),
    additionalTrustBundle: nameOf(spec.additionalTrustBundle, trustBundleName(domainPrefix)),
    imageContentSources: filled(spec.imageContentSources)?.map(({ source, mirrors }) =>
      members({ source, mirrors: filled(mirrors) }),
    ),
    configuration: renderConfiguration(spec, domainPrefix),
    autoscaling: renderAutoscaling(spec),
    monitoring: renderMonitoring(spec),
    ...(hasManagedInfrastructure(cluster)
      ? { serviceAccountSigningKey: { name: signingKeySecretName(domainPrefix) } }
      : {}),
    ...rules.hostedClusterMembers?.(rendering),
    capabilities: filledMembers({
      enabled: filled(capabilities.enabled),
      disabled: filled(capabilities.disabled),
    }),
  });
};
