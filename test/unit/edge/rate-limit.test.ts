import { afterEach, expect, it } from 'vitest';
import { createProcessRateLimiter } from '../../../src/domain/limits/process-rate-limiter.ts';
import type { RequestLimits } from '../../../src/domain/limits/request-limits.ts';
import { startTestApp, type TestApp } from '../../harness/http-app.ts';

const off: RequestLimits = { reads: 0, writes: 0, tenantReads: 0, tenantWrites: 0, fleet: 0, failures: 0 };
let test: TestApp;
let time = 0;

afterEach(() => test.close());

const start = async (limits: Partial<RequestLimits>): Promise<void> => {
  const limiter = () => createProcessRateLimiter({ now: () => time, processes: 1, maxBuckets: 100 });
  test = await startTestApp({
    trustProxy: ['127.0.0.1'],
    rateLimits: { limits: { ...off, ...limits }, limiter: limiter(), failures: limiter() },
  });
};

it('tells what is left, and refuses with 429 when nothing is', async () => {
  await start({ reads: 2, tenantReads: 100 });
  const replies = [
    await test.send('GET', '/v1/me'),
    await test.send('GET', '/v1/me'),
    await test.send('GET', '/v1/me'),
  ];

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(replies[0]?.headers['ratelimit-policy']).toBe('"principal-read";q=2;w=60, "tenant-read";q=100;w=60');
  expect(replies[0]?.headers['ratelimit']).toBe('"principal-read";r=1;t=30, "tenant-read";r=99;t=1');
  expect(replies[2]?.headers['retry-after']).toBe('30');
  expect(replies[2]?.body).toMatchObject({ code: 'rate-limited', retryable: true });
  time += 30_000;
  expect((await test.send('GET', '/v1/me')).status).toBe(200);
});

it('counts one tenant apart from another, and reads apart from writes', async () => {
  await start({ tenantReads: 1 });
  await test.send('GET', '/v1/me');

  expect((await test.send('GET', '/v1/me')).status).toBe(429);
  expect((await test.send('GET', '/v1/me', { key: test.keys.globex })).status).toBe(200);
  expect((await test.send('POST', '/v1/clusters', { body: {} })).status).toBe(400);
});

it('takes more for what costs more', async () => {
  await start({ reads: 100 });
  const reply = await test.send('GET', '/v1/clusters/cl_01jc8vr3n2e9qsyw6x5m7t4kzd/kubeconfig');

  expect(reply.headers['ratelimit']).toMatch(/^"principal-read";r=90;/);
});

it('refuses an address that guesses keys, also with a good key, and no other address', async () => {
  await start({ failures: 3 });
  const from = (address: string, key: string | null) =>
    test.send('GET', '/v1/me', { key, headers: { 'x-forwarded-for': address } });
  const guess = () => from('192.0.2.7', `bk_${'x'.repeat(43)}`);

  expect([(await guess()).status, (await guess()).status, (await from('192.0.2.7', null)).status]).toEqual([
    401, 401, 401,
  ]);
  expect([(await guess()).status, (await from('192.0.2.7', test.keys.acme)).status]).toEqual([429, 429]);
  expect((await from('192.0.2.8', test.keys.acme)).status).toBe(200);
});
