import { afterEach, describe, expect, it } from 'vitest';
import { KubeApiError } from '../../../../src/sandbox/kube-client/kube-api-error.ts';
import { createKubeClient, type KubeClient } from '../../../../src/sandbox/kube-client/kube-client.ts';
import { resources } from '../../../../src/sandbox/kube-client/resource.ts';
import { type ScriptedServer, sendJson, startScriptedServer } from './scripted-server.ts';

let server: ScriptedServer;
let client: KubeClient;
const start = async (...args: Parameters<typeof startScriptedServer>) => {
  server = await startScriptedServer(...args);
  client = createKubeClient({ ...server, token: 'a token' }, { timeoutMs: 300 });
};
afterEach(async () => {
  client.close();
  await server.close();
});

const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'n' } };

describe('the client', () => {
  it('reads all pages of a list, and gives every item its kind', async () => {
    await start(({ query }, response) => {
      const from = Number(query.get('continue') ?? 0);
      const metadata = { resourceVersion: '7', ...(from < 2 && { continue: String(from + 1) }) };
      sendJson(response, { metadata, items: [{ metadata: { name: `s${from}` } }] });
    });
    const { items, resourceVersion } = await client.list(resources.secrets, { namespace: 'n' });
    expect(items.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Secret s0',
      'Secret s1',
      'Secret s2',
    ]);
    expect(resourceVersion).toBe('7');
  });

  it('says undefined for what is not there, and deletes it without complaint', async () => {
    await start((_request, response) => sendJson(response, { kind: 'Status', reason: 'NotFound' }, 404));
    expect(await client.get(resources.secrets, { namespace: 'n', name: 's' })).toBeUndefined();
    await client.remove(resources.secrets, { namespace: 'n', name: 's' }, 'uid');
    expect(JSON.parse(server.seen[1]?.body ?? '')).toEqual({ preconditions: { uid: 'uid' } });
  });

  it.each(['', '.', '..', 'a/b', 'A', 'a..b', 'a b'])('sends nothing for the name %j', async (name) => {
    await start((_request, response) => sendJson(response, secret));
    await expect(client.remove(resources.secrets, { namespace: 'n', name })).rejects.toThrow(TypeError);
    await expect(client.get(resources.secrets, { namespace: name, name: 's' })).rejects.toThrow(TypeError);
    expect(server.seen).toEqual([]);
  });

  it('tells the status and the reason of a refusal', async () => {
    const status = { kind: 'Status', reason: 'Conflict', message: 'somebody was faster' };
    await start((_request, response) => sendJson(response, status, 409, { 'retry-after': '2' }));
    const error = await client.replaceStatus(resources.secrets, secret).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(KubeApiError);
    expect(error).toMatchObject({
      status: 409,
      reason: 'Conflict',
      message: 'somebody was faster',
      retryAfterMs: 2000,
    });
    expect(server.seen[0]).toMatchObject({ method: 'PUT', path: '/api/v1/namespaces/n/secrets/s/status' });
  });

  it('gives a call up in time', async () => {
    await start(() => undefined);
    await expect(client.get(resources.secrets, { namespace: 'n', name: 's' })).rejects.toMatchObject({
      status: 0,
      reason: 'Unreachable',
    });
  });

  it('refuses an answer that is no object', async () => {
    await start((_request, response) => sendJson(response, []));
    await expect(client.get(resources.secrets, { namespace: 'n', name: 's' })).rejects.toMatchObject({
      reason: 'Unreadable',
    });
  });

  it('asks once more on a connection that the server had given up, but creates only once', async () => {
    let kept = true;
    await start((_request, response) => {
      if (kept) sendJson(response, secret);
      else response.destroy();
      kept = !kept;
    });
    await client.get(resources.secrets, { namespace: 'n', name: 's' });
    await client.get(resources.secrets, { namespace: 'n', name: 's' });
    expect(server.seen).toHaveLength(3);
    await expect(client.create(resources.secrets, secret)).rejects.toMatchObject({ reason: 'Unreachable' });
    expect(server.seen).toHaveLength(4);
  });
});
