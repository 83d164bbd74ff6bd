import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { type FloorJob, floorTables } from './floor.ts';
import { runPgbench } from './pgbench.ts';

/** Transactions a second; `pgbench` where it is installed. */
export interface FloorFigure {
  readonly work: FloorJob['work'];
  readonly connections: number;
  readonly node: number;
  readonly pgbench: number | undefined;
}

const program = fileURLToPath(new URL('./floor.ts', import.meta.url));

const runInProcess = (job: FloorJob): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = fork(program, { execArgv: [] });
    child.once('message', (perSecond: number) => resolve(perSecond));
    child.once('exit', (code) => reject(new Error(`the floor program ended with ${code}`)));
    child.send(job);
  });

/** What this machine makes durable and reads without Berth: the measure that Berth's figures are held against. */
export const measureFloor = async (
  url: string,
  connections: readonly number[],
  seconds: number,
): Promise<readonly FloorFigure[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(floorTables);
  const figures: FloorFigure[] = [];
  for (const work of ['insert', 'select'] as const) {
    for (const count of connections) {
      const job = { url, work, connections: count, seconds };
      const node = await runInProcess(job);
      figures.push({ work, connections: count, node, pgbench: await runPgbench(job) });
    }
  }
  await client.query('DROP TABLE floor_rows, floor_outbox');
  await client.end();
  return figures;
};
