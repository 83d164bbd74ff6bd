import type { Database } from '../../db/database.ts';
import { readChain } from '../../db/repositories/audit-chain.ts';
import { chainTenants } from './chain-tenants.ts';
import type { Write } from './write-out.ts';

const pageSize = 500;

/** Writes sealed records as JSON lines, chain by chain, each oldest first. */
export const exportChains = async (
  database: Database,
  options: {
    readonly tenantId: string | undefined;
    readonly since: string | undefined;
    readonly until: string | undefined;
  },
  write: Write,
): Promise<boolean> => {
  const { since = '', until } = options;
  for await (const tenantId of chainTenants(database, options.tenantId)) {
    let after = 0;
    for (;;) {
      const page = await readChain(database.system(), tenantId, after, pageSize);
      const wanted = page.filter(
        ({ createdAt }) => createdAt >= since && (until === undefined || createdAt < until),
      );
      if (wanted.length > 0) await write(wanted.map((record) => `${JSON.stringify(record)}\n`).join(''));
      if (page.length < pageSize) break;
      after = page.at(-1)?.number ?? after;
    }
  }
  return true;
};
