import type { Database } from '../../db/database.ts';
import { findNextChain } from '../../db/repositories/audit-chain.ts';

/** Every tenant that has records or a head, or the one that is named; '' is the fleet itself. */
export const chainTenants = async function* (
  database: Database,
  only: string | undefined,
): AsyncGenerator<string> {
  if (only !== undefined) {
    yield only;
    return;
  }
  let last: string | undefined;
  for (;;) {
    last = await findNextChain(database.system(), last);
    if (last === undefined) return;
    yield last;
  }
};
