import { describe, expect, it, vi } from 'vitest';
import type { Fault, FaultedRequest } from '../../../../src/sandbox/api-server/faults/fault.ts';
import { createFaultTable } from '../../../../src/sandbox/api-server/faults/fault-switch.ts';
import { bendStream } from '../../../../src/sandbox/api-server/faults/faulty-stream.ts';

const list: FaultedRequest = { method: 'GET', path: '/api/v1/secrets?limit=5', verb: 'list', kind: 'Secret' };
const status = (code: number): Fault => ({ type: 'status', code });

describe('fault rules', () => {
  it('are off by default', () => {
    expect(createFaultTable().take(list)).toEqual([]);
  });

  it('match by method, path, verb and kind together', () => {
    const table = createFaultTable();
    table.set({
      when: { method: 'GET', path: /limit=5/, verb: ['list', 'watch'], kind: 'Secret' },
      fault: status(500),
    });
    expect(table.take(list)).toEqual([status(500)]);
    expect(table.take({ ...list, method: 'HEAD' })).toEqual([]);
    expect(table.take({ ...list, path: '/api/v1/secrets' })).toEqual([]);
    expect(table.take({ ...list, verb: 'get' })).toEqual([]);
    expect(table.take({ ...list, kind: undefined })).toEqual([]);
  });

  it('wear off after their number of times', () => {
    const table = createFaultTable();
    const fault = table.set({ fault: status(429), times: 2 });
    expect([table.take(list), table.take(list), table.take(list)]).toEqual([
      [status(429)],
      [status(429)],
      [],
    ]);
    expect(fault.hits()).toBe(2);
  });

  it('apply a delay together with the next rule, and otherwise the first that matches', () => {
    const table = createFaultTable();
    table.set({ fault: { type: 'delay', ms: 5 } });
    table.set({ fault: status(503), times: 1 });
    table.set({ fault: status(500) });
    expect(table.take(list)).toEqual([{ type: 'delay', ms: 5 }, status(503)]);
    expect(table.take(list)).toEqual([{ type: 'delay', ms: 5 }, status(500)]);
  });

  it('can be removed one by one and all at once', () => {
    const table = createFaultTable();
    table.set({ fault: status(500) }).remove();
    expect(table.take(list)).toEqual([]);
    table.set({ fault: status(500) });
    table.clear();
    expect(table.take(list)).toEqual([]);
  });
});

const record = () => {
  const sent: string[] = [];
  const stream = {
    closed: Promise.resolve(),
    send: (lines: readonly string[]) => void sent.push(...lines),
    end: () => void sent.push('END'),
    cut: (bytes?: string) => void sent.push(`CUT ${bytes ?? ''}`),
  };
  return { sent, bend: (fault: Fault) => bendStream(stream, [fault]) };
};

describe('faulty watch streams', () => {
  it('are cut after so many events', () => {
    const { sent, bend } = record();
    const stream = bend({ type: 'cut-watch', afterEvents: 1 });
    stream.send(['a']);
    stream.send(['b']);
    expect(sent).toEqual(['a', 'CUT ']);
  });

  it('are cut in the middle of a line', () => {
    const { sent, bend } = record();
    bend({ type: 'cut-watch', afterEvents: 1, midLine: true }).send(['a', 'bcde']);
    expect(sent).toEqual(['a', 'CUT bc']);
  });

  it('stay silent', () => {
    const { sent, bend } = record();
    const stream = bend({ type: 'blackhole-watch' });
    stream.send(['a']);
    stream.end();
    expect(sent).toEqual([]);
  });

  it('say things twice, or in between what is no event', () => {
    const twice = record();
    twice.bend({ type: 'duplicate-events' }).send(['a', 'b']);
    expect(twice.sent).toEqual(['a', 'a', 'b', 'b']);
    const garbage = record();
    garbage.bend({ type: 'garbage-events' }).send(['a']);
    expect(garbage.sent).toEqual(['{"type":"ADDED","object":\n', 'a']);
  });

  it('reverse what comes close together', () => {
    vi.useFakeTimers();
    const { sent, bend } = record();
    const stream = bend({ type: 'reorder-events' });
    stream.send(['a', 'b']);
    stream.send(['c']);
    vi.runAllTimers();
    stream.send(['d']);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(sent).toEqual(['c', 'b', 'a', 'd']);
  });
});
