import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  connectManagementCluster,
  type ManagementClusterOptions,
} from '../../../src/providers/management-cluster/connect-management-cluster.ts';
import type { ManagementCluster } from '../../../src/providers/management-cluster/contract.ts';
import {
  answer,
  answerStatus,
  configMapNamed,
  kubeconfigOf,
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server.ts';

const REF = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'hc-one', name: 'settings' };

let server: ScriptedServer;
let cluster: ManagementCluster;

const connect = async (script: Script, options: ManagementClusterOptions = {}) => {
  server = await startScriptedServer(script);
  cluster = connectManagementCluster(
    { kubeconfig: kubeconfigOf(server.url) },
    { timeoutMs: 2_000, ...options },
  );
};

afterEach(async () => {
  await cluster.close();
  await server.close();
});

const answerSettings: Script = (_request, response) => answer(response, 200, configMapNamed('settings'));

describe('time limit', () => {
  it('ends a call that gets no answer', async () => {
    await connect(() => {}, { timeoutMs: 50 });
    await expect(cluster.get(REF)).rejects.toMatchObject({ kind: 'timeout', retryable: true });
    await expect.poll(() => server.sockets()).toBe(0);
  });

  it('ends a call whose answer drips', async () => {
    await connect(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{');
      },
      { timeoutMs: 50 },
    );
    await expect(cluster.get(REF)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('never reports a write without an answer as done or as absent', async () => {
    await connect(() => {}, { timeoutMs: 50 });
    await expect(cluster.delete(REF, { uid: 'u' })).rejects.toMatchObject({ kind: 'timeout' });
  });
});

describe('credentials', () => {
  it('are tried once more after a 401 and are refused after the second', async () => {
    await connect((_request, response) => answerStatus(response, 401, 'Unauthorized'));
    await expect(cluster.get(REF)).rejects.toMatchObject({ kind: 'unauthorized', retryable: false });
    expect(server.seen).toHaveLength(2);
  });

  it('are read again after a 401, once for all calls, and used from then on', async () => {
    let reads = 0;
    server = await startScriptedServer(({ headers }, response) =>
      headers.authorization === 'Bearer fresh'
        ? answer(response, 200, configMapNamed('settings'))
        : answerStatus(response, 401, 'Unauthorized'),
    );
    cluster = connectManagementCluster(
      { kubeconfig: kubeconfigOf(server.url, { user: { token: 'stale' } }) },
      {
        readKubeconfigAgain: async () => {
          reads += 1;
          // Not before all three have been refused.
          await expect.poll(() => server.seen.length).toBe(3);
          return kubeconfigOf(server.url, { user: { token: 'fresh' } });
        },
      },
    );
    await Promise.all([cluster.get(REF), cluster.get(REF), cluster.get(REF)]);
    await cluster.get(REF);
    expect(reads).toBe(1);
    expect(server.seen.at(-1)?.headers.authorization).toBe('Bearer fresh');
  });

  it('that cannot be read again are unauthorized', async () => {
    await connect((_request, response) => answerStatus(response, 401, 'Unauthorized'), {
      readKubeconfigAgain: () => Promise.reject(new Error('the vault is sealed')),
    });
    await expect(cluster.get(REF)).rejects.toMatchObject({ kind: 'unauthorized' });
  });
});

describe('connections', () => {
  it('are kept and used again', async () => {
    await connect(answerSettings);
    for (let call = 0; call < 5; call += 1) await cluster.get(REF);
    expect(server.sockets()).toBe(1);
  });

  it('that died in the pool do not fail the next call', async () => {
    await connect((_request, response, nth) => {
      // The second request on the kept connection is met by a reset, as after an idle drop.
      if (nth === 2) response.socket?.resetAndDestroy();
      else answer(response, 200, configMapNamed('settings'));
    });
    await cluster.get(REF);
    expect(await cluster.get(REF)).toMatchObject({ metadata: { name: 'settings' } });
  });

  it('are all closed at the end, and later calls are refused', async () => {
    await connect(answerSettings);
    await cluster.get(REF);
    await cluster.close();
    await expect.poll(() => server.sockets()).toBe(0);
    await expect(cluster.get(REF)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('give up the calls under way at the end', async () => {
    await connect(() => {});
    const call = cluster.get(REF);
    const ended = expect(call).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'this connection was closed by us',
    });
    await expect.poll(() => server.seen.length).toBe(1);
    await cluster.close();
    await ended;
  });

  it('to nobody are unreachable', async () => {
    await connect(answerSettings);
    await server.close();
    await expect(cluster.get(REF)).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'no connection: ECONNREFUSED',
    });
  });
});

describe('bulkhead', () => {
  it('lets only so many calls be in flight', async () => {
    const held: ServerResponse[] = [];
    let most = 0;
    const release = () => {
      most = Math.max(most, held.length);
      for (const response of held.splice(0)) answer(response, 200, configMapNamed('settings'));
    };
    await connect(
      (_request, response) => {
        held.push(response);
        // Time enough for a fourth call to come, if it were let through.
        if (held.length === 3) setTimeout(release, 20);
      },
      { maxInFlight: 3 },
    );
    await Promise.all(Array.from({ length: 9 }, () => cluster.get(REF)));
    expect(most).toBe(3);
  });

  it('sends nothing for as long as the server asked for after a 429', async () => {
    await connect((_request, response) =>
      answerStatus(response, 429, 'TooManyRequests', {}, { 'retry-after': '30' }),
    );
    await expect(cluster.get(REF)).rejects.toMatchObject({ kind: 'throttled', retryAfterSeconds: 30 });
    await expect(cluster.get(REF)).rejects.toMatchObject({ kind: 'throttled', retryAfterSeconds: 30 });
    expect(server.seen).toHaveLength(1);
  });

  it('fails at once after three calls in a row without an answer', async () => {
    await connect(() => {}, { timeoutMs: 30 });
    for (let call = 0; call < 3; call += 1)
      await expect(cluster.get(REF)).rejects.toMatchObject({ kind: 'timeout' });
    await expect(cluster.get(REF)).rejects.toMatchObject({
      kind: 'unreachable',
      retryAfterSeconds: expect.any(Number),
    });
    expect(server.seen).toHaveLength(3);
  });
});
