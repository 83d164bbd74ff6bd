import { readConfig } from '../config.ts';
import { openDatabase } from '../db/client.ts';
import { createDatabase } from '../db/database.ts';
import { loadWrappingKeys } from '../encryption-key.ts';
import { createEnvelopeSealer } from '../providers/kms/envelope-sealer.ts';
import { type RewrapReport, rewrapSecrets } from '../services/rewrap-secrets.ts';

const usage =
  'berth secrets rewrap   (DATABASE_URL, and the variables of the keys as the processes have them: BERTH_ENCRYPTION_KEY, …)';

/** The last lines say which keys are still needed. */
const showReport = ({ rewrapped, failed, use }: RewrapReport, keyId: string): string => {
  const lines = [`wrapped anew: ${rewrapped}`];
  for (const { context, reason } of failed)
    lines.push(`not opened: ${context.kind} ${context.id} of ${context.tenantId || 'the fleet'}: ${reason}`);
  for (const row of use) {
    const mark = row.keyId === keyId ? 'current' : 'OLD';
    lines.push(`${row.table}: ${row.count} under ${row.keyId} (${mark})`);
  }
  const left = use.filter((row) => row.keyId !== keyId).reduce((sum, { count }) => sum + count, 0);
  lines.push(
    left === 0
      ? `Everything is under ${keyId}; once every process has it, older keys can go.`
      : `${left} are under older keys, which are still needed. Run this again.`,
  );
  return `${lines.join('\n')}\n`;
};

/** Ends with 0 when nothing is under an older key any more, with 2 when something is, with 1 on a fault. */
export const runSecrets = async (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> => {
  if (args.length !== 1 || args[0] !== 'rewrap') {
    process.stderr.write(`usage: ${usage}\n`);
    return 1;
  }
  try {
    const config = readConfig(env);
    if (config.databaseUrl === undefined) throw new Error('DATABASE_URL is not set.');
    const { kms } = await loadWrappingKeys(config, false);
    const pool = openDatabase({
      url: config.databaseUrl,
      maxConnections: 2,
      applicationName: 'berth-secrets',
      onError: () => undefined,
    });
    try {
      // No fingerprint is made here.
      const sealer = createEnvelopeSealer({ kms, fingerprintKey: Buffer.alloc(32) });
      const report = await rewrapSecrets(createDatabase(pool, 'berth_worker'), sealer);
      process.stdout.write(showReport(report, kms.keyId));
      return report.use.every((row) => row.keyId === kms.keyId) ? 0 : 2;
    } finally {
      await pool.end();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
};
