import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  test = await startTestApp({ logger: pino({ level: 'info' }, stream) });
});

beforeEach(() => {
  lines.length = 0;
});

afterAll(() => test.close());

describe('the request log', () => {
  it('has one line a request, with ids as fields', async () => {
    const reply = await test.send('GET', '/v1/clusters/cl_01jc8vr3n2e9qsyw6x5m7tzzzz?wait=0s');

    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 30,
      msg: 'request',
      requestId: reply.headers['request-id'],
      method: 'GET',
      route: '/v1/clusters/:id',
      operation: 'getCluster',
      status: 404,
      durationMs: expect.any(Number),
      tenantId: 'ten_01jc8vr3n2e9qsyw6x5m7t0001',
      principal: expect.stringMatching(/^key_/),
      resourceId: 'cl_01jc8vr3n2e9qsyw6x5m7tzzzz',
    });
  });

  it('has nothing of bodies, queries and keys', async () => {
    const value = JSON.stringify({ auths: { 'quay.io': { auth: 'aHVudGVyMjpodW50ZXIy' } } });
    await test.send('POST', '/v1/credentials', { body: { name: 'logged', kind: 'pullSecret', value } });
    await test.send('POST', '/v1/credentials', {
      body: { name: 'logged', kind: 'hunter2', value: 'hunter2' },
    });
    await test.send('GET', '/v1/clusters?name=hunter2&x=hunter2');

    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toMatch(/hunter2|aHVudGVyMj|bk_/);
  });

  it('cannot be forged by an address or a header field', async () => {
    await test.send('GET', '/nowhere%0d%0a{"level":50}', {
      headers: { 'user-agent': 'x"}\n{"level":50'.replace('\n', ' ') },
    });

    expect(lines.map(({ level, route }) => [level, route])).toEqual([[30, 'unknown']]);
  });

  it('has a second line at error for a fault, with what went wrong', async () => {
    vi.spyOn(test.services.clusters, 'listClusters').mockRejectedValueOnce(new Error('boom'));

    const reply = await test.send('GET', '/v1/clusters');

    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'request failed'],
      [30, 'request'],
    ]);
    expect(lines[0]).toMatchObject({ requestId: reply.headers['request-id'], err: { message: 'boom' } });
  });

  it('carries a valid traceparent to the services, and no other', async () => {
    const seen = vi.spyOn(test.services.clusters, 'createCluster');
    const good = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const fields = [good, '00-00000000000000000000000000000000-b7ad6b7169203331-01', `${good}x`, 'garbage'];
    for (const [index, traceparent] of fields.entries())
      await test.send('POST', '/v1/clusters', {
        body: newCluster(`trace-${index}x`),
        headers: { traceparent },
      });

    expect(seen.mock.calls.map(([context]) => context.traceparent)).toEqual([
      good,
      undefined,
      undefined,
      undefined,
    ]);
    expect(seen.mock.calls[0]?.[0].requestId).toMatch(/^req_/);
    seen.mockRestore();
  });
});
