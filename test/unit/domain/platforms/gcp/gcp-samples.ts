import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import type { InfrastructureRequest } from '../../../../../src/domain/infrastructure/infrastructure-plan.ts';
import { gcpExamples } from '../../../../../src/domain/platforms/gcp/gcp-examples.ts';
import type {
  GcpExistingInfrastructure,
  GcpManagedInfrastructure,
  GcpPlatform,
} from '../../../../../src/domain/platforms/gcp/gcp-spec.ts';

export const credentialId = 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c';

export const existing: GcpExistingInfrastructure = gcpExamples.cluster.infrastructure;

export const gcpSpec = (gcp: Partial<GcpPlatform> = {}, more: Partial<ClusterSpec> = {}): ClusterSpec => ({
  version: '4.20.3',
  platform: { type: 'gcp', gcp: { ...gcpExamples.cluster, ...gcp } },
  dns: { baseDomain: 'example.org' },
  pullSecretCredentialId: credentialId,
  ...more,
});

export const managedSpec = (
  infrastructure: Partial<GcpManagedInfrastructure> = {},
  more: Partial<ClusterSpec> = {},
): ClusterSpec => gcpSpec({ credentialId, infrastructure: { mode: 'managed', ...infrastructure } }, more);

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
  jwks: { keys: [{ kid: 'one' }] },
  ...more,
});
