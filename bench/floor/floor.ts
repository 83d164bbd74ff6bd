import { Pool, type PoolClient } from 'pg';

// What the machine's own PostgreSQL can do for a program in Node: one row of about 1 KB and one outbox row, made
// durable together; and one row read by its key. Run as a process of its own, as the API is one.

export interface FloorJob {
  readonly url: string;
  readonly work: 'insert' | 'select';
  readonly connections: number;
  readonly seconds: number;
}

export const floorTables = `
  CREATE TABLE IF NOT EXISTS floor_rows (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL);
  CREATE TABLE IF NOT EXISTS floor_outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, target text NOT NULL);
  INSERT INTO floor_rows (body) SELECT repeat('x', 1000) FROM generate_series(1, 10000)
    WHERE NOT EXISTS (SELECT 1 FROM floor_rows)`;

export const rowBody = 'x'.repeat(1000);
const rowsToSelect = 10_000;

const insert = async (client: PoolClient): Promise<void> => {
  await client.query('BEGIN');
  await client.query({
    name: 'row',
    text: 'INSERT INTO floor_rows (body) VALUES ($1)',
    values: [rowBody],
  });
  await client.query({
    name: 'outbox',
    text: 'INSERT INTO floor_outbox (target) VALUES ($1)',
    values: ['cl_01kbxq6v5yf2a8k0b3m5n7p9r1'],
  });
  await client.query('COMMIT');
};

const select = async (client: PoolClient): Promise<void> => {
  await client.query({
    name: 'select',
    text: 'SELECT body FROM floor_rows WHERE id = $1',
    values: [1 + Math.floor(Math.random() * rowsToSelect)],
  });
};

const run = async (job: FloorJob): Promise<number> => {
  const pool = new Pool({ connectionString: job.url, max: job.connections });
  const step = job.work === 'insert' ? insert : select;
  const begin = performance.now() + 500;
  const end = begin + job.seconds * 1000;
  let count = 0;
  const loop = async (): Promise<void> => {
    const client = await pool.connect();
    while (performance.now() < end) {
      await step(client);
      if (performance.now() >= begin) count += 1;
    }
    client.release();
  };
  await Promise.all(Array.from({ length: job.connections }, loop));
  await pool.end();
  return count / job.seconds;
};

process.once('message', (job: FloorJob) => {
  run(job).then(
    (perSecond) => {
      process.send?.(perSecond);
      process.disconnect();
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
