import type { SystemTx } from '../db/database.ts';
import { findTrusts } from '../db/repositories/identity-issuers.ts';
import { findBoundRoles } from '../db/repositories/role-bindings.ts';
import { decideGrants } from '../domain/access/claim-rules.ts';
import type { Grant, Principal } from '../domain/access/principal.ts';
import type { TokenFacts } from '../domain/access/role-binding.ts';

/** Each role once, in the order in which they came. */
const distinct = (grants: readonly Grant[]): readonly Grant[] => [
  ...new Map(grants.map((grant) => [`${grant.role} ${grant.projectId ?? ''}`, grant])).values(),
];

/**
 * Whom a token speaks for, one principal for each tenant that registered its issuer. The roles come from the tenant's
 * bindings and from its rules over the claims; without any the principal may do nothing.
 */
export const findTokenPrincipals = async (
  sql: SystemTx,
  token: TokenFacts,
): Promise<readonly Principal[]> => {
  const issuerIds = token.candidates.map(({ issuerId }) => issuerId);
  const [trusts, bindings] = await Promise.all([findTrusts(sql, issuerIds), findBoundRoles(sql, token)]);
  const byTenant = new Map<string, Principal>();
  for (const { issuerId, tenantId } of token.candidates) {
    const trust = trusts.get(issuerId);
    if (trust === undefined) continue;
    const bound = bindings
      .filter(({ subject }) => subject.issuerId === issuerId)
      .map(({ role, projectId }) => (projectId === undefined ? { role } : { role, projectId }));
    const before = byTenant.get(tenantId);
    byTenant.set(tenantId, {
      kind: token.isClient ? 'serviceAccount' : 'user',
      id: before?.id ?? `${issuerId}/${token.subject}`,
      tenantId,
      tenantName: trust.tenantName,
      grants: distinct([...(before?.grants ?? []), ...bound, ...decideGrants(trust.rules, token.claims)]),
    });
  }
  return [...byTenant.values()];
};
