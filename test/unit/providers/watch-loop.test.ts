import { describe, expect, it } from 'vitest';
import {
  expired,
  failure,
  HOSTED_CLUSTER,
  hostedCluster,
  line,
  NODE_POOL,
  startTestWatch,
} from './watch-harness.ts';

const STATUS_500 = line('ERROR', { kind: 'Status', code: 500, reason: 'InternalError' });

describe('watch', () => {
  it('lists, then watches from the version of the list', async () => {
    const { timing, source, watch, log, lastStream } = startTestWatch({
      prepare: (source) => {
        source.truth = { items: [hostedCluster('a', '90')], resourceVersion: '100' };
      },
    });
    await timing.settle();
    expect(log).toEqual(['synced HostedCluster a']);
    expect(lastStream().request).toEqual({
      labelSelector: 'berth.example.com/managed-by=berth',
      resourceVersion: '100',
      timeoutSeconds: 270,
    });
    expect(source.requests.map(({ what }) => what)).toEqual(['list', 'watch']);
    await watch.stop();
  });

  it('passes on what changes and what goes', async () => {
    const { timing, watch, log, lastStream } = startTestWatch();
    await timing.settle();
    lastStream().send(line('ADDED', hostedCluster('a', '101')));
    lastStream().send(line('MODIFIED', hostedCluster('a', '102')));
    lastStream().send(line('DELETED', hostedCluster('a', '103')));
    await timing.settle();
    expect(log.slice(1)).toEqual(['object a@101', 'object a@102', 'gone a uid-of-a']);
    await watch.stop();
  });

  it('resumes after every end from the last version that it saw, bookmarks included', async () => {
    const { timing, source, watch, lastStream } = startTestWatch();
    await timing.settle();
    lastStream().send(line('ADDED', hostedCluster('a', '101')));
    lastStream().send(line('BOOKMARK', { kind: 'HostedCluster', metadata: { resourceVersion: '150' } }));
    await timing.advance(10_000);
    lastStream().end();
    await timing.settle();
    expect(lastStream().request.resourceVersion).toBe('150');
    expect(source.requests.map(({ what }) => what)).toEqual(['list', 'watch', 'watch']);
    expect(watch.counters()).toMatchObject({ reconnects: 1, failures: 0, relists: 0 });
    await watch.stop();
  });

  it('asks for streams of four to five minutes, not all the same', async () => {
    for (const [random, seconds] of [
      [0, 240],
      [0.999, 300],
    ] as const) {
      const { timing, watch, lastStream } = startTestWatch({ random: () => random });
      await timing.settle();
      expect(lastStream().request.timeoutSeconds).toBe(seconds);
      await watch.stop();
    }
  });

  it('lists again after ten minutes, also when nothing went wrong', async () => {
    const { timing, source, watch, lastStream } = startTestWatch();
    for (let minute = 0; minute < 31; minute += 1) {
      await timing.advance(60_000);
      // A server that ends its streams as it was asked to.
      if (
        timing.monotonic() - source.requests.at(-1)!.at >=
        lastStream().request.timeoutSeconds * 1000 - 60_000
      ) {
        await timing.advance(
          lastStream().request.timeoutSeconds * 1000 - (timing.monotonic() - source.requests.at(-1)!.at),
        );
        lastStream().end();
        await timing.settle();
      }
    }
    const lists = source.requests.filter(({ what }) => what === 'list').map(({ at }) => at);
    const gaps = lists.slice(1).map((at, index) => at - lists[index]!);
    expect(gaps.length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(600_000);
    await watch.stop();
  });

  it.each([
    ['an ERROR event with 410 in a stream', (stream: { send(text: string): void }) => stream.send(expired)],
  ])('drops its version and lists again at %s', async (_what, act) => {
    const { timing, source, watch, lastStream } = startTestWatch();
    await timing.advance(10_000);
    source.truth = { items: [], resourceVersion: '900' };
    act(lastStream());
    await timing.settle();
    expect(lastStream().request.resourceVersion).toBe('900');
    expect(watch.counters()).toMatchObject({ gone410: 1, relists: 1, failures: 0 });
    await watch.stop();
  });

  it('drops its version and lists again when the watch itself is answered 410', async () => {
    const { timing, source, watch, lastStream } = startTestWatch();
    await timing.advance(10_000);
    source.truth = { items: [], resourceVersion: '900' };
    source.failWith.watch = failure('conflict', { status: 410 });
    lastStream().end();
    await timing.settle();
    source.failWith = {};
    await timing.advance(2_000);
    expect(lastStream().request.resourceVersion).toBe('900');
    expect(watch.counters()).toMatchObject({ gone410: 1, relists: 1 });
    await watch.stop();
  });

  it('slows down when every version is too old', async () => {
    const { timing, source, watch } = startTestWatch({
      random: () => 0,
      prepare: (source) => {
        source.greeting = [expired];
      },
    });
    await timing.advance(60_000);
    expect(source.requests.length).toBeLessThanOrEqual(20);
    expect(watch.counters().gone410).toBeGreaterThanOrEqual(5);
    await watch.stop();
  });

  it.each([
    ['a line that is no JSON', '{"type":"MODIF', 1],
    ['a line that is no event', '[]', 1],
    ['an event without an object', '{"type":"ADDED"}', 1],
    ['an event of another kind', line('ADDED', hostedCluster('a', '101', NODE_POOL)), 1],
    ['an event of an unknown type', line('RENAMED', hostedCluster('a', '101')), 1],
    [
      'an object without a version',
      line('ADDED', { ...HOSTED_CLUSTER, metadata: { name: 'a', uid: 'u' } }),
      1,
    ],
    [
      'an object without a name',
      line('ADDED', { ...HOSTED_CLUSTER, metadata: { resourceVersion: '101' } }),
      1,
    ],
    ['a bookmark without a version', line('BOOKMARK', { metadata: {} }), 1],
    ['an error of the server in the stream', STATUS_500, 0],
  ])('lists again after %s', async (_what, text, garbage) => {
    const { timing, watch, log, lastStream } = startTestWatch();
    await timing.advance(10_000);
    lastStream().send(text);
    await timing.advance(2_000);
    expect(log).toEqual(['synced HostedCluster ', 'synced HostedCluster ']);
    expect(watch.counters()).toMatchObject({ relists: 1, garbage, failures: 1 });
    await watch.stop();
  });

  it('goes on after handlers that throw', async () => {
    const broken = () => {
      throw new Error('a handler of ours is broken');
    };
    const { timing, watch, source, lastStream } = startTestWatch({
      handlers: { onObject: broken, onGone: broken, onSynced: broken, onState: broken },
    });
    await timing.settle();
    lastStream().send(line('ADDED', hostedCluster('a', '101')));
    lastStream().send(line('DELETED', hostedCluster('a', '102')));
    await timing.settle();
    expect(lastStream().isOpen()).toBe(true);
    expect(source.streams).toHaveLength(1);
    expect(watch.counters()).toMatchObject({ handlerErrors: 5, failures: 0 });
    await watch.stop();
  });

  it('follows each kind on its own', async () => {
    const { timing, source, watch, log } = startTestWatch({ kinds: [HOSTED_CLUSTER, NODE_POOL] });
    await timing.advance(10_000);
    const [first, second] = source.streams;
    first!.end();
    second!.send(line('ADDED', hostedCluster('pool', '101', NODE_POOL)));
    await timing.settle();
    expect(source.streams.map(({ kind }) => kind)).toEqual(['HostedCluster', 'NodePool', 'HostedCluster']);
    expect(log).toEqual(['synced HostedCluster ', 'synced NodePool ', 'object pool@101']);
    await watch.stop();
  });

  it('says what it does', async () => {
    const { timing, source, watch, states, lastStream } = startTestWatch();
    await timing.advance(10_000);
    source.failWith = { watch: failure('forbidden', { status: 403 }) };
    lastStream().end();
    await timing.settle();
    expect(states).toEqual([
      { kind: HOSTED_CLUSTER, phase: 'listing' },
      { kind: HOSTED_CLUSTER, phase: 'watching' },
      { kind: HOSTED_CLUSTER, phase: 'waiting', error: 'forbidden', retryInMs: 1250 },
    ]);
    await watch.stop();
  });
});
