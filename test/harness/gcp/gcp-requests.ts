import type { InfrastructureRequest } from '../../../src/domain/infrastructure/infrastructure-plan.ts';
import { gcpExamples } from '../../../src/domain/platforms/gcp/gcp-examples.ts';
import type { GcpPlatform } from '../../../src/domain/platforms/gcp/gcp-spec.ts';
import type { AccessPhase, CloudAccess } from '../../../src/providers/infrastructure/contract.ts';

export const gcpEmail = 'berth-clusters@acme-clusters.iam.gserviceaccount.com';

export const gcpAccess = (phase: AccessPhase = 'create'): CloudAccess => ({
  tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  credentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
  kind: 'gcpWorkloadIdentity',
  settings: {
    projectNumber: '123456789012',
    poolId: 'berth',
    providerId: 'berth',
    serviceAccountEmail: gcpEmail,
  },
  phase,
});

/** A cluster whose infrastructure Berth makes, in the project of the double. */
export const gcpRequest = (
  infraId = 'b2c3d4e5f6g7h',
  gcp: Partial<GcpPlatform> = {},
): InfrastructureRequest => ({
  instance: 'prod',
  tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  clusterId: `cl_${infraId}`,
  infraId,
  hostedClusterName: 'payments',
  createdAt: '2026-12-01T00:00:00.000Z',
  spec: {
    version: '4.20.3',
    platform: {
      type: 'gcp',
      gcp: {
        ...gcpExamples.cluster,
        credentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
        infrastructure: { mode: 'managed' },
        ...gcp,
      },
    },
    dns: { baseDomain: 'example.org' },
    pullSecretCredentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
  },
  issuerUrl: `https://oidc.example.org/${infraId}`,
  jwks: { keys: [{ kid: 'one' }] },
});
