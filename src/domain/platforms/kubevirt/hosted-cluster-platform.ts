import type { JsonObject } from '../../shared/json.ts';
import { filled, filledMembers, members } from '../../shared/present.ts';
import { type ClusterRendering, type PlatformObject, platformBlock } from '../platform-rules.ts';
import type { KubevirtPlatform } from './kubevirt-spec.ts';

const storageClassMapping = (kubevirt: KubevirtPlatform): readonly JsonObject[] =>
  (kubevirt.storageClassMappings ?? []).map(({ infra, guest, group }) =>
    members({ infraStorageClassName: infra, guestStorageClassName: guest, group: filled(group) }),
  );

const volumeSnapshotClassMapping = (kubevirt: KubevirtPlatform): readonly JsonObject[] =>
  (kubevirt.volumeSnapshotClassMappings ?? []).map(({ infra, guest, group }) =>
    members({
      infraVolumeSnapshotClassName: infra,
      guestVolumeSnapshotClassName: guest,
      group: filled(group),
    }),
  );

const storageDriver = (kubevirt: KubevirtPlatform): JsonObject | undefined => {
  const manual = filledMembers({
    storageClassMapping: filled(storageClassMapping(kubevirt)),
    volumeSnapshotClassMapping: filled(volumeSnapshotClassMapping(kubevirt)),
  });
  if (manual !== undefined) return { type: 'Manual', manual };
  return kubevirt.storageDriver && { type: kubevirt.storageDriver === 'none' ? 'None' : 'Default' };
};

const infraSecretName = (hostedClusterName: string): string => `${hostedClusterName}-infra-credentials`;
const infraSecretKey = 'kubeconfig';

const credentials = (kubevirt: KubevirtPlatform, hostedClusterName: string): JsonObject | undefined =>
  kubevirt.externalInfrastructure && {
    infraNamespace: kubevirt.externalInfrastructure.namespace,
    infraKubeConfigSecret: { name: infraSecretName(hostedClusterName), key: infraSecretKey },
  };

export const kubevirtHostedClusterPlatform = ({ spec, hostedClusterName }: ClusterRendering): JsonObject => {
  const { kubevirt } = platformBlock(spec, 'kubevirt');
  return {
    kubevirt: members({
      baseDomainPassthrough: filled(spec.dns?.baseDomain) === undefined ? true : undefined,
      credentials: credentials(kubevirt, hostedClusterName),
      storageDriver: storageDriver(kubevirt),
    }),
  };
};

/** The kubeconfig of the cluster with the virtual machines, when there is one. */
export const kubevirtObjects = (
  { spec, hostedClusterName }: ClusterRendering,
  secretOf: (credentialId: string) => string,
): readonly PlatformObject[] => {
  const { externalInfrastructure } = platformBlock(spec, 'kubevirt').kubevirt;
  if (externalInfrastructure === undefined) return [];
  const kubeconfig = secretOf(externalInfrastructure.credentialId);
  return [
    {
      kind: 'Secret',
      name: infraSecretName(hostedClusterName),
      type: 'Opaque',
      data: { [infraSecretKey]: kubeconfig },
    },
  ];
};
