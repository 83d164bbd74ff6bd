import type { Database } from '../../db/database.ts';
import { findChainHead } from '../../db/repositories/audit-chain.ts';
import { chainTenants } from './chain-tenants.ts';
import type { Write } from './write-out.ts';

/** A line a head, as `verify --from-head` reads them: to be kept where nobody can reach who reaches the database. */
export const showHeads = async (database: Database, write: Write): Promise<boolean> => {
  for await (const tenantId of chainTenants(database, undefined)) {
    const head = await findChainHead(database.system(), tenantId);
    if (head !== undefined) await write(`${JSON.stringify(head)}\n`);
  }
  return true;
};
