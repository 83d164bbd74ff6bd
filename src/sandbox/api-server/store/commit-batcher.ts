import type { Pool } from 'pg';
import type { Write } from './object-store.ts';

interface Waiting {
  readonly write: Write;
  resolve(rv: number | undefined): void;
  reject(error: unknown): void;
}

const maxBatch = 100;

const writeBatch = async (pool: Pool, schema: string, batch: readonly Waiting[]): Promise<void> => {
  const writes = batch.map(({ write }) => write);
  const { rows } = await pool.query({
    name: `${schema}_commit`,
    text: `SELECT entry, version FROM ${schema}.commit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      writes.map(({ expected }) => expected ?? null),
      writes.map(({ change }) => change),
      writes.map(({ resource }) => resource),
      writes.map(({ namespace }) => namespace),
      writes.map(({ name }) => name),
      writes.map(({ uid }) => uid),
      writes.map(({ labels }) => JSON.stringify(labels)),
      writes.map(({ fields }) => JSON.stringify(fields)),
      writes.map(({ owners }) => `{${owners.map((uid) => JSON.stringify(uid)).join(',')}}`),
      writes.map(({ body }) => body),
    ],
  });
  const versions = new Map(rows.map((row) => [Number(row.entry), Number(row.version)]));
  batch.forEach(({ resolve }, index) => {
    resolve(versions.get(index));
  });
};

/**
 * Writes that arrive while another batch is being committed share the next transaction and so its flush to disk.
 * Versions are numbered under one lock, so more than one batch at a time would only queue inside the database.
 */
export const createCommitBatcher = (
  pool: Pool,
  schema: string,
  onCommit: () => void,
): ((write: Write) => Promise<number | undefined>) => {
  let waiting: Waiting[] = [];
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      await writeBatch(pool, schema, batch).then(onCommit, (error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
    running = false;
  };
  return (write) =>
    new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject });
      if (!running) void run();
    });
};
