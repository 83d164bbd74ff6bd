import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

it.each(['{}', '{"a":', ''])('tells the methods of an address, whatever the body is: %j', async (body) => {
  const reply = await test.send('PUT', '/v1/me', { body, headers: { 'content-type': 'application/json' } });
  expect(reply.status).toBe(405);
  expect(reply.body.code).toBe('method-not-allowed');
  expect(reply.headers['allow']).toBe('GET, HEAD');
});

it('says that there is nothing at an address, whatever the body is', async () => {
  const reply = await test.send('POST', '/v1/nothing', { body: { a: 1 } });
  expect(reply.status).toBe(404);
  expect(reply.body.code).toBe('not-found');
});
