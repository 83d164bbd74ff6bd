import { describe, expect, it, vi } from 'vitest';
import { createWorkQueue } from '../../../../src/sandbox/api-server/controllers/work-queue.ts';

describe('the work queue', () => {
  it('works a key once more for all that was added while it was worked', async () => {
    const done: string[] = [];
    const queue = createWorkQueue({
      work: async (key) => void done.push(key),
      onError: () => undefined,
      retryMs: 1,
      atOnce: 1,
    });
    for (const key of ['a', 'b', 'a', 'a']) queue.add(key);
    await vi.waitFor(() => expect(done).toEqual(['a', 'b', 'a']));
    await queue.close();
  });

  it('works several keys at once, but never one twice at the same time', async () => {
    const running = new Set<string>();
    const releases: (() => void)[] = [];
    let most = 0;
    let overlaps = 0;
    const queue = createWorkQueue({
      work: async (key) => {
        if (running.has(key)) overlaps += 1;
        running.add(key);
        most = Math.max(most, running.size);
        await new Promise<void>((resolve) => releases.push(resolve));
        running.delete(key);
        return undefined;
      },
      onError: () => undefined,
      retryMs: 1,
      atOnce: 2,
    });
    for (const key of ['a', 'a', 'b', 'c']) queue.add(key);
    queue.add('a');
    for (let round = 1; round <= 4; round += 1) {
      await vi.waitFor(() => expect(releases.length).toBeGreaterThanOrEqual(round));
      releases[round - 1]?.();
    }
    await vi.waitFor(() => expect(running.size).toBe(0));
    expect([most, overlaps, releases.length]).toEqual([2, 0, 4]);
    await queue.close();
  });

  it('tries again what failed and what asks for it', async () => {
    const done: string[] = [];
    const errors: string[] = [];
    let failures = 2;
    const queue = createWorkQueue({
      work: async (key) => {
        done.push(key);
        if (key === 'failing' && failures-- > 0) throw new Error('not yet');
        return key === 'again' && done.filter((name) => name === 'again').length < 2 ? 1 : undefined;
      },
      onError: (_, key) => errors.push(key),
      retryMs: 1,
      atOnce: 1,
    });
    queue.add('failing');
    queue.add('again');
    await vi.waitFor(() =>
      expect(done.toSorted()).toEqual(['again', 'again', 'failing', 'failing', 'failing']),
    );
    expect(errors).toEqual(['failing', 'failing']);
    await queue.close();
  });

  it('finishes what is under way when it closes, and takes no more', async () => {
    const done: string[] = [];
    let release = (): void => undefined;
    const queue = createWorkQueue({
      work: async (key) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        done.push(key);
        return undefined;
      },
      onError: () => undefined,
      retryMs: 1,
      atOnce: 1,
    });
    queue.add('a');
    queue.add('b');
    await Promise.resolve();
    await Promise.resolve();
    const closing = queue.close();
    release();
    await closing;
    queue.add('c');
    expect(done).toEqual(['a']);
  });
});
