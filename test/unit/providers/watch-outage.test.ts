import { describe, expect, it } from 'vitest';
import { failure, HOSTED_CLUSTER, line, NODE_POOL, startTestWatch } from './watch-harness.ts';

const CLUSTER = { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Cluster' };
const THREE_KINDS = [HOSTED_CLUSTER, NODE_POOL, CLUSTER];
const DRAWS = [0, 0.25, 0.5, 0.75, 0.999];

describe('watch in an outage', () => {
  it.each(DRAWS)(
    'sends at most twenty requests a minute for three kinds together (draw %d)',
    async (draw) => {
      const { timing, source, watch } = startTestWatch({
        kinds: THREE_KINDS,
        random: () => draw,
        prepare: (source) => {
          source.failWith = { list: failure('unreachable') };
        },
      });
      await timing.advance(60_000);
      expect(source.requests.length).toBeLessThanOrEqual(20);
      source.failWith = {};
      await timing.advance(60_000);
      expect(source.streams.map(({ kind }) => kind).sort()).toEqual(['Cluster', 'HostedCluster', 'NodePool']);
      await watch.stop();
    },
  );

  it('does not take a start that failed for a reason to hurry again', async () => {
    const { timing, source, watch } = startTestWatch({ random: () => 0 });
    await timing.advance(10_000);
    source.failWith = { watch: failure('unavailable', { status: 500 }) };
    const before = source.requests.length;
    source.streams.at(-1)!.end();
    // Every list succeeds and every watch fails: a list must not reset the pauses.
    await timing.advance(60_000);
    expect(source.requests.length - before).toBeLessThanOrEqual(20);
    await watch.stop();
  });

  it('does not take streams that end at once for success', async () => {
    const { timing, source, watch } = startTestWatch({
      random: () => 0,
      prepare: (source) => {
        source.endsAtOnce = true;
        source.greeting = [line('BOOKMARK', { metadata: { resourceVersion: '101' } })];
      },
    });
    await timing.advance(60_000);
    expect(source.requests.length).toBeLessThanOrEqual(20);
    await watch.stop();
  });

  it('starts with small pauses again after a stream that lived', async () => {
    const { timing, source, watch, states } = startTestWatch({
      random: () => 0.999,
      prepare: (source) => {
        source.failWith = { list: failure('unreachable') };
      },
    });
    await timing.advance(100_000);
    source.failWith = {};
    await timing.advance(60_000);
    source.failWith = { watch: failure('unreachable') };
    source.streams.at(-1)!.end();
    await timing.settle();
    expect(Math.max(...states.map(({ retryInMs = 0 }) => retryInMs))).toBeGreaterThan(59_000);
    expect(states.at(-1)!.retryInMs).toBeLessThan(2_001);
    await watch.stop();
  });

  it('waits as long as the server asks for', async () => {
    const { timing, source, watch } = startTestWatch({
      prepare: (source) => {
        source.failWith = { list: failure('throttled', { status: 429, retryAfterSeconds: 40 }) };
      },
    });
    await timing.advance(39_999);
    expect(source.requests).toHaveLength(1);
    source.failWith = {};
    await timing.advance(1);
    expect(source.requests.map(({ what }) => what)).toEqual(['list', 'list', 'watch']);
    await watch.stop();
  });

  it('keeps its version when nobody was there, and lists again when the server refused', async () => {
    for (const [kind, afterwards] of [
      ['unreachable', ['watch']],
      ['throttled', ['watch']],
      ['timeout', ['list', 'watch']],
      ['invalid', ['list', 'watch']],
      ['forbidden', ['list', 'watch']],
      ['unavailable', ['list', 'watch']],
    ] as const) {
      const { timing, source, watch } = startTestWatch();
      await timing.advance(10_000);
      source.failWith = { watch: failure(kind) };
      source.streams.at(-1)!.end();
      await timing.settle();
      const before = source.requests.length;
      source.failWith = {};
      await timing.advance(3_000);
      expect(source.requests.slice(before).map(({ what }) => what)).toEqual(afterwards);
      await watch.stop();
    }
  });

  it('measures how far behind it is, by the kind that is furthest', async () => {
    const { timing, source, watch } = startTestWatch({ kinds: [HOSTED_CLUSTER, NODE_POOL] });
    await timing.settle();
    expect(watch.secondsSinceSync()).toBe(0);
    expect(watch.counters().lastSyncAt).toBe(Date.parse('2026-08-22T12:00:00Z'));
    await timing.advance(30_000);
    source.streams[0]!.send(line('BOOKMARK', { metadata: { resourceVersion: '101' } }));
    await timing.advance(10_000);
    expect(watch.secondsSinceSync()).toBe(40);
    source.streams[1]!.send(line('BOOKMARK', { metadata: { resourceVersion: '101' } }));
    await timing.settle();
    expect(watch.secondsSinceSync()).toBe(10);
    await watch.stop();
  });

  it('has no sync before the first list', async () => {
    const { timing, watch } = startTestWatch({
      prepare: (source) => {
        source.failWith = { list: failure('unreachable') };
      },
    });
    await timing.advance(25_000);
    expect(watch.secondsSinceSync()).toBe(25);
    expect(watch.counters().lastSyncAt).toBeUndefined();
    await watch.stop();
  });
});

describe('stopping a watch', () => {
  it('during a pause leaves no timer and sends nothing afterwards', async () => {
    const { timing, source, watch } = startTestWatch({
      prepare: (source) => {
        source.failWith = { list: failure('unreachable') };
      },
    });
    await timing.settle();
    expect(timing.timers()).toBe(1);
    await watch.stop();
    expect(timing.timers()).toBe(0);
    await timing.advance(300_000);
    expect(source.requests).toHaveLength(1);
  });

  it('ends its streams and can be asked for twice', async () => {
    const { timing, source, watch, log } = startTestWatch({ kinds: [HOSTED_CLUSTER, NODE_POOL] });
    await timing.settle();
    await Promise.all([watch.stop(), watch.stop()]);
    expect(source.streams.map((stream) => stream.isOpen())).toEqual([false, false]);
    const before = log.length;
    source.streams[0]!.send(
      line('ADDED', { ...HOSTED_CLUSTER, metadata: { name: 'a', uid: 'u', resourceVersion: '1' } }),
    );
    await timing.settle();
    expect(log).toHaveLength(before);
  });

  it('while a list is under way tells nobody what the list said', async () => {
    let finishList = () => {};
    const { timing, watch, log, states } = startTestWatch({
      prepare: (source) => {
        source.list = () =>
          new Promise((resolve) => {
            finishList = () => resolve({ items: [], resourceVersion: '100' });
          });
      },
    });
    await timing.settle();
    const stopped = watch.stop();
    finishList();
    await stopped;
    expect(log).toEqual([]);
    expect(states.map(({ phase }) => phase)).toEqual(['listing']);
  });

  it('from inside a handler works', async () => {
    let stopped: Promise<void> | undefined;
    const started = startTestWatch({
      handlers: {
        onSynced: () => {
          stopped = started.watch.stop();
        },
      },
    });
    await started.timing.settle();
    await stopped;
    expect(started.source.streams.filter((stream) => stream.isOpen())).toEqual([]);
  });
});
