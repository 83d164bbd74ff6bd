import type {
  InfrastructureRequest,
  PlannedStep,
} from '../../../../src/domain/infrastructure/infrastructure-plan.ts';

export const sampleRequest = (infraId = 'b2345abcdefgh'): InfrastructureRequest => ({
  instance: 'test',
  tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  clusterId: `cl_${infraId}`,
  infraId,
  hostedClusterName: 'payments',
  createdAt: '2026-12-01T00:00:00.000Z',
  spec: {
    version: '4.20.3',
    platform: { type: 'none', none: {} },
    pullSecretCredentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
  },
  issuerUrl: `https://oidc.example.org/${infraId}`,
  jwks: { keys: [] },
});

/** Every shape of step: roots, chains, one that is slow, one with a stable id, one looked up, one swept. */
export const samplePlan = ({ infraId }: InfrastructureRequest): readonly PlannedStep[] => {
  const step = (id: string, after: readonly string[], more: Partial<PlannedStep> = {}): PlannedStep => ({
    id,
    type: id.split('/')[0] ?? id,
    name: `${infraId}-${id.replaceAll('/', '-')}`,
    after,
    input: { of: id },
    ...more,
  });
  return [
    step('routeTable/private/a', ['natGateway/a', 'subnet/private/a'], { isLate: true }),
    step('vpc', [], { input: { cidr: '10.0.0.0/16' }, fixed: ['cidr'] }),
    step('internetGateway', ['vpc']),
    step('subnet/private/a', ['vpc']),
    step('subnet/public/a', ['vpc']),
    step('address/a', []),
    step('natGateway/a', ['subnet/public/a', 'address/a', 'internetGateway'], { isLate: true }),
    step('publicZone', [], { role: 'found', name: 'example.org' }),
    step('role/worker', ['publicZone'], { hasStableId: true }),
    step('networkInterface/others', ['subnet/private/a', 'subnet/public/a'], { role: 'sweep' }),
  ];
};
