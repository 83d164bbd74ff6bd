import type { IdentityIssuer } from '../../domain/access/identity-issuer.ts';

/** An issuer as the API shows it. */
export const presentIdentityIssuer = (issuer: IdentityIssuer) => ({
  id: issuer.id,
  name: issuer.name,
  tenantId: issuer.tenantId,
  issuer: issuer.issuer,
  audiences: issuer.audiences,
  algorithms: issuer.algorithms,
  clockToleranceSeconds: issuer.clockToleranceSeconds,
  groupsClaim: issuer.groupsClaim,
  rules: issuer.rules,
  generation: issuer.generation,
  revision: issuer.revision,
  createdAt: issuer.createdAt,
  updatedAt: issuer.updatedAt,
});
