import type { Pool } from 'pg';
import { vi } from 'vitest';

/** Resolves once so many statements of this database wait for a lock. */
export const untilBlocked = (pool: Pool, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rows[0].waiting < count)
        throw new Error(`${rows[0].waiting} of ${count} statements wait for a lock`);
    },
    { timeout: 5000, interval: 10 },
  );
