import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKubeClient } from '../../../../src/sandbox/kube-client/kube-client.ts';
import { followResource } from '../../../../src/sandbox/kube-client/list-watch.ts';
import { resources } from '../../../../src/sandbox/kube-client/resource.ts';
import { type ScriptedServer, sendJson, startScriptedServer } from './scripted-server.ts';

const object = (name: string, resourceVersion: string) => ({
  apiVersion: 'hypershift.openshift.io/v1beta1',
  kind: 'HostedCluster',
  metadata: { name, namespace: 'hc-one', uid: `uid-${name}`, resourceVersion },
});
const line = (type: string, value: unknown) => `${JSON.stringify({ type, object: value })}\n`;
const gone = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };

type Play = (response: ServerResponse, from: string | null) => void;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Follows HostedClusters on a server whose list answers `lists` and whose watches are played one after the other, the last one for ever. */
const follow = async (lists: readonly unknown[][], watches: readonly Play[], relistMs = 60_000) => {
  let listed = 0;
  let watched = 0;
  const server: ScriptedServer = await startScriptedServer(({ query }, response) => {
    if (query.get('watch') === 'true') {
      const play = watches[Math.min(watched++, watches.length - 1)];
      play?.(response, query.get('resourceVersion'));
    } else {
      const items = lists[Math.min(listed++, lists.length - 1)] ?? [];
      sendJson(response, { kind: 'List', metadata: { resourceVersion: String(listed * 100) }, items });
    }
  });
  const heard: string[] = [];
  const client = createKubeClient({ ...server, token: 'a token' });
  const stopping = new AbortController();
  const note = (what: string) => (value: { metadata: { name: string } }) =>
    heard.push(`${what} ${value.metadata.name}`);
  const running = followResource(
    client,
    resources.hostedClusters,
    {
      onList: (items) => heard.push(`list ${items.map(({ metadata }) => metadata.name).join(',')}`),
      onObject: note('object'),
      onGone: note('gone'),
    },
    stopping.signal,
    { firstRetryMs: 1, lastRetryMs: 4, idleMs: 100, relistMs },
  );
  const stop = async () => {
    stopping.abort();
    await running;
    client.close();
  };
  cleanUps.push(() => server.close(), stop);
  return { server, heard, stop };
};

const open: Play = (response) => response.writeHead(200).flushHeaders();
const end: Play = (response) => response.writeHead(200).end();
const play =
  (...lines: string[]): Play =>
  (response) =>
    response.writeHead(200).write(lines.join(''));

describe('following a kind', () => {
  it('lists, then brings what changes', async () => {
    const { heard, server } = await follow(
      [[object('a', '1')]],
      [
        play(
          line('ADDED', object('b', '101')),
          line('MODIFIED', object('a', '102')),
          line('DELETED', object('b', '103')),
        ),
      ],
    );
    await vi.waitFor(() => expect(heard).toEqual(['list a', 'object b', 'object a', 'gone b']));
    expect(server.seen[0]?.authorization).toBe('Bearer a token');
    expect(server.seen[1]?.query.get('allowWatchBookmarks')).toBe('true');
  });

  it('goes on from the last version, also from that of a bookmark, when a watch ends', async () => {
    const froms: (string | null)[] = [];
    const noting =
      (next: Play): Play =>
      (response, from) => {
        froms.push(from);
        next(response, from);
      };
    const { heard } = await follow(
      [[]],
      [
        noting((response) => response.writeHead(200).end(line('ADDED', object('a', '101')))),
        noting((response) => response.writeHead(200).end(line('BOOKMARK', object('', '150')))),
        noting(play(line('ADDED', object('b', '151')))),
      ],
    );
    await vi.waitFor(() => expect(heard).toEqual(['list ', 'object a', 'object b']));
    expect(froms).toEqual(['100', '101', '150']);
  });

  it.each([
    ['an error event 410', play(line('ERROR', gone))],
    ['status 410', (response: ServerResponse) => sendJson(response, gone, 410)],
    ['a line that is no JSON', play('{"type":\n')],
    ['a line that is no event', play('{"hello":"world"}\n')],
  ])('lists again after %s', async (_what, first) => {
    const { heard } = await follow([[object('a', '1')], [object('b', '2')]], [first, open]);
    await vi.waitFor(() => expect(heard).toEqual(['list a', 'list b']));
  });

  it.each([
    ['status 500', (response: ServerResponse) => sendJson(response, { code: 500 }, 500)],
    [
      'status 429',
      (response: ServerResponse) => sendJson(response, { code: 429 }, 429, { 'retry-after': '0' }),
    ],
    ['HTML', (response: ServerResponse) => response.writeHead(502).end('<html>')],
    ['a cut connection', (response: ServerResponse) => void response.destroy()],
    ['an end at once', end],
    ['a cut line', (response: ServerResponse) => response.writeHead(200).end('{"type":"ADDED","obj')],
    ['silence', open],
  ])('watches again after %s', async (_what, first) => {
    const { heard } = await follow([[]], [first, first, play(line('ADDED', object('a', '101')))]);
    await vi.waitFor(() => expect(heard).toEqual(['list ', 'object a']), { timeout: 3000 });
  });

  it('lists again after some time, because an event may have been lost', async () => {
    const { heard } = await follow([[object('a', '1')], [object('b', '2')]], [end, open], -1);
    await vi.waitFor(() => expect(heard).toEqual(['list a', 'list b']));
  });

  it('reads a line that comes in pieces', async () => {
    const whole = line('ADDED', object('a', '101'));
    const { heard } = await follow(
      [[]],
      [
        (response) => {
          response.writeHead(200).write(whole.slice(0, 20));
          setImmediate(() => response.write(whole.slice(20)));
        },
      ],
    );
    await vi.waitFor(() => expect(heard).toEqual(['list ', 'object a']));
  });

  it('leaves no connection behind', async () => {
    const { server, heard, stop } = await follow([[]], [open]);
    await vi.waitFor(() => expect(heard).toEqual(['list ']));
    await vi.waitFor(() => expect(server.seen).toHaveLength(2));
    await stop();
    await vi.waitFor(() => expect(server.openSockets()).toBe(0));
  });
});
