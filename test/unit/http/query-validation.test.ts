import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

describe('validation of query and path', () => {
  it('refuses a parameter that does not exist and names the one that was meant', async () => {
    const reply = await test.send('GET', '/v1/clusters?limt=5');

    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual([
      {
        in: 'query',
        pointer: '/limt',
        code: 'unknown-parameter',
        detail: 'There is no such parameter. Did you mean "limit"?',
        allowed: ['limit', 'cursor', 'name', 'projectId', 'phase', 'label'],
      },
    ]);
  });

  it.each([
    'limit=0',
    'limit=501',
    'limit=',
    'limit=%205',
    'limit=0x10',
    'limit=1e2',
    'limit=5.0',
    'limit=-1',
    'limit=5&limit=6',
    'limit=99999999999999999999',
  ])('refuses %s', async (query) => {
    const reply = await test.send('GET', `/v1/clusters?${query}`);

    expect([reply.status, reply.body.errors[0].pointer, reply.body.errors[0].in]).toEqual([
      400,
      '/limit',
      'query',
    ]);
  });

  it.each([
    'filter=name',
    'orderBy=name',
    'q=x',
    '__proto__=x',
    '__proto__[x]=y',
    'constructor=x',
    'a%00b=c',
  ])('refuses the parameter %s', async (query) => {
    const reply = await test.send('GET', `/v1/clusters?${query}`);

    expect([reply.status, reply.body.errors[0].code]).toEqual([400, 'unknown-parameter']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each([
    'phase=redy',
    'name=A',
    'projectId=x',
    'label=novalue',
    'label=a=b%00',
    'cursor=%2e%2e',
    'phase=ready&phase=failed',
  ])('refuses %s', async (query) => {
    expect((await test.send('GET', `/v1/clusters?${query}`)).status).toBe(400);
  });

  it('refuses one label with two values', async () => {
    const reply = await test.send('GET', '/v1/clusters?label=env=prod&label=env=test');

    expect(reply.body.errors).toEqual([
      { in: 'query', pointer: '/label/1', code: 'conflict', detail: 'One label cannot have two values.' },
    ]);
  });

  it('refuses parameters where none are taken', async () => {
    expect((await test.send('GET', '/v1/me?verbose=true')).status).toBe(400);
    expect((await test.send('GET', '/openapi.json?x=1', { key: null })).status).toBe(400);
  });

  it.each([
    'xyz',
    'np_01jc8vr3n2e9qsyw6x5m7t4kzd',
    'CL_01jc8vr3n2e9qsyw6x5m7t4kzd',
    'cl_01jc8vr3n2e9qsyw6x5m7t4kzd%00',
    'cl_01jc8vr3n2e9qsyw6x5m7t4kz%2F..',
    '..%2f..',
    'cl_81jc8vr3n2e9qsyw6x5m7t4kzd',
  ])('refuses the id %s', async (id) => {
    const reply = await test.send('GET', `/v1/clusters/${id}`);

    expect(reply.status).toBe(400);
    expect(reply.body.errors).toContainEqual(
      expect.objectContaining({ in: 'path', pointer: '/id', code: 'invalid-format' }),
    );
  });
});
