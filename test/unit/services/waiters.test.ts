import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createWaiters } from '../../../src/services/waiters.ts';

const never = async () => undefined;

describe('a waiter', () => {
  it('asks again at every wake of its key, and leaves nothing behind when it has its answer', async () => {
    const waiters = createWaiters(() => performance.now());
    const { signal } = new AbortController();
    let asked = 0;
    const answer = waiters.waitFor(
      'op',
      async () => {
        asked += 1;
        return asked === 4 ? 'done' : undefined;
      },
      60_000,
      signal,
    );
    while (asked < 4) {
      waiters.wake('another');
      waiters.wake('op');
      await Promise.resolve();
    }
    expect(await answer).toBe('done');
    expect(waiters.size()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('gives up when its time is over or its caller has gone', async () => {
    const waiters = createWaiters(() => performance.now());
    expect(await waiters.waitFor('op', never, 0, new AbortController().signal)).toBeUndefined();
    const gone = new AbortController();
    const answer = waiters.waitFor('op', never, 60_000, gone.signal);
    gone.abort();
    expect(await answer).toBeUndefined();
    expect(await waiters.waitFor('op', never, 60_000, gone.signal)).toBeUndefined();
    expect(waiters.size()).toBe(0);
  });
});
