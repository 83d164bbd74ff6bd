import type { JsonObject } from '../../shared/json.ts';
import { filled, filledMembers, members } from '../../shared/present.ts';
import { type ClusterRendering, platformBlock } from '../platform-rules.ts';
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
  return manual && { type: 'Manual', manual };
};

export const kubevirtHostedClusterPlatform = ({ spec }: ClusterRendering): JsonObject => {
  const { kubevirt } = platformBlock(spec, 'kubevirt');
  return {
    kubevirt: members({
      baseDomainPassthrough: filled(spec.dns?.baseDomain) === undefined ? true : undefined,
      storageDriver: storageDriver(kubevirt),
    }),
  };
};
