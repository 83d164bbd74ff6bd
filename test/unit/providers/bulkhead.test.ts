import { describe, expect, it } from 'vitest';
import { createBulkhead } from '../../../src/providers/management-cluster/bulkhead.ts';
import { ManagementClusterError } from '../../../src/providers/management-cluster/errors.ts';
import { createManualTiming } from './manual-timing.ts';

const never = new AbortController().signal;

/** Tasks that note when they start and end when they are told to. */
const startRecording = (limits = { maxInFlight: 1, maxQueued: 10, maxQueuedPerFlow: 5 }) => {
  const timing = createManualTiming();
  const bulkhead = createBulkhead(limits, timing);
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const add = (flow: string, name: string, signal = never) =>
    bulkhead.run(flow, signal, () => {
      started.push(name);
      return new Promise<string>((resolve) => finish.push(() => resolve(name)));
    });
  const finishNext = async () => {
    await timing.settle();
    finish.shift()?.();
  };
  return { timing, bulkhead, started, add, finishNext };
};

describe('bulkhead', () => {
  it('takes turns by flow, so that one busy flow does not keep another waiting', async () => {
    const { started, add, finishNext } = startRecording();
    const calls = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name)),
      add('b', 'b1'),
      add('c', 'c1'),
      add('b', 'b2'),
    ];
    for (const _ of calls) await finishNext();
    await Promise.all(calls);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('refuses a call when the whole queue is full, and when one flow has its share', async () => {
    const { add, finishNext } = startRecording({ maxInFlight: 1, maxQueued: 3, maxQueuedPerFlow: 2 });
    const calls = [add('a', 'running'), add('a', 'a1'), add('a', 'a2')];
    await expect(add('a', 'a3')).rejects.toMatchObject({ kind: 'throttled', retryAfterSeconds: 1 });
    calls.push(add('b', 'b1'));
    await expect(add('c', 'c1')).rejects.toMatchObject({ kind: 'throttled' });
    for (const _ of calls) await finishNext();
    await expect(Promise.all(calls)).resolves.toEqual(['running', 'a1', 'a2', 'b1']);
  });

  it('lets a waiting call go at its time limit, and says that nothing was sent', async () => {
    const { started, add, finishNext } = startRecording();
    const running = add('a', 'running');
    const limit = new AbortController();
    const waiting = add('a', 'late', limit.signal);
    limit.abort(new ManagementClusterError('timeout', 'no whole answer within 10000 ms'));
    await expect(waiting).rejects.toMatchObject({
      kind: 'timeout',
      message: '1 calls were in flight all the time; nothing was sent',
    });
    await finishNext();
    await running;
    expect(started).toEqual(['running']);
  });

  it('gives the turn on when a call fails', async () => {
    const { timing, bulkhead } = startRecording();
    const failing = bulkhead.run('a', never, () => Promise.reject(new Error('broken')));
    const next = bulkhead.run('a', never, async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    await expect(next).resolves.toBe('next');
    expect(timing.timers()).toBe(0);
  });

  it('starts nothing during a pause and goes on by itself after it', async () => {
    const { timing, bulkhead, started, add, finishNext } = startRecording();
    bulkhead.pause(5_000);
    const call = add('a', 'first');
    await timing.advance(4_999);
    expect(started).toEqual([]);
    await timing.advance(1);
    expect(started).toEqual(['first']);
    await finishNext();
    await call;
  });

  it('calls a wait that the server asked for throttled when the time limit comes first', async () => {
    const { bulkhead, add } = startRecording();
    bulkhead.pause(30_000);
    const limit = new AbortController();
    const call = add('a', 'first', limit.signal);
    limit.abort(new ManagementClusterError('timeout', 'no whole answer within 10000 ms'));
    await expect(call).rejects.toMatchObject({ kind: 'throttled', retryAfterSeconds: 30 });
    bulkhead.close();
  });

  it('leaves no timer behind when it is closed', () => {
    const { timing, bulkhead, add } = startRecording();
    bulkhead.pause(30_000);
    add('a', 'first').catch(() => {});
    expect(timing.timers()).toBe(1);
    bulkhead.close();
    expect(timing.timers()).toBe(0);
  });
});
