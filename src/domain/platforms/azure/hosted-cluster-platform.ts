import type { JsonObject } from '../../shared/json.ts';
import { filled, members } from '../../shared/present.ts';
import { type ClusterRendering, outputsOf, platformBlock } from '../platform-rules.ts';
import { readKeyUrl } from './azure-formats.ts';
import {
  type AzureManagedIdentities,
  type AzurePlatform,
  type AzureWorkloadIdentities,
  azureIdentities,
} from './azure-spec.ts';

const topologies = { public: 'Public', publicAndPrivate: 'PublicAndPrivate', private: 'Private' } as const;

const workloadIdentities = (identities: AzureWorkloadIdentities): JsonObject => {
  const names = [...azureIdentities, 'controlPlaneOperator'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const clientID = identities[name];
      return clientID === undefined ? [] : [[name, { clientID }]];
    }),
  );
};

const managedIdentities = ({
  keyVault,
  controlPlaneSecrets,
  dataPlaneClientIds,
}: AzureManagedIdentities): JsonObject => {
  const { kms: _ofKeyService, ...secrets } = controlPlaneSecrets;
  const controlPlane = Object.fromEntries(
    Object.entries(secrets).map(([name, credentialsSecretName]) => [
      name,
      { credentialsSecretName, objectEncoding: 'utf-8' },
    ]),
  );
  return {
    controlPlane: {
      ...controlPlane,
      managedIdentitiesKeyVault: { name: keyVault.name, tenantID: keyVault.tenantId },
    },
    dataPlane: {
      imageRegistryMSIClientID: dataPlaneClientIds.imageRegistry,
      diskMSIClientID: dataPlaneClientIds.disk,
      fileMSIClientID: dataPlaneClientIds.file,
    },
  };
};

/** Managed identities say nothing of topology while access is public; workload identities always do. */
const topologyOf = ({ endpointAccess = 'public' }: AzurePlatform, isWorkload: boolean): string | undefined =>
  endpointAccess === 'public' && !isWorkload ? undefined : topologies[endpointAccess];

const privateLink = (azure: AzurePlatform, made: string | undefined): JsonObject | undefined => {
  const natSubnetId = azure.private?.natSubnetId ?? made;
  if ((azure.endpointAccess ?? 'public') === 'public' || natSubnetId === undefined) return undefined;
  const { additionalAllowedSubscriptions } = azure.private ?? {};
  return {
    type: 'PrivateLink',
    privateLink: members({
      natSubnetID: natSubnetId,
      additionalAllowedSubscriptions: filled(additionalAllowedSubscriptions),
    }),
  };
};

export const azureHostedClusterPlatform = ({ spec, infrastructure }: ClusterRendering): JsonObject => {
  const { azure } = platformBlock(spec, 'azure');
  const outputs = outputsOf(infrastructure, 'azure');
  const workload = outputs.workloadIdentities;
  const managed = outputs.managedIdentities;
  return {
    azure: members({
      subscriptionID: azure.subscriptionId,
      tenantID: azure.tenantId,
      location: azure.location,
      cloud: azure.cloud,
      resourceGroup: outputs.resourceGroup,
      vnetID: outputs.vnetId,
      subnetID: outputs.subnetId,
      securityGroupID: outputs.securityGroupId,
      topology: topologyOf(azure, workload !== undefined),
      private: privateLink(azure, outputs.natSubnetId),
      azureAuthenticationConfig:
        workload === undefined
          ? members({
              azureAuthenticationConfigType: 'ManagedIdentities',
              managedIdentities: managed && managedIdentities(managed),
            })
          : {
              azureAuthenticationConfigType: 'WorkloadIdentities',
              workloadIdentities: workloadIdentities(workload),
            },
    }),
  };
};

/** Who reaches the key: the identity of the key service, in the form in which the cluster has its others. */
const keyAccess = ({ infrastructure }: ClusterRendering): JsonObject => {
  const { workloadIdentities: workload, managedIdentities: managed } = outputsOf(infrastructure, 'azure');
  const secret = managed?.controlPlaneSecrets.kms;
  return members({
    workloadIdentity: workload?.kms === undefined ? undefined : { clientID: workload.kms },
    kms: secret === undefined ? undefined : { credentialsSecretName: secret, objectEncoding: 'utf-8' },
  });
};

export const azureKeyService = (rendering: ClusterRendering): JsonObject | undefined => {
  const { encryption } = rendering.spec;
  const url = encryption?.type === 'kms' ? encryption.azure?.keyUrl : undefined;
  const key = url === undefined ? undefined : readKeyUrl(url);
  if (key === undefined) return undefined;
  const { keyVaultName, keyName, keyVersion, isHsm } = key;
  return {
    provider: 'Azure',
    azure: members({
      activeKey: { keyVaultName, keyName, keyVersion },
      keyVaultType: isHsm ? 'ManagedHSM' : undefined,
      ...keyAccess(rendering),
    }),
  };
};
