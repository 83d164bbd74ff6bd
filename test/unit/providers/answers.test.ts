import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { connectManagementCluster } from '../../../src/providers/management-cluster/connect-management-cluster.ts';
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
const ABSENT = { name: 'settings', kind: 'configmaps' };

let server: ScriptedServer;
let cluster: ManagementCluster;

const connect = async (script: Script) => {
  server = await startScriptedServer(script);
  cluster = connectManagementCluster(
    { kubeconfig: kubeconfigOf(server.url) },
    { timeoutMs: 2_000, maxResponseBytes: 10_000 },
  );
};

afterEach(async () => {
  await cluster.close();
  await server.close();
});

const html = (response: ServerResponse, status: number) => {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end('<html>Please log in</html>');
};

type Reply = (response: ServerResponse) => void;

const errors: readonly (readonly [what: string, reply: Reply, expected: object])[] = [
  [
    '401',
    (r) => answerStatus(r, 401, 'Unauthorized'),
    { kind: 'unauthorized', retryable: false, status: 401 },
  ],
  ['403', (r) => answerStatus(r, 403, 'Forbidden'), { kind: 'forbidden', retryable: false, status: 403 }],
  ['403 as HTML', (r) => html(r, 403), { kind: 'forbidden' }],
  [
    '403 because the namespace is ending',
    (r) => answerStatus(r, 403, 'Forbidden', { details: { causes: [{ reason: 'NamespaceTerminating' }] } }),
    { kind: 'conflict', retryable: true },
  ],
  [
    '404 of the namespace',
    (r) => answerStatus(r, 404, 'NotFound', { details: { name: 'hc-one', kind: 'namespaces' } }),
    { kind: 'conflict', status: 404 },
  ],
  [
    '404 of another kind of that name',
    (r) => answerStatus(r, 404, 'NotFound', { details: { name: 'settings', kind: 'secrets' } }),
    { kind: 'conflict' },
  ],
  [
    '404 of that name in another group',
    (r) => answerStatus(r, 404, 'NotFound', { details: { ...ABSENT, group: 'example.com' } }),
    { kind: 'conflict' },
  ],
  [
    '404 of another object of that kind',
    (r) => answerStatus(r, 404, 'NotFound', { details: { ...ABSENT, name: 'other' } }),
    { kind: 'conflict' },
  ],
  [
    '404 for another reason',
    (r) => answerStatus(r, 404, 'Unknown', { details: ABSENT }),
    { kind: 'conflict' },
  ],
  ['404 without details', (r) => answerStatus(r, 404, 'NotFound'), { kind: 'conflict' }],
  ['404 as text', (r) => r.writeHead(404).end('404 page not found'), { kind: 'nonsense', retryable: true }],
  ['404 as HTML', (r) => html(r, 404), { kind: 'nonsense' }],
  ['404 that is JSON but no Status', (r) => answer(r, 404, { error: 'no such route' }), { kind: 'nonsense' }],
  ['409', (r) => answerStatus(r, 409, 'Conflict'), { kind: 'conflict', retryable: true, status: 409 }],
  ['422', (r) => answerStatus(r, 422, 'Invalid'), { kind: 'invalid', retryable: false, status: 422 }],
  ['400', (r) => answerStatus(r, 400, 'BadRequest'), { kind: 'invalid' }],
  ['400 as HTML', (r) => html(r, 400), { kind: 'nonsense' }],
  [
    '429 with seconds',
    (r) => answerStatus(r, 429, 'TooManyRequests', {}, { 'retry-after': '7' }),
    { kind: 'throttled', retryable: true, retryAfterSeconds: 7 },
  ],
  [
    '429 with seconds in the body only',
    (r) => answerStatus(r, 429, 'TooManyRequests', { details: { retryAfterSeconds: 3 } }),
    { kind: 'throttled', retryAfterSeconds: 3 },
  ],
  [
    '429 with a joke for a time',
    (r) => answerStatus(r, 429, 'TooManyRequests', {}, { 'retry-after': '99999999' }),
    { kind: 'throttled', retryAfterSeconds: 3600 },
  ],
  [
    '500',
    (r) => answerStatus(r, 500, 'InternalError'),
    { kind: 'unavailable', retryable: true, status: 500 },
  ],
  ['503 as HTML', (r) => html(r, 503), { kind: 'unavailable', status: 503 }],
  ['504: the outcome is unknown', (r) => answerStatus(r, 504, 'Timeout'), { kind: 'timeout', status: 504 }],
  ['200 as HTML', (r) => html(r, 200), { kind: 'nonsense' }],
  [
    '200 that is no JSON',
    (r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"kind":'),
    { kind: 'nonsense' },
  ],
  ['200 that is a list', (r) => answer(r, 200, []), { kind: 'nonsense' }],
  ['200 with nothing in it', (r) => answer(r, 200, {}), { kind: 'nonsense' }],
  ['another object', (r) => answer(r, 200, configMapNamed('other')), { kind: 'nonsense' }],
  [
    'another kind',
    (r) => answer(r, 200, configMapNamed('settings', { kind: 'Secret' })),
    { kind: 'nonsense' },
  ],
  [
    'an object without a uid',
    (r) => answer(r, 200, configMapNamed('settings', { metadata: { name: 'settings' } })),
    { kind: 'nonsense' },
  ],
  [
    'a redirect to another place',
    (r) => r.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    { kind: 'nonsense', message: 'redirect (HTTP 302) refused' },
  ],
  [
    'an answer without end',
    (r) => answer(r, 200, configMapNamed('settings', { data: { key: 'x'.repeat(20_000) } })),
    { kind: 'nonsense', message: 'answer longer than 10000 bytes' },
  ],
  [
    'an answer that is cut',
    (r) => {
      r.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      r.write('{"kind":', () => r.destroy());
    },
    { kind: 'unreachable', retryable: true },
  ],
  ['a closed connection', (r) => r.destroy(), { kind: 'unreachable', retryable: true }],
];

describe('an answer of', () => {
  it.each(errors)(
    '%s is an error of its own kind, never an absent object',
    async (_what, reply, expected) => {
      await connect((_request, response) => reply(response));
      await expect(cluster.get(REF)).rejects.toMatchObject({ name: 'ManagementClusterError', ...expected });
    },
  );

  it('a 404 Status of that very object alone means absent', async () => {
    await connect((_request, response) => answerStatus(response, 404, 'NotFound', { details: ABSENT }));
    expect(await cluster.get(REF)).toBeUndefined();
  });

  it('a redirect is not followed', async () => {
    await connect(({ path }, response) => {
      if (path === '/elsewhere') return answer(response, 200, configMapNamed('settings'));
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(cluster.get(REF)).rejects.toMatchObject({ kind: 'nonsense', status: 307 });
    expect(server.seen).toHaveLength(1);
  });

  it('422 has the words of the server, cut to 1024 characters', async () => {
    await connect((_request, response) =>
      answerStatus(response, 422, 'Invalid', {
        message: `spec.platform.type: Unsupported value. ${'x'.repeat(2000)}`,
      }),
    );
    const error: Error = await cluster.apply(configMapNamed('settings') as never).catch((caught) => caught);
    expect(error.message).toMatch(/^spec\.platform\.type: Unsupported value\. x+…$/);
    expect(error.message).toHaveLength(1024);
  });

  it('never shows a credential that the server repeats', async () => {
    const token = `eyJhbGciOiJSUzI1NiJ9.${'eyJzdWIiOiJ4In0'}.c2lnbmF0dXJl`;
    const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----';
    await connect((_request, response) =>
      answerStatus(response, 422, 'Invalid', {
        message: `no: Bearer abc.def ${token} ${pem} c3VwZXItc2VjcmV0 super-secret of-the-user`,
      }),
    );
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'pull-secret', namespace: 'hc-one' },
      data: { key: 'c3VwZXItc2VjcmV0' },
      stringData: { other: 'of-the-user' },
    };
    await expect(cluster.apply(secret)).rejects.toMatchObject({
      message: 'no: [redacted] [redacted] [redacted] [redacted] [redacted] [redacted]',
    });
    await expect(cluster.create(secret)).rejects.toMatchObject({
      message: expect.not.stringContaining('super'),
    });
  });
});
