import { createHash } from 'node:crypto';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/http-app.ts';

const routes: RouteOptions[] = [];
let test: TestApp;
const origin = 'https://console.example.org';

beforeAll(async () => {
  test = await startTestApp({ corsOrigins: [origin], onRoute: (route) => routes.push(route) });
}, 60_000);
afterAll(() => test.close());

const secure = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
  'cache-control': expect.any(String),
  'request-id': expect.any(String),
};

describe('security header fields', () => {
  it('are on every answer of every route, also on refusals and unknown addresses', async () => {
    expect(routes.length).toBeGreaterThan(40);
    for (const route of routes) {
      const url = route.url.replace(/::/g, ':').replace(/(?<=\/):[A-Za-z]+/g, 'x');
      for (const key of [null, test.keys.acme]) {
        const { headers, app } = {
          headers: key === null ? {} : { authorization: `Bearer ${key}` },
          app: test.app,
        };
        const reply = await app.inject({ method: [route.method].flat()[0] ?? 'GET', url, headers } as never);
        expect([url, reply.headers]).toEqual([url, expect.objectContaining(secure)]);
        expect(reply.headers['content-security-policy']).not.toContain('unsafe');
      }
    }
    expect((await test.send('GET', '/nowhere')).headers).toMatchObject(secure);
    expect((await test.send('GET', '/%zz')).headers).toMatchObject(secure);
  });

  it('name the very style of the pages', async () => {
    const { text, headers } = await test.send('GET', '/docs/errors', { key: null });
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');

    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(text).not.toMatch(/<script|style=|onclick/);
  });
});

describe('CORS', () => {
  const preflight = (from: string, url: string) =>
    test.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin: from, 'access-control-request-method': 'PATCH' },
    });

  it('answers a preflight of an allowed origin the same at every address, without a key', async () => {
    const [known, unknown] = [await preflight(origin, '/v1/clusters'), await preflight(origin, '/nowhere')];

    expect([known.statusCode, unknown.statusCode]).toEqual([204, 204]);
    expect(known.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    expect({ ...unknown.headers, 'request-id': 0, date: 0 }).toEqual({
      ...known.headers,
      'request-id': 0,
      date: 0,
    });
  });

  it.each(['https://evil.example', 'null', `${origin}.evil.example`, 'http://console.example.org'])(
    'gives %s nothing',
    async (from) => {
      const replies = [
        await preflight(from, '/v1/clusters'),
        await test.send('GET', '/v1/me', { headers: { origin: from } }),
      ];

      for (const { headers } of replies)
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );

  it('exposes header fields, never credentials, also on errors', async () => {
    const { headers } = await test.send('GET', '/v1/me', { key: null, headers: { origin } });

    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-expose-headers']).toContain('Request-Id');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['vary']).toContain('Origin');
  });

  it('is off by default', async () => {
    const closed = await startTestApp();
    const reply = await closed.send('GET', '/v1/me', { headers: { origin } });
    await closed.close();

    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });
});
