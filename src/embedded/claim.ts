import { Client, DatabaseError } from 'pg';

/** Any fixed number: nothing else takes advisory locks in the database `postgres`. */
const claimKey = 8_237_364;

/** Milliseconds within which the connection of a claimant that was killed is gone. */
const patienceMs = 3000;

const lockNotAvailable = '55P03';

class DirectoryInUse extends Error {
  constructor(directory: string) {
    super(`another process uses ${directory}; stop it first, or name another directory in BERTH_DATA_DIR`);
    this.name = 'DirectoryInUse';
  }
}

/**
 * Claims a server for this process for as long as it lives. Two that share one would each set up a sandbox on the same
 * objects, and the first to stop would stop the server under the other.
 * @throws DirectoryInUse when a living process has the claim
 */
export const claimServer = async (url: string, directory: string): Promise<{ release(): Promise<void> }> => {
  const client = new Client({ connectionString: url, application_name: 'berth-claim' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${patienceMs}`);
    await client.query('SELECT pg_advisory_lock($1)', [claimKey]);
  } catch (error) {
    await client.end();
    if (error instanceof DatabaseError && error.code === lockNotAvailable)
      throw new DirectoryInUse(directory);
    throw error;
  }
  return { release: () => client.end().catch(() => undefined) };
};
