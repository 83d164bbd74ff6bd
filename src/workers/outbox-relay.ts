import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { sequenceEvents } from '../db/event-log.ts';
import { claimOutbox, type OutboxRow, removeOutbox } from '../db/outbox.ts';
import type { Bell, QueueName, Wake } from '../queue/bell.ts';
import { type Loop, startLoop } from './loop.ts';

const batchSize = 500;
const pauseMs = 50;

const groupByQueue = (rows: readonly OutboxRow[]): ReadonlyMap<QueueName, readonly Wake[]> => {
  const groups = new Map<QueueName, Wake[]>();
  const seen = new Set<string>();
  for (const { queue, tenantId, targetId, traceparent } of rows) {
    const key = `${queue} ${targetId}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const wakes = groups.get(queue as QueueName) ?? [];
    wakes.push({ tenantId, targetId, ...(traceparent === undefined ? {} : { traceparent }) });
    groups.set(queue as QueueName, wakes);
  }
  return groups;
};

/** Rings for committed work. Rows go only after the bell was rung: at least once, never lost. */
export const relayOutbox = async (database: Database, bell: Bell): Promise<boolean> => {
  const rows = await claimOutbox(database.system(), batchSize);
  if (rows.length === 0) return false;
  for (const [queue, wakes] of groupByQueue(rows)) await bell.ring(queue, wakes);
  await removeOutbox(
    database.system(),
    rows.map((row) => row.id),
  );
  return rows.length === batchSize;
};

export const startOutboxRelay = (deps: { database: Database; bell: Bell; logger: Logger }): Loop =>
  startLoop({
    name: 'outbox-relay',
    pauseMs,
    logger: deps.logger,
    round: () => relayOutbox(deps.database, deps.bell),
  });

/** Numbers committed events, so that they become readable. */
export const startEventSequencer = (deps: { database: Database; logger: Logger }): Loop =>
  startLoop({
    name: 'event-sequencer',
    pauseMs,
    logger: deps.logger,
    round: async () => (await deps.database.withSystem((tx) => sequenceEvents(tx, batchSize))) === batchSize,
  });
