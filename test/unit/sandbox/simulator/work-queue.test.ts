import { describe, expect, it, vi } from 'vitest';
import { WorkQueue } from '../../../../src/sandbox/hypershift-simulator/loop/work-queue.ts';

/** Work that ends when the test says so. */
const manual = (concurrency: number) => {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = new WorkQueue({
    concurrency,
    work: (key) => {
      started.push(key);
      return new Promise((resolve) => ends.set(key, resolve));
    },
  });
  const finish = async (key: string): Promise<void> => {
    ends.get(key)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, started, finish };
};

describe('the work queue', () => {
  it('works on a key that was rung many times once', async () => {
    const { queue, started, finish } = manual(1);
    queue.ring('first');
    for (const key of ['a', 'a', 'b', 'a']) queue.ring(key);
    await finish('first');
    await finish('a');
    await finish('b');
    expect(started).toEqual(['first', 'a', 'b']);
  });

  it('works again on a key that was rung meanwhile, and never twice at a time', async () => {
    const { queue, started, finish } = manual(4);
    queue.ring('a');
    queue.ring('a');
    queue.ring('a');
    expect(started).toEqual(['a']);
    await finish('a');
    expect(started).toEqual(['a', 'a']);
    await finish('a');
    expect(started).toEqual(['a', 'a']);
  });

  it('works on no more keys at a time than it may', async () => {
    const { queue, started, finish } = manual(2);
    for (const key of ['a', 'b', 'c']) queue.ring(key);
    expect(started).toEqual(['a', 'b']);
    await finish('b');
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('is idle when nothing runs and nothing that counts comes later', async () => {
    const { queue, started, finish } = manual(1);
    queue.ringLater('look', 60_000, false);
    await queue.idle();
    queue.ringLater('step', 1);
    const idle = queue.idle().then(() => 'idle');
    expect(await Promise.race([idle, new Promise((resolve) => setImmediate(() => resolve('busy')))])).toBe(
      'busy',
    );
    await vi.waitFor(() => expect(started).toEqual(['step']));
    await finish('step');
    expect(await idle).toBe('idle');
    await queue.stop();
  });

  it('lets running work end when it stops, and starts none after', async () => {
    const { queue, started, finish } = manual(1);
    queue.ring('a');
    queue.ring('b');
    queue.ringLater('c', 1);
    const stopped = queue.stop();
    queue.ring('d');
    await finish('a');
    await stopped;
    expect(started).toEqual(['a']);
  });
});
