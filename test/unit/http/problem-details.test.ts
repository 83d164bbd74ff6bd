import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BerthError } from '../../../src/domain/shared/error.ts';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(() => test.close());

const unknownCluster = '/v1/clusters/cl_01jc8vr3n2e9qsyw6x5m7tzzzz';

describe('problem details', () => {
  it('has all members of the contract', async () => {
    const reply = await test.send('GET', unknownCluster);

    expect(reply.status).toBe(404);
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toEqual({
      type: 'https://berth.example.org/docs/errors/not-found',
      title: 'There is no such resource',
      status: 404,
      detail: 'There is no such resource.',
      instance: reply.headers['request-id'],
      code: 'not-found',
      retryable: false,
      docs: 'https://berth.example.org/docs/errors/not-found',
      errors: [],
    });
    expect(reply.headers['request-id']).toMatch(/^req_[0-9a-f-]{36}$/);
  });

  it('answers 404 for an address that does not exist', async () => {
    const reply = await test.send('GET', '/v1/clutsers');

    expect([reply.status, reply.body.code]).toEqual([404, 'not-found']);
  });

  it.each([
    ['PUT', '/v1/clusters', 'GET, HEAD, POST'],
    ['POST', unknownCluster, 'DELETE, GET, HEAD, PATCH'],
    ['DELETE', '/v1/me', 'GET, HEAD'],
    ['HEAD', `${unknownCluster}/kubeconfig`, 'GET'],
  ] as const)('answers 405 with Allow for %s %s', async (method, url, allow) => {
    const reply = await test.send(method, url);

    expect([reply.status, reply.headers['allow']]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(reply.body.code).toBe('method-not-allowed');
  });

  it('answers 406 when nothing that it can say is wanted', async () => {
    const reply = await test.send('GET', '/v1/clusters', {
      headers: { accept: 'text/csv, application/json;q=0' },
    });

    expect([reply.status, reply.body.code]).toEqual([406, 'not-acceptable']);
  });

  it.each(['*/*', 'application/*', 'text/html, */*;q=0.1', 'application/json;q=0.5', ''])(
    'answers JSON to Accept: %s',
    async (accept) => {
      const reply = await test.send('GET', '/v1/clusters', { headers: { accept } });

      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    },
  );

  it('answers 413 to a body above 256 KiB, and takes one just below', async () => {
    const padded = (bytes: number) => JSON.stringify(newCluster('sized')).padEnd(bytes, ' ');

    const over = await test.send('POST', '/v1/clusters', { body: padded(262_145) });
    const under = await test.send('POST', '/v1/clusters', { body: padded(262_144) });

    expect([over.status, over.body.code]).toEqual([413, 'body-too-large']);
    expect(under.status).toBe(202);
  });

  it('answers 414 to an id that is far too long', async () => {
    const reply = await test.send('GET', `/v1/clusters/${'x'.repeat(101)}`);

    expect([reply.status, reply.body.code]).toEqual([414, 'uri-too-long']);
    expect(reply.headers['request-id']).toBe(reply.body.instance);
  });

  it.each([
    ['POST', 'text/plain'],
    ['POST', 'application/merge-patch+json'],
    ['POST', 'application/json; charset=latin1'],
    ['POST', 'application/x-www-form-urlencoded'],
    ['POST', 'application/json/'],
    ['POST', 'application/jsonx'],
  ] as const)('answers 415 to %s with %s', async (method, type) => {
    const reply = await test.send(method, '/v1/clusters', {
      body: newCluster('typed'),
      headers: { 'content-type': type },
    });

    expect([reply.status, reply.body.code]).toEqual([415, 'unsupported-media-type']);
  });

  it('answers 415 with Accept-Patch to a PATCH that does not say what kind of patch it is', async () => {
    const reply = await test.send('PATCH', unknownCluster, {
      body: { labels: {} },
      headers: { 'content-type': 'application/json' },
    });

    expect([reply.status, reply.headers['accept-patch']]).toEqual([415, 'application/merge-patch+json']);
  });

  it('answers 415 to a compressed body', async () => {
    const reply = await test.send('POST', '/v1/clusters', {
      body: newCluster('zipped'),
      headers: { 'content-encoding': 'gzip' },
    });

    expect(reply.status).toBe(415);
  });

  it('takes JSON that says UTF-8', async () => {
    const reply = await test.send('POST', '/v1/clusters', {
      body: newCluster('utf'),
      headers: { 'content-type': 'application/json; charset="UTF-8"' },
    });

    expect(reply.status).toBe(202);
  });

  it.each(['/v1/clusters/%zz', '/v1/clusters/%c3%28'])(
    'answers 400 to the badly encoded address %s',
    async (url) => {
      const reply = await test.send('GET', url);

      expect([reply.status, reply.body.code]).toEqual([400, 'malformed-request']);
    },
  );

  it('refuses a body where none is taken, and ignores an empty one', async () => {
    const withBody = await test.send('DELETE', unknownCluster, { body: { force: true } });
    const empty = await test.send('DELETE', unknownCluster, {
      headers: { 'content-type': 'application/json' },
    });

    expect([withBody.status, withBody.body.detail]).toEqual([400, 'DELETE takes no body here.']);
    expect(empty.status).toBe(404);
  });

  it('refuses a missing body', async () => {
    const nothing = await test.send('POST', '/v1/clusters');
    const empty = await test.send('POST', '/v1/clusters', { body: '' });

    expect([nothing.status, nothing.body.errors[0].pointer]).toEqual([400, '']);
    expect([empty.status, empty.body.detail]).toEqual([400, 'The request needs a JSON body.']);
  });

  it('says nothing of what went wrong inside', async () => {
    vi.spyOn(test.services.clusters, 'getCluster').mockRejectedValue(
      new Error('duplicate key value violates unique constraint "clusters_pkey" on host db-1'),
    );

    const reply = await test.send('GET', unknownCluster);

    expect(reply.status).toBe(500);
    expect(reply.body).toMatchObject({
      code: 'internal',
      retryable: true,
      detail: 'The request failed through a fault of Berth. It is recorded under the id of this request.',
      errors: [],
    });
    expect(reply.text).not.toMatch(/clusters_pkey|db-1|stack/);
  });

  it('never shows the detail of an error of ours that is a fault', async () => {
    vi.spyOn(test.services.clusters, 'getCluster').mockRejectedValue(
      new BerthError('internal', 'SELECT secret'),
    );

    expect((await test.send('GET', unknownCluster)).text).not.toContain('SELECT');
  });

  it.each([
    [undefined, '2'],
    [7, '7'],
    [0.2, '1'],
  ])('answers 503 with Retry-After when something is away (%s s)', async (retryAfterSeconds, header) => {
    const error = new BerthError('unavailable', 'connection to 10.0.0.5 refused', { retryAfterSeconds });
    vi.spyOn(test.services.clusters, 'getCluster').mockRejectedValue(error);

    const reply = await test.send('GET', unknownCluster);

    expect([reply.status, reply.body.retryable, reply.headers['retry-after']]).toEqual([503, true, header]);
    expect(reply.text).not.toContain('10.0.0.5');
  });

  it('shows the problems and further members of an error of the services', async () => {
    const problems = [
      { pointer: '/spec/version', code: 'unknown-version', detail: 'No.', allowed: ['4.20.3'] },
    ];
    vi.spyOn(test.services.clusters, 'createCluster').mockRejectedValue(
      new BerthError('admission-refused', 'It cannot be.', {
        problems,
        extensions: { limit: 10, status: 1 },
      }),
    );

    const reply = await test.send('POST', '/v1/clusters', { body: newCluster('refused') });

    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ detail: 'It cannot be.', errors: problems, limit: 10, status: 422 });
  });
});
