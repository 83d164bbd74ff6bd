import type { JsonObject } from '../../shared/json.ts';
import { filled, members } from '../../shared/present.ts';
import { type ClusterRendering, outputsOf, platformBlock } from '../platform-rules.ts';
import { readKeyUrl } from './azure-formats.ts';
import {
  type AzureManagedIdentities,
  type AzureManagedIdentity,
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

const managedIdentity = ({ secretName, clientId, encoding = 'utf-8' }: AzureManagedIdentity): JsonObject =>
  members({
    clientID: filled(clientId),
    credentialsSecretName: secretName,
    objectEncoding: encoding,
  });

const managedIdentities = ({
  keyVault,
  controlPlane: { kms: _ofKeyService, ...controlPlane },
  dataPlaneClientIds,
}: AzureManagedIdentities): JsonObject => ({
  controlPlane: {
    ...Object.fromEntries(
      Object.entries(controlPlane).map(([name, identity]) => [name, managedIdentity(identity)]),
    ),
    managedIdentitiesKeyVault: { name: keyVault.name, tenantID: keyVault.tenantId },
  },
  dataPlane: {
    imageRegistryMSIClientID: dataPlaneClientIds.imageRegistry,
    diskMSIClientID: dataPlaneClientIds.disk,
    fileMSIClientID: dataPlaneClientIds.file,
  },
});

/** Managed identities say nothing of topology while access is public; workload identities always do. */
const topologyOf = ({ endpointAccess = 'public' }: AzurePlatform, isWorkload: boolean): string | undefined =>
  endpointAccess === 'public' && !isWorkload ? undefined : topologies[endpointAccess];

const privateLink = (azure: AzurePlatform, made: string | undefined): JsonObject | undefined => {
  if ((azure.endpointAccess ?? 'public') === 'public') return undefined;
  const { natSubnetId, additionalAllowedSubscriptions } = azure.private ?? {};
  return {
    type: 'PrivateLink',
    privateLink: members({
      natSubnetID: filled(natSubnetId) ?? made,
      additionalAllowedSubscriptions: filled(additionalAllowedSubscriptions),
    }),
  };
};

const containerRegistry = ({ registryIdentityId }: AzurePlatform): JsonObject | undefined => {
  const resourceID = filled(registryIdentityId);
  return resourceID === undefined
    ? undefined
    : { credentials: { type: 'ManagedIdentity', managedIdentity: { resourceID } } };
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
      containerRegistry: containerRegistry(azure),
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
  const identity = managed?.controlPlane.kms;
  return members({
    workloadIdentity: workload?.kms === undefined ? undefined : { clientID: workload.kms },
    kms: identity && managedIdentity(identity),
  });
};

const keyVaultAccess = { public: 'Public', private: 'Private' } as const;

export const azureKeyService = (rendering: ClusterRendering): JsonObject | undefined => {
  const { encryption } = rendering.spec;
  const asked = encryption?.type === 'kms' ? encryption.azure : undefined;
  const key = asked === undefined ? undefined : readKeyUrl(asked.keyUrl);
  if (key === undefined) return undefined;
  const { keyVaultName, keyName, keyVersion, isHsm } = key;
  return {
    provider: 'Azure',
    azure: members({
      activeKey: { keyVaultName, keyName, keyVersion },
      keyVaultType: isHsm ? 'ManagedHSM' : undefined,
      keyVaultAccess: asked?.access && keyVaultAccess[asked.access],
      ...keyAccess(rendering),
    }),
  };
};
