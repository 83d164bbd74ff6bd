import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { connectManagementCluster } from '../../../src/providers/management-cluster/connect-management-cluster.ts';
import type {
  ManagementCluster,
  ManagementClusterWatch,
} from '../../../src/providers/management-cluster/contract.ts';
import {
  defaultWatchTuning,
  type WatchTuning,
} from '../../../src/providers/management-cluster/watch-tuning.ts';
import {
  answer,
  answerStatus,
  configMapNamed,
  kubeconfigOf,
  type ScriptedServer,
  type SeenRequest,
  startScriptedServer,
} from './scripted-server.ts';

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };
const EMPTY_LIST = {
  kind: 'ConfigMapList',
  apiVersion: 'v1',
  metadata: { resourceVersion: '41' },
  items: [],
};

type Stream = (response: ServerResponse, request: SeenRequest, nth: number) => void;

let server: ScriptedServer;
let cluster: ManagementCluster;

afterEach(async () => {
  await cluster.close();
  await server.close();
});

const event = (type: string, object: object) => `${JSON.stringify({ type, object })}\n`;

const greet = (response: ServerResponse, ...chunks: readonly (string | Buffer)[]) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  for (const chunk of chunks) response.write(chunk);
};

/** A server whose lists are empty and whose watches do what the test says; the watch's log. */
const startWatching = async (stream: Stream, tuning: Partial<WatchTuning> = {}) => {
  let streams = 0;
  server = await startScriptedServer((request, response) => {
    if (request.query['watch'] !== 'true') return answer(response, 200, EMPTY_LIST);
    streams += 1;
    return stream(response, request, streams);
  });
  cluster = connectManagementCluster(
    { kubeconfig: kubeconfigOf(server.url) },
    { timeoutMs: 2_000, watch: { stableMs: 0, ...tuning } },
  );
  const log: string[] = [];
  const watch = cluster.watch([CONFIG_MAP], {
    labelSelector: 'berth.example.com/managed-by=berth',
    onObject: ({ metadata, data }) => log.push(`object ${metadata.name} ${data?.['key'] ?? ''}`.trim()),
    onGone: ({ name }) => log.push(`gone ${name}`),
    onSynced: (_kind, items) => log.push(`synced ${items.length}`),
  });
  return { watch, log };
};

const watchRequests = () => server.seen.filter(({ query }) => query['watch'] === 'true');

const counted = (watch: ManagementClusterWatch, reconnects: number) =>
  expect.poll(() => watch.counters().reconnects).toBeGreaterThanOrEqual(reconnects);

describe('watch stream', () => {
  it('is asked for with selector, version, bookmarks and an end', async () => {
    const { watch, log } = await startWatching((response) => greet(response));
    await expect.poll(() => server.seen.length).toBe(2);
    expect(server.seen[0]).toMatchObject({
      path: '/api/v1/configmaps',
      query: { limit: '500', labelSelector: 'berth.example.com/managed-by=berth' },
    });
    const { path, query } = server.seen[1]!;
    expect(path).toBe('/api/v1/configmaps');
    expect(query).toEqual({
      watch: 'true',
      allowWatchBookmarks: 'true',
      labelSelector: 'berth.example.com/managed-by=berth',
      resourceVersion: '41',
      timeoutSeconds: expect.stringMatching(/^2[4-9]\d$|^300$/),
    });
    expect(log).toEqual(['synced 0']);
    await watch.stop();
  });

  it('is read whatever the chunks are', async () => {
    const text = Buffer.from(
      event('ADDED', configMapNamed('a', { data: { key: 'grüße' } })) + event('DELETED', configMapNamed('b')),
    );
    const bytes = [...text].map((byte) => Buffer.from([byte]));
    const { log } = await startWatching((response) => greet(response, ...bytes));
    await expect.poll(() => log).toEqual(['synced 0', 'object a grüße', 'gone b']);
  });

  it('that is cut in the middle of a line resumes from the last whole one', async () => {
    const second = configMapNamed('b', {
      metadata: { name: 'b', namespace: 'hc-one', uid: 'b', resourceVersion: '9' },
    });
    const { watch, log } = await startWatching((response, _request, nth) => {
      if (nth > 1) return greet(response, event('ADDED', second));
      greet(response, event('ADDED', configMapNamed('a')), event('ADDED', second).slice(0, 30));
      setTimeout(() => response.destroy(), 20);
    });
    await expect.poll(() => log).toEqual(['synced 0', 'object a', 'object b']);
    expect(watchRequests().map(({ query }) => query['resourceVersion'])).toEqual(['41', '7']);
    expect(watch.counters()).toMatchObject({ garbage: 0, relists: 0 });
  });

  it('that is silent is given up and opened again', async () => {
    const { watch } = await startWatching((response) => greet(response), { idleMs: 30 });
    await counted(watch, 3);
    expect(watch.counters()).toMatchObject({ failures: 0, relists: 0 });
    expect(server.sockets()).toBeLessThanOrEqual(2);
  });

  it('is given time for the bookmark that a kube-apiserver sends every 60 to 75 seconds', () => {
    expect(defaultWatchTuning.idleMs).toBe(80_000);
  });

  it('that gets bytes in time is not given up', async () => {
    const { watch, log } = await startWatching(
      (response, _request, nth) => {
        greet(response);
        if (nth > 1) return;
        let beats = 0;
        const timer = setInterval(() => {
          beats += 1;
          response.write(event('BOOKMARK', { metadata: { resourceVersion: String(100 + beats) } }));
          if (beats < 8) return;
          clearInterval(timer);
          response.write(event('ADDED', configMapNamed('late')));
        }, 20);
      },
      { idleMs: 100 },
    );
    await expect.poll(() => log).toContain('object late');
    expect(watch.counters().reconnects).toBe(0);
  });

  it('with a line without end is given up, and the truth is listed again', async () => {
    const { watch } = await startWatching((response, _request, nth) => {
      if (nth > 1) return greet(response);
      greet(response, '{"type":"ADDED","object":"');
      const fill = Buffer.alloc(1024 * 1024, 'x');
      const more = () => {
        if (!response.destroyed) response.write(fill, () => setImmediate(more));
      };
      more();
    });
    await expect.poll(() => watch.counters().relists, { timeout: 4_000 }).toBe(1);
    expect(watch.counters().failures).toBe(1);
  });

  it('that is refused with 401 is asked for once more with fresh credentials', async () => {
    const { log } = await startWatching((response, _request, nth) => {
      if (nth === 1) return answerStatus(response, 401, 'Unauthorized');
      greet(response, event('ADDED', configMapNamed('a')));
    });
    await expect.poll(() => log).toEqual(['synced 0', 'object a']);
    expect(watchRequests()).toHaveLength(2);
    // The connection of the refused answer is not left hanging.
    await expect.poll(() => server.sockets()).toBe(1);
  });

  it('answered with a redirect, HTML or 429 is a failure and nothing else', async () => {
    for (const reply of [
      (response: ServerResponse) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      (response: ServerResponse) => response.writeHead(503, { 'content-type': 'text/html' }).end('<html>'),
      (response: ServerResponse) =>
        answerStatus(response, 429, 'TooManyRequests', {}, { 'retry-after': '20' }),
    ]) {
      const { watch } = await startWatching((response) => reply(response));
      await expect.poll(() => watch.counters().failures).toBe(1);
      expect(watchRequests()).toHaveLength(1);
      await cluster.close();
      await server.close();
    }
  });

  it('leaves no socket after stop, and stop comes while it is being opened, read or waited for', async () => {
    const replies: readonly Stream[] = [
      () => {},
      (response) => greet(response, event('ADDED', configMapNamed('a'))),
      (response) => response.destroy(),
    ];
    for (const reply of replies) {
      const { watch } = await startWatching(reply);
      await expect.poll(() => watchRequests().length).toBeGreaterThanOrEqual(1);
      await watch.stop();
      const before = server.seen.length;
      await cluster.close();
      await expect.poll(() => server.sockets()).toBe(0);
      expect(server.seen).toHaveLength(before);
      await server.close();
    }
  });

  it('does not take a turn of the calls', async () => {
    await startWatching((response) => greet(response));
    await cluster.close();
    await server.close();
    server = await startScriptedServer(({ query }, response) => {
      if (query['watch'] === 'true') return greet(response);
      return answer(response, 200, EMPTY_LIST);
    });
    cluster = connectManagementCluster(
      { kubeconfig: kubeconfigOf(server.url) },
      { timeoutMs: 2_000, maxInFlight: 1 },
    );
    const handlers = { onObject: () => {}, onGone: () => {}, onSynced: () => {} };
    cluster.watch([CONFIG_MAP], { labelSelector: 'a=b', ...handlers });
    cluster.watch([CONFIG_MAP], { labelSelector: 'a=c', ...handlers });
    await expect.poll(() => watchRequests().length).toBe(2);
    expect((await cluster.list(CONFIG_MAP, {})).items).toEqual([]);
  });
});
