import type { Database } from '../db/database.ts';
import { findKeyOwner } from '../db/repositories/tenants.ts';
import type { Principal } from '../domain/access/principal.ts';
import { hashApiKey } from './api-key.ts';
import type { IdentityService } from './contract.ts';
import { guardService } from './database-guard.ts';

/** Milliseconds for which a key is answered from memory: a revocation takes effect within it. */
const freshFor = 4000;
/** Keys remembered at most; the oldest goes first. */
const remembered = 10_000;

interface Entry {
  readonly at: number;
  readonly principal: Promise<Principal | undefined>;
}

export const createIdentityService = (database: Database, monotonic: () => number): IdentityService => {
  const known = new Map<string, Entry>();

  const look = async (hash: Buffer): Promise<Principal | undefined> => {
    const owner = await findKeyOwner(database.system(), hash);
    return (
      owner && { keyId: owner.id, role: owner.role, ...(owner.tenantId ? { tenantId: owner.tenantId } : {}) }
    );
  };

  const remember = (name: string, entry: Entry): void => {
    known.delete(name);
    known.set(name, entry);
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
  };

  return guardService({
    authenticateKey: async (key) => {
      const hash = hashApiKey(key);
      const name = hash.toString('base64');
      const entry = known.get(name);
      if (entry !== undefined && monotonic() - entry.at < freshFor) return entry.principal;
      const principal = look(hash);
      remember(name, { at: monotonic(), principal });
      principal.catch(() => known.delete(name));
      return principal;
    },
  });
};
