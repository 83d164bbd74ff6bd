import type { InfrastructureRequest } from '../../../src/domain/infrastructure/infrastructure-plan.ts';
import { awsPermissions } from '../../../src/domain/platforms/aws/plan/aws-permissions.ts';
import type { AccessPhase, CloudAccess } from '../../../src/providers/infrastructure/contract.ts';
import type { CustomerRole } from './accounts/customer-role.ts';

/** Where the clusters of tests are, and whose account it is. */
export const customerAccount = '210987654321';
export const lifeRegion = 'eu-west-1';
export const lifeInstance = 'prod';

/** All that Berth asks a customer for, and nothing else. */
export const grantedActions: readonly string[] = Object.values(awsPermissions).flatMap((grants) =>
  grants.flatMap(({ actions }) => actions),
);

/** A cluster whose infrastructure Berth makes, in so many zones. */
export const awsRequest = (zones: readonly string[], infraId = 'b2c3d4e5f6g7h'): InfrastructureRequest => ({
  instance: lifeInstance,
  tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  clusterId: 'cl_01jzc8w2q5e8rv9n3k7m4x6t0e',
  infraId,
  hostedClusterName: 'payments',
  createdAt: '2026-12-01T00:00:00.000Z',
  spec: {
    version: '4.20.3',
    platform: {
      type: 'aws',
      aws: {
        region: lifeRegion,
        credentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
        infrastructure: { mode: 'managed', zones: zones.map((letter) => `${lifeRegion}${letter}`) },
      },
    },
    dns: { baseDomain: 'example.org' },
    pullSecretCredentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0p',
  },
  issuerUrl: `https://oidc.example.org/${infraId}`,
  jwks: { keys: [] },
});

export const awsAccess = (
  { roleArn, externalId = '' }: Pick<CustomerRole, 'roleArn' | 'externalId'>,
  phase: AccessPhase,
): CloudAccess => ({
  tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  credentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
  kind: 'awsRole',
  settings: { roleArn, externalId },
  phase,
  clusterId: 'cl_01jzc8w2q5e8rv9n3k7m4x6t0e',
});
