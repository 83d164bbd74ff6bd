import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Order, Rest } from './rest.ts';

export interface LoadEntry {
  readonly order: Order;
  /** By `performance.now()`. */
  readonly sentAt: number;
  readonly ms: number;
  /** Absent: the connection failed. */
  readonly answer?: Answer;
  readonly error?: unknown;
}

export interface Load {
  readonly entries: readonly LoadEntry[];
  /** No request is sent any more; resolves when those under way have ended. */
  stop(): Promise<void>;
}

/** So many clients, each of which sends its next request as soon as the one before has ended, and after a pause. */
export const startLoad = (
  rest: Rest,
  clients: number,
  pauseMs: number,
  orderOf: (n: number) => Order,
): Load => {
  const entries: LoadEntry[] = [];
  let sent = 0;
  let isStopped = false;
  const one = async (): Promise<void> => {
    const order = orderOf(sent++);
    const sentAt = performance.now();
    const outcome = await rest.send(order).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    entries.push({ order, sentAt, ms: performance.now() - sentAt, ...outcome });
  };
  const client = async (): Promise<void> => {
    while (!isStopped) {
      await one();
      await delay(pauseMs);
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    entries,
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
    },
  };
};
