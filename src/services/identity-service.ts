import type { Database } from '../db/database.ts';
import { findValidKey, noteKeyUse, type ValidKey } from '../db/repositories/api-keys.ts';
import type { Principal } from '../domain/access/principal.ts';
import type { ApiKey } from '../domain/tenant/tenant.ts';
import { hashApiKey } from './api-key.ts';
import type { IdentityService } from './contract.ts';
import { guardService } from './database-guard.ts';

/** Milliseconds for which a key is answered from memory: a revocation takes effect within it. */
const freshFor = 4000;
/** Keys remembered at most; the oldest goes first. */
const remembered = 10_000;

interface Entry {
  readonly at: number;
  readonly found: Promise<Found | undefined>;
}

interface Found {
  readonly principal: Principal;
  /** By the monotonic clock of the process; absent: never. */
  readonly endsAt?: number;
}

const principalOf = ({ id, tenantId, role, projectId, scopes }: ApiKey): Principal => ({
  kind: 'apiKey',
  id,
  ...(tenantId === undefined ? {} : { tenantId }),
  grants: [projectId === undefined ? { role } : { role, projectId }],
  ...(scopes === undefined ? {} : { scopes }),
});

export const createIdentityService = (database: Database, monotonic: () => number): IdentityService => {
  const known = new Map<string, Entry>();

  const noteUse = ({ key, isUseOld }: ValidKey): void => {
    // When a key was last used is worth no failed request, and no wait.
    if (isUseOld) noteKeyUse(database.system(), key.id).catch(() => undefined);
  };

  const look = async (hash: Buffer): Promise<Found | undefined> => {
    const valid = await findValidKey(database.system(), hash);
    if (valid === undefined) return undefined;
    noteUse(valid);
    const principal = principalOf(valid.key);
    return valid.validForMs === undefined
      ? { principal }
      : { principal, endsAt: monotonic() + valid.validForMs };
  };

  const remember = (name: string, entry: Entry): void => {
    known.delete(name);
    known.set(name, entry);
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
  };

  const find = (key: string): Promise<Found | undefined> => {
    const hash = hashApiKey(key);
    const name = hash.toString('base64');
    const entry = known.get(name);
    if (entry !== undefined && monotonic() - entry.at < freshFor) return entry.found;
    const found = look(hash);
    remember(name, { at: monotonic(), found });
    found.catch(() => known.delete(name));
    return found;
  };

  return guardService({
    authenticateKey: async (key) => {
      const found = await find(key);
      if (found?.endsAt !== undefined && monotonic() >= found.endsAt) return undefined;
      return found?.principal;
    },
  });
};
