import { setTimeout as delay } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { patientPostgresBackend, postgresConnection } from './postgres-backend.ts';

export const queueNames = ['cluster', 'node-pool', 'access', 'question'] as const;
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
  /** Rings that nobody has begun to answer. */
  waiting(queue: QueueName): Promise<number>;
  /** Calls `listener` whenever this process has handled a job. */
  onHandled(listener: () => void): void;
  /** Jobs handled since the start, over all queues: a watchdog compares it with what is due. */
  handled(): number;
  /** Stops taking jobs, lets the running ones end, closes the connections. */
  close(): Promise<void>;
}

export type QueueBackend =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'redis'; readonly url: string };

/** Short, so that the work of a killed process is taken over within seconds. Milliseconds. */
const timing = { lockDuration: 10_000, stalledInterval: 5_000, runRetryDelay: 1_000 };

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
type RingingLine = Line & Pick<Queue<Wake>, 'addBulk' | 'getWaitingCount' | 'waitUntilReady'>;

const closeMs = 2_000;
const cutMs = 500;
const reopenMs = 500;

/** Says goodbye; a queue that is away or does not answer is cut off instead, so that nothing keeps trying to reach it. */
const hangUp = (line: Line): Promise<void> =>
  within(closeMs, line.close())
    .catch(() => within(cutMs, line.disconnect()))
    .catch(() => undefined);

export const createBell = (backend: QueueBackend, onError: (error: Error) => void): Bell => {
  const queues = new Map<QueueName, RingingLine>();
  const workers: Line[] = [];
  const opening: Promise<void>[] = [];
  const running = new Set<Promise<void>>();
  const listeners: (() => void)[] = [];
  let handled = 0;
  let isClosing = false;

  const newQueue = (name: QueueName): RingingLine => {
    const queue =
      backend.kind === 'redis'
        ? new Queue<Wake>(name, {
            connection: redisConnection(backend.url, false, () => isClosing),
            defaultJobOptions: jobOptions,
          })
        : new Queue(
            name,
            { connection: postgresConnection(backend.url), defaultJobOptions: jobOptions },
            patientPostgresBackend,
          );
    queue.on('error', onError);
    return queue as unknown as RingingLine;
  };

  const queueOf = (name: QueueName) => {
    const queue = queues.get(name) ?? newQueue(name);
    queues.set(name, queue);
    return queue;
  };

  /** Once its first look at PostgreSQL has failed, a queue of BullMQ 6.7 fails for ever: it is made anew. */
  const readyQueue = async (name: QueueName): Promise<RingingLine> => {
    const queue = queueOf(name);
    if (backend.kind === 'redis') return queue;
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      if (queues.get(name) === queue) queues.delete(name);
      void hangUp(queue);
      throw error;
    }
  };

  type Process = (job: { data: Wake }) => Promise<void>;

  const listenTo = (worker: Pick<Worker<Wake>, 'on'>): void => {
    worker.on('error', onError);
    worker.on('failed', (_job, error) => onError(error));
  };

  const answerOnRedis = (url: string, name: QueueName, concurrency: number, process: Process): void => {
    const connection = redisConnection(url, true, () => isClosing);
    const worker = new Worker<Wake>(name, process, { connection, concurrency, ...timing });
    listenTo(worker);
    workers.push(worker);
  };

  /** As with queues: a worker runs only once it is ready, and one that does not get so far is made anew. */
  const answerOnPostgres = async (
    url: string,
    name: QueueName,
    concurrency: number,
    process: Process,
  ): Promise<void> => {
    while (!isClosing) {
      const options = { connection: postgresConnection(url), concurrency, autorun: false, ...timing };
      const worker = new Worker(name, process, options, patientPostgresBackend);
      listenTo(worker as unknown as Worker<Wake>);
      try {
        await worker.waitUntilReady();
        workers.push(worker);
        worker.run().catch(onError);
        return;
      } catch (error) {
        onError(error as Error);
        await hangUp(worker);
        await delay(reopenMs, undefined, { ref: false });
      }
    }
  };

  return {
    ring: async (name, wakes) => {
      if (wakes.length === 0) return;
      const add = async () => (await readyQueue(name)).addBulk(wakes.map((data) => ({ name, data })));
      await within(ringMs[backend.kind], add());
    },
    answer: (name, concurrency, handle) => {
      const process = async (job: { data: Wake }): Promise<void> => {
        const work = handle(job.data).finally(() => {
          handled += 1;
          running.delete(work);
          for (const tell of listeners) tell();
        });
        running.add(work);
        await work;
      };
      if (backend.kind === 'redis') answerOnRedis(backend.url, name, concurrency, process);
      else opening.push(answerOnPostgres(backend.url, name, concurrency, process));
    },
    waiting: async (name) => {
      let count = 0;
      await within(
        ringMs[backend.kind],
        (async () => {
          count = await (await readyQueue(name)).getWaitingCount();
        })(),
      );
      return count;
    },
    onHandled: (listener) => void listeners.push(listener),
    handled: () => handled,
    close: async () => {
      isClosing = true;
      await Promise.all(opening);
      // Takes no more jobs from here on; the running ones may last longer than a goodbye.
      for (const worker of workers) worker.close().catch(onError);
      await Promise.allSettled(running);
      await Promise.all([...workers, ...queues.values()].map(hangUp));
    },
  };
};
