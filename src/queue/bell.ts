import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { GuardedClient } from './guarded-client.ts';

export const queueNames = ['cluster', 'node-pool', 'access'] as const;
export type QueueName = (typeof queueNames)[number];

/** What a job carries: identity, never content. The handler reads everything again. */
export interface Wake {
  readonly tenantId: string;
  readonly targetId: string;
  readonly traceparent?: string;
}

/**
 * The queue is a doorbell. A ring that is lost, doubled or late is harmless: intent is in PostgreSQL, and a sweep
 * finds what is due.
 */
export interface Bell {
  ring(queue: QueueName, wakes: readonly Wake[]): Promise<void>;
  /** Starts taking jobs, `concurrency` at a time. */
  answer(queue: QueueName, concurrency: number, handle: (wake: Wake) => Promise<void>): void;
  /** Jobs handled since the start, over all queues: a watchdog compares it with what is due. */
  handled(): number;
  /** Stops taking jobs, lets the running ones end, closes the connections. */
  close(): Promise<void>;
}

export type QueueBackend =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'redis'; readonly url: string };

/** Short, so that the work of a killed process is taken over within seconds. Milliseconds. */
const timing = { lockDuration: 10_000, stalledInterval: 5_000 };

const jobOptions = { removeOnComplete: true, removeOnFail: { age: 3600, count: 1000 }, attempts: 1 };

const redisConnection = (url: string, isWorker: boolean, isClosing: () => boolean) => ({
  url,
  connectTimeout: 3000,
  // A bell that is being closed does not wait for Redis to come back.
  retryStrategy: (times: number) => (isClosing() ? null : Math.min(times * 100, 1000)),
  // A publisher must be told at once when Redis is away; a worker waits for it to come back.
  ...(isWorker ? { maxRetriesPerRequest: null } : { enableOfflineQueue: false, maxRetriesPerRequest: 1 }),
});

/** Milliseconds after which a queue that does not take a ring is reported; who rings still has it in the outbox. */
const ringMs = { redis: 2_000, postgres: 10_000 };

const within = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('the queue does not answer')), milliseconds);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

type Line = Pick<Queue<Wake>, 'close' | 'disconnect'>;
type RingingLine = Line & Pick<Queue<Wake>, 'addBulk'>;

const closeMs = 2_000;
const cutMs = 500;

/** Says goodbye; a queue that is away or does not answer is cut off instead, so that nothing keeps trying to reach it. */
const hangUp = (line: Line): Promise<void> =>
  within(closeMs, line.close())
    .catch(() => within(cutMs, line.disconnect()))
    .catch(() => undefined);

export const createBell = (backend: QueueBackend, onError: (error: Error) => void): Bell => {
  const queues = new Map<QueueName, RingingLine>();
  const workers: Line[] = [];
  const running = new Set<Promise<void>>();
  let handled = 0;
  let isClosing = false;

  const postgres = (url: string) => ({
    connectionString: url,
    schema: 'bullmq',
    migrate: true,
    max: 4,
    Client: GuardedClient,
  });

  const newQueue = (name: QueueName): RingingLine => {
    const queue =
      backend.kind === 'redis'
        ? new Queue<Wake>(name, {
            connection: redisConnection(backend.url, false, () => isClosing),
            defaultJobOptions: jobOptions,
          })
        : new Queue(
            name,
            { connection: postgres(backend.url), defaultJobOptions: jobOptions },
            createPostgresBackend,
          );
    queue.on('error', onError);
    return queue as unknown as RingingLine;
  };

  const queueOf = (name: QueueName) => {
    const queue = queues.get(name) ?? newQueue(name);
    queues.set(name, queue);
    return queue;
  };

  return {
    ring: async (name, wakes) => {
      if (wakes.length === 0) return;
      await within(ringMs[backend.kind], queueOf(name).addBulk(wakes.map((data) => ({ name, data }))));
    },
    answer: (name, concurrency, handle) => {
      const process = async (job: { data: Wake }): Promise<void> => {
        const work = handle(job.data).finally(() => {
          handled += 1;
          running.delete(work);
        });
        running.add(work);
        await work;
      };
      const options = { concurrency, ...timing };
      const worker =
        backend.kind === 'redis'
          ? new Worker<Wake>(name, process, {
              connection: redisConnection(backend.url, true, () => isClosing),
              ...options,
            })
          : new Worker(
              name,
              process,
              { connection: postgres(backend.url), ...options },
              createPostgresBackend,
            );
      worker.on('error', onError);
      worker.on('failed', (_job, error) => onError(error));
      workers.push(worker);
    },
    handled: () => handled,
    close: async () => {
      isClosing = true;
      // Takes no more jobs from here on; the running ones may last longer than a goodbye.
      for (const worker of workers) worker.close().catch(onError);
      await Promise.allSettled(running);
      await Promise.all([...workers, ...queues.values()].map(hangUp));
    },
  };
};
