import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import type { InfrastructureRequest } from '../../../../../src/domain/infrastructure/infrastructure-plan.ts';
import { azureExamples } from '../../../../../src/domain/platforms/azure/azure-examples.ts';
import type {
  AzureExistingInfrastructure,
  AzureManagedIdentities,
  AzureManagedInfrastructure,
  AzurePlatform,
} from '../../../../../src/domain/platforms/azure/azure-spec.ts';
import type { FieldProblem } from '../../../../../src/domain/shared/problem.ts';

export const credentialId = 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c';
export const subscription = '/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590';

export const existing: AzureExistingInfrastructure = azureExamples.cluster.infrastructure;

export const clientId = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;

const secret = (secretName: string) => ({ secretName });

export const managedIdentities: AzureManagedIdentities = {
  keyVault: { name: 'identities', tenantId: clientId(1) },
  controlPlane: {
    cloudProvider: secret('cloud-provider'),
    disk: secret('disk'),
    file: secret('file'),
    imageRegistry: secret('image-registry'),
    ingress: secret('ingress'),
    network: secret('network'),
    nodePoolManagement: secret('node-pool'),
    controlPlaneOperator: { secretName: 'cpo', clientId: clientId(2), encoding: 'base64' },
  },
  dataPlaneClientIds: { imageRegistry: clientId(3), disk: clientId(4), file: clientId(5) },
};

export const azureSpec = (
  azure: Partial<AzurePlatform> = {},
  more: Partial<ClusterSpec> = {},
): ClusterSpec => ({
  version: '4.20.3',
  platform: { type: 'azure', azure: { ...azureExamples.cluster, ...azure } },
  dns: { baseDomain: 'example.org' },
  pullSecretCredentialId: credentialId,
  ...more,
});

export const existingSpec = (
  infrastructure: Partial<AzureExistingInfrastructure>,
  azure: Partial<AzurePlatform> = {},
  more: Partial<ClusterSpec> = {},
): ClusterSpec => azureSpec({ infrastructure: { ...existing, ...infrastructure }, ...azure }, more);

export const managedSpec = (
  infrastructure: Partial<AzureManagedInfrastructure> = {},
  azure: Partial<AzurePlatform> = {},
  more: Partial<ClusterSpec> = {},
): ClusterSpec =>
  azureSpec({ credentialId, infrastructure: { mode: 'managed', ...infrastructure }, ...azure }, more);

export const managedRequest = (
  spec: ClusterSpec = managedSpec(),
  more: Partial<InfrastructureRequest> = {},
): InfrastructureRequest => ({
  instance: 'prod',
  tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  clusterId: 'cl_01jzc8w2q5e8rv9n3k7m4x6t0a',
  infraId: 'b2c3d4e5f6g7h',
  hostedClusterName: 'payments',
  createdAt: '2026-01-01T00:00:00.000Z',
  spec,
  issuerUrl: 'https://oidc.example.org/b2c3d4e5f6g7h',
  jwks: { keys: [] },
  ...more,
});

export const keyUrl = 'https://payments.vault.azure.net/keys/etcd/0123456789abcdef';
export const hsmUrl = 'https://payments.managedhsm.azure.net/keys/etcd/0123456789abcdef';

/** `POINTER CODE`, without what all pointers begin with. */
export const brief = (problems: readonly FieldProblem[]): readonly string[] =>
  problems.map(({ pointer, code }) => `${pointer.replace('/spec/', '')} ${code}`);
