import type { InfrastructureRequest } from '../../../src/domain/infrastructure/infrastructure-plan.ts';
import { azureExamples } from '../../../src/domain/platforms/azure/azure-examples.ts';
import type { AzureManagedInfrastructure } from '../../../src/domain/platforms/azure/azure-spec.ts';
import type { AccessPhase, CloudAccess } from '../../../src/providers/infrastructure/contract.ts';

/** Application of the tenant that trusts Berth. */
const azureClientId = '33333333-3333-4333-8333-333333333333';

export const azureAccess = (phase: AccessPhase = 'create'): CloudAccess => ({
  tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  credentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
  kind: 'azureFederated',
  settings: {
    tenantId: azureExamples.cluster.tenantId,
    clientId: azureClientId,
    subscriptionId: azureExamples.cluster.subscriptionId,
  },
  phase,
});

/** A cluster whose infrastructure Berth makes, in the subscription of the double. */
export const azureRequest = (
  infraId = 'b2c3d4e5f6g7h',
  infrastructure: Partial<AzureManagedInfrastructure> = {},
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
      type: 'azure',
      azure: {
        ...azureExamples.cluster,
        credentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
        infrastructure: { mode: 'managed', dnsZoneResourceGroup: 'dns', ...infrastructure },
      },
    },
    dns: { baseDomain: 'example.org' },
    pullSecretCredentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
  },
  issuerUrl: `https://oidc.example.org/${infraId}`,
  jwks: { keys: [{ kid: 'one' }] },
});
