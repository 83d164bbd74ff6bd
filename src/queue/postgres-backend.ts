import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresBackend } from 'bullmq';
import { Client, type ClientConfig } from 'pg';

/**
 * A connection that is lost while BullMQ uses it fails the query, and is reported by an event as well, to which BullMQ 6.7
 * listens only while the connection is idle. An event that nobody listens to ends the process.
 */
class GuardedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

export const postgresConnection = (url: string) => ({
  connectionString: url,
  schema: 'bullmq',
  migrate: true,
  max: 4,
  connectionTimeoutMillis: 3000,
  Client: GuardedClient,
});

const pauseMs = 500;

/**
 * BullMQ 6.7 asks for the next job again without a pause when PostgreSQL refuses to answer: a loop that can keep a process
 * from everything else. Here each failure takes a while.
 */
export const patientPostgresBackend: typeof createPostgresBackend = (name, options, factoryOptions) => {
  const backend = createPostgresBackend(name, options, factoryOptions);
  const moveToActive = backend.moveToActive.bind(backend);
  backend.moveToActive = async (token, worker) => {
    try {
      return await moveToActive(token, worker);
    } catch (error) {
      await delay(pauseMs, undefined, { ref: false });
      throw error;
    }
  };
  return backend;
};
