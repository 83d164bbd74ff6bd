import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { sequenceEvents } from '../db/event-log.ts';
import { claimTurns, finishTurns, listPendingQueues, type OutboxRow } from '../db/outbox.ts';
import { type Bell, type QueueName, queueNames, type Wake } from '../queue/bell.ts';
import { type Loop, startLoop } from './loop.ts';

const batchSize = 500;
const pauseMs = 50;

/** One ring for a target that was woken several times. */
const wakesOf = (rows: readonly OutboxRow[]): readonly Wake[] => [
  ...new Map(
    rows.map(({ tenantId, targetId, traceparent }) => [
      targetId,
      { tenantId, targetId, ...(traceparent === undefined ? {} : { traceparent }) },
    ]),
  ).values(),
];

/** What one round has found and done with a queue. */
interface Relayed {
  readonly queue: QueueName;
  /** Jobs that this process had handled when the queue was looked at. */
  readonly handled: number;
  /** Rings that nobody had begun to answer then, with those that were added. */
  readonly waiting: number;
  /** Something has to wait until others are answered. */
  readonly isFull: boolean;
}

const relayQueue = async (
  database: Database,
  bell: Bell,
  queue: QueueName,
  depth: number,
): Promise<Relayed> => {
  const handled = bell.handled();
  const waiting = await bell.waiting(queue);
  const room = depth - waiting;
  if (room <= 0) return { queue, handled, waiting, isFull: true };
  const rows = await claimTurns(database.system(), queue, room);
  // None: another relay was faster.
  if (rows.length > 0) {
    const wakes = wakesOf(rows);
    await bell.ring(queue, wakes);
    await finishTurns(database.system(), queue, rows);
  }
  return { queue, handled, waiting: waiting + rows.length, isFull: rows.length === room };
};

/**
 * Rings for committed work, tenant by tenant in turns. Never more than `depth` rings of a queue wait to be answered: what
 * is in the queue is served in its order, whose it may be, so that there must not be much. The rest waits in the outbox,
 * where turns are taken. Rows go only after the bell was rung: at least once, never lost.
 */
export const relayOutbox = async (
  database: Database,
  bell: Bell,
  depth = batchSize,
  queues: readonly QueueName[] = queueNames,
): Promise<readonly Relayed[]> => {
  const pending = queues.length === 1 ? queues : await listPendingQueues(database.system(), queues);
  return Promise.all(pending.map((queue) => relayQueue(database, bell, queue, depth)));
};

/**
 * `slots` are as many as this process answers at once. Fewer rings wait beside those that are being answered: enough for
 * the slots to be filled while the relay looks again, and few enough for a tenant not to wait for them.
 */
export const startOutboxRelay = (deps: {
  readonly database: Database;
  readonly bell: Bell;
  readonly logger: Logger;
  readonly slots: number;
}): Loop => {
  const { database, bell } = deps;
  const depth = Math.max(1, deps.slots - 2);
  /** Queues for which more is waiting than may be rung for. */
  let full: readonly Relayed[] = [];
  let lookedAtAll = 0;
  const haveRoom = (): readonly QueueName[] =>
    full
      .filter(({ waiting, handled }) => waiting - (bell.handled() - handled) <= depth / 2)
      .map(({ queue }) => queue);
  const loop = startLoop({
    name: 'outbox-relay',
    pauseMs,
    logger: deps.logger,
    round: async () => {
      // A queue that is full again and again must not keep the others from being looked at.
      const isDue = performance.now() - lookedAtAll >= pauseMs;
      const eager = isDue ? [] : haveRoom();
      if (eager.length === 0) lookedAtAll = performance.now();
      const relayed = await relayOutbox(database, bell, depth, eager.length === 0 ? queueNames : eager);
      const others = full.filter(({ queue }) => eager.length > 0 && !eager.includes(queue));
      full = [...others, ...relayed.filter(({ isFull }) => isFull)];
      return haveRoom().length > 0;
    },
  });
  // A full queue is filled again when half of it was taken, and not at the next look.
  bell.onHandled(() => {
    if (haveRoom().length > 0) loop.nudge();
  });
  return loop;
};

/** Numbers committed events, so that they become readable. */
export const startEventSequencer = (deps: { database: Database; logger: Logger }): Loop =>
  startLoop({
    name: 'event-sequencer',
    pauseMs,
    logger: deps.logger,
    round: async () => (await deps.database.withSystem((tx) => sequenceEvents(tx, batchSize))) === batchSize,
  });
