import type { Database } from '../db/database.ts';
import { findValidKey, noteKeyUse, type ValidKey } from '../db/repositories/api-keys.ts';
import type { Principal } from '../domain/access/principal.ts';
import type { IdentityService } from './access-contract.ts';
import { hashApiKey } from './api-key.ts';
import { guardService } from './database-guard.ts';
import { createShortMemory } from './short-memory.ts';
import { findTokenPrincipals } from './token-principals.ts';

interface Found {
  readonly principal: Principal;
  /** By the monotonic clock of the process; absent: never. */
  readonly endsAt?: number;
}

const principalOf = ({ key, tenantName }: ValidKey): Principal => {
  const { id, tenantId, role, projectId, scopes } = key;
  return {
    kind: 'apiKey',
    id,
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(tenantName === undefined ? {} : { tenantName }),
    grants: [projectId === undefined ? { role } : { role, projectId }],
    ...(scopes === undefined ? {} : { scopes }),
  };
};

export const createIdentityService = (database: Database, monotonic: () => number): IdentityService => {
  const keys = createShortMemory<Found | undefined>(monotonic);
  const tokens = createShortMemory<readonly Principal[]>(monotonic);

  const noteUse = ({ key, isUseOld }: ValidKey): void => {
    // When a key was last used is worth no failed request, and no wait.
    if (isUseOld) noteKeyUse(database.system(), key.id).catch(() => undefined);
  };

  const look = async (hash: Buffer): Promise<Found | undefined> => {
    const valid = await findValidKey(database.system(), hash);
    if (valid === undefined) return undefined;
    noteUse(valid);
    const principal = principalOf(valid);
    return valid.validForMs === undefined
      ? { principal }
      : { principal, endsAt: monotonic() + valid.validForMs };
  };

  return guardService({
    authenticateKey: async (key) => {
      const hash = hashApiKey(key);
      const found = await keys.recall(hash.toString('base64'), () => look(hash));
      if (found?.endsAt !== undefined && monotonic() >= found.endsAt) return undefined;
      return found?.principal;
    },
    principalsOfToken: (token, tokenHash) =>
      tokens.recall(tokenHash, () => findTokenPrincipals(database.system(), token)),
  });
};
