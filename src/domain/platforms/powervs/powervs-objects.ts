import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import type { JsonObject } from '../../shared/json.ts';
import {
  type ClusterRendering,
  type CredentialReference,
  type PlatformObject,
  platformBlock,
} from '../platform-rules.ts';
import type { PowervsCredentials } from './powervs-spec.ts';

type Operator = keyof PowervsCredentials;

/** Member of the HostedCluster that names the Secret of an operator, and the end of that name. */
const operators: Readonly<Record<Operator, { readonly member: string; readonly suffix: string }>> = {
  kubeCloudController: { member: 'kubeCloudControllerCreds', suffix: 'cloud-controller-creds' },
  nodePoolManagement: { member: 'nodePoolManagementCreds', suffix: 'node-management-creds' },
  ingress: { member: 'ingressOperatorCloudCreds', suffix: 'ingress-creds' },
  storage: { member: 'storageOperatorCloudCreds', suffix: 'storage-creds' },
  imageRegistry: { member: 'imageRegistryOperatorCloudCreds', suffix: 'image-registry-creds' },
};

const names = Object.keys(operators) as readonly Operator[];

const secretName = (hostedClusterName: string, operator: Operator): string =>
  `${hostedClusterName}-${operators[operator].suffix}`;

export const powervsCredentialReferences = (spec: ClusterSpec): readonly CredentialReference[] => {
  const { credentialIds } = platformBlock(spec, 'powervs').powervs;
  return names.map((operator) => ({
    path: ['spec', 'platform', 'powervs', 'credentialIds', operator],
    id: credentialIds[operator],
    kinds: ['powervsApiKey'],
  }));
};

/** References of the HostedCluster to the Secrets. */
export const powervsSecretMembers = (hostedClusterName: string): JsonObject =>
  Object.fromEntries(
    names.map((operator) => [operators[operator].member, { name: secretName(hostedClusterName, operator) }]),
  );

/** Two forms of one key: for the operators with a library of their own, and for those that read the environment. */
export const powervsObjects = (
  { spec, hostedClusterName }: ClusterRendering,
  secretOf: (credentialId: string) => string,
): readonly PlatformObject[] => {
  const { credentialIds } = platformBlock(spec, 'powervs').powervs;
  return names.map((operator) => {
    const key = secretOf(credentialIds[operator]);
    return {
      kind: 'Secret',
      name: secretName(hostedClusterName, operator),
      type: 'Opaque',
      data: {
        ibmcloud_api_key: key,
        'ibm-credentials.env': `IBMCLOUD_AUTHTYPE=iam\nIBMCLOUD_APIKEY=${key}\n`,
      },
    };
  });
};
