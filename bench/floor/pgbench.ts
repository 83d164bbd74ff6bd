import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type FloorJob, rowBody } from './floor.ts';

const execute = promisify(execFile);

const scripts: Readonly<Record<FloorJob['work'], string>> = {
  insert: `BEGIN;
INSERT INTO floor_rows (body) VALUES ('${rowBody}');
INSERT INTO floor_outbox (target) VALUES ('cl_01kbxq6v5yf2a8k0b3m5n7p9r1');
COMMIT;
`,
  select: `\\set id random(1, 10000)
SELECT body FROM floor_rows WHERE id = :id;
`,
};

/** The same work by pgbench, which costs less than any program in Node; undefined where it is not installed. */
export const runPgbench = async (job: FloorJob): Promise<number | undefined> => {
  const directory = await mkdtemp(join(tmpdir(), 'berth-pgbench-'));
  try {
    const script = join(directory, 'script.sql');
    await writeFile(script, scripts[job.work]);
    const options = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(job.connections),
      '-j',
      '2',
      '-T',
      String(job.seconds),
    ];
    const { stdout } = await execute('pgbench', [...options, '-f', script, job.url]);
    const found = /tps = ([0-9.]+)/.exec(stdout)?.[1];
    return found === undefined ? undefined : Number(found);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
