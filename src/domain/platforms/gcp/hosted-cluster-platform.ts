import type { JsonObject } from '../../shared/json.ts';
import { filled, members } from '../../shared/present.ts';
import { type ClusterRendering, outputsOf, platformBlock } from '../platform-rules.ts';

const endpointAccess = { private: 'Private', publicAndPrivate: 'PublicAndPrivate' } as const;

/** A list of HyperShift in one order; undefined when it is empty. */
export const labelList = (labels: Readonly<Record<string, string>>): readonly JsonObject[] | undefined =>
  filled(
    Object.entries(labels)
      .map(([key, value]) => ({ key, value }))
      .sort((left, right) => (left.key < right.key ? -1 : 1)),
  );

export const gcpHostedClusterPlatform = ({ spec, infrastructure }: ClusterRendering): JsonObject => {
  const { gcp } = platformBlock(spec, 'gcp');
  const { network, privateServiceConnectSubnet, workloadIdentity, serviceAccounts, ownershipLabels } =
    outputsOf(infrastructure, 'gcp');
  return {
    gcp: members({
      project: gcp.project,
      region: gcp.region,
      endpointAccess: endpointAccess[gcp.endpointAccess ?? 'private'],
      networkConfig: {
        network: { name: network },
        privateServiceConnectSubnet: { name: privateServiceConnectSubnet },
      },
      workloadIdentity: {
        projectNumber: workloadIdentity.projectNumber,
        poolID: workloadIdentity.poolId,
        providerID: workloadIdentity.providerId,
        serviceAccountsEmails: {
          nodePool: serviceAccounts.nodePool,
          controlPlane: serviceAccounts.controlPlane,
          cloudController: serviceAccounts.cloudController,
          storage: serviceAccounts.storage,
          imageRegistry: serviceAccounts.imageRegistry,
          network: serviceAccounts.network,
        },
      },
      resourceLabels: labelList({ ...gcp.resourceLabels, ...ownershipLabels }),
    }),
  };
};
