import { openDatabase } from '../db/client.ts';
import { createDatabase } from '../db/database.ts';
import { recountQuotas } from '../workers/quota-watch.ts';

const usage = 'berth quotas recount   (DATABASE_URL)';

/**
 * Counts all usage anew and puts wrong counters right. Exit codes: 0 none was wrong, 2 some were and are right now, 1 the
 * command failed.
 */
export const runQuotas = async (
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  write: (text: string) => void = (text) => process.stdout.write(text),
): Promise<number> => {
  const url = env['DATABASE_URL'];
  if (args[0] !== 'recount' || args.length > 1 || url === undefined) {
    process.stderr.write(`usage: ${usage}\n`);
    return 1;
  }
  const pool = openDatabase({
    url,
    maxConnections: 1,
    applicationName: 'berth-quotas',
    onError: () => undefined,
  });
  try {
    const drifts = await recountQuotas(createDatabase(pool, 'berth_worker'));
    for (const { tenantId, projectId, dimension, counted, actual } of drifts)
      write(`${projectId ?? tenantId} ${dimension}: counted ${counted}, there are ${actual}; put right\n`);
    write(drifts.length === 0 ? 'every counter is right\n' : `${drifts.length} counters were wrong\n`);
    return drifts.length === 0 ? 0 : 2;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await pool.end();
  }
};
