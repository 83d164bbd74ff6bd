import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { chooseType } from '../../../src/plugins/accept.ts';
import { registerAuthorize } from '../../../src/plugins/authorize.ts';
import { createCursorSealer } from '../../../src/plugins/cursor.ts';
import { durationSeconds } from '../../../src/plugins/duration.ts';
import { asBerthError } from '../../../src/plugins/framework-errors.ts';
import type { BerthApp } from '../../../src/plugins/http-app.ts';
import { nearestName } from '../../../src/plugins/nearest-name.ts';
import { SchemaComponents } from '../../../src/plugins/openapi-schemas.ts';
import { startTestApp } from '../../harness/http-app.ts';

describe('a route that does not say what it demands', () => {
  it('keeps the application from starting', () => {
    const app = fastify() as unknown as BerthApp;
    registerAuthorize(app);

    expect(() => app.get('/v1/forgotten', () => 'secret')).toThrow(
      'GET /v1/forgotten declares no permission',
    );
  });
});

describe('nearest name', () => {
  it.each([
    ['limt', 'limit'],
    ['replcias', 'replicas'],
    ['Replicas', 'replicas'],
    ['nodepools', 'nodePools'],
    ['zzz', undefined],
    ['', undefined],
    ['x'.repeat(65), undefined],
  ])('of %j is %j', (word, name) => {
    expect(nearestName(word, ['limit', 'replicas', 'nodePools', 'cursor'])).toBe(name);
  });
});

describe('durations', () => {
  it.each([
    ['PT1S', 1],
    ['PT1H30M', 5_400],
    ['P1DT1S', 86_401],
    ['P2D', 172_800],
    ['P', undefined],
    ['PT', undefined],
    ['1H', undefined],
    ['PT1H1D', undefined],
    ['P1M', undefined],
    ['PT1.5H', undefined],
  ])('%s are %j seconds', (text, seconds) => {
    expect(durationSeconds(text)).toBe(seconds);
  });
});

describe('content negotiation', () => {
  const offered = ['application/json', 'application/yaml'];

  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/yaml', 'application/yaml'],
    ['application/json;q=0.2, application/yaml;q=0.3', 'application/yaml'],
    ['application/*;q=0.5, application/json;q=0.1', 'application/yaml'],
    ['application/json;q=0, */*', 'application/yaml'],
    ['APPLICATION/YAML', 'application/yaml'],
    ['text/html', undefined],
    ['application/json;q=0', undefined],
    ['application/json;q=high', undefined],
    [',,,', undefined],
  ])('of %j gives %j', (accept, type) => {
    expect(chooseType(accept, offered)).toBe(type);
  });
});

describe('cursors', () => {
  const sealer = createCursorSealer(Buffer.from('secret'));

  it('open for the scope that they were made for', () => {
    expect(sealer.open('a', sealer.seal('a', 'cl_1'))).toBe('cl_1');
    expect(sealer.open('', sealer.seal('', ''.padEnd(1)))).toBe(' ');
  });

  it('do not open for another, nor when one bit is changed', () => {
    const cursor = sealer.seal('a', 'cl_01jc8vr3n2e9qsyw6x5m7t000c');

    expect(() => sealer.open('b', cursor)).toThrow('unchanged');
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === 'A' ? 'B' : 'A';
      expect(() => sealer.open('a', cursor.slice(0, index) + other + cursor.slice(index + 1))).toThrow(
        'unchanged',
      );
    }
  });

  it('have one spelling only', () => {
    // 20 bytes leave two bits of the last character without meaning.
    const cursor = sealer.seal('a', 'cl_1');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(cursor.slice(-1));
    const other = cursor.slice(0, -1) + alphabet[last + 1];

    expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(cursor, 'base64url'));
    expect(() => sealer.open('a', other)).toThrow('unchanged');
  });

  it('keep scope and position apart', () => {
    const sealed = Buffer.from(sealer.seal('a', 'bcl_1'), 'base64url');
    const shifted = Buffer.concat([sealed.subarray(0, 16), Buffer.from('cl_1')]).toString('base64url');

    expect(() => sealer.open('ab', shifted)).toThrow('unchanged');
  });
});

describe('errors that are not ours', () => {
  it.each([
    ['text', 'internal'],
    [null, 'internal'],
    [new Error('x'), 'internal'],
    [Object.assign(new Error('x'), { statusCode: 500 }), 'internal'],
    [Object.assign(new Error('x'), { statusCode: 499 }), 'malformed-request'],
    [
      Object.assign(new Error('x'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }),
      'body-too-large',
    ],
    [Object.assign(new Error('x'), { code: 'constructor', statusCode: 418 }), 'malformed-request'],
    [Object.assign(new Error('x'), { code: '23505' }), 'internal'],
  ])('%j become %s', (error, code) => {
    const ours = asBerthError(error);

    expect(ours.code).toBe(code);
    expect(ours.message).not.toBe('x');
  });
});

describe('schema components', () => {
  it('refuse two schemas of one title', () => {
    const components = new SchemaComponents();
    components.hoist({ type: 'object', title: 'Thing' });

    expect(components.hoist({ type: 'object', title: 'Thing' })).toEqual({
      $ref: '#/components/schemas/Thing',
    });
    expect(() => components.hoist({ type: 'string', title: 'Thing' })).toThrow(
      'two schemas have the title Thing',
    );
  });
});

describe('answers', () => {
  it('ask browsers for HTTPS only where the public address has it', async () => {
    const plain = await startTestApp({ publicUrl: 'http://127.0.0.1:8080/' });
    const secure = await startTestApp();
    const [a, b] = [await plain.send('GET', '/v1/me'), await secure.send('GET', '/v1/me')];

    expect([a.headers['strict-transport-security'], b.headers['strict-transport-security']]).toEqual([
      undefined,
      'max-age=31536000',
    ]);
    expect(a.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    expect(a.body.id).toMatch(/^key_/);
    await Promise.all([plain.close(), secure.close()]);
  });

  it('make links from an address without a doubled slash', async () => {
    const test = await startTestApp({ publicUrl: 'http://127.0.0.1:8080/' });

    expect((await test.send('GET', '/nowhere')).body.type).toBe(
      'http://127.0.0.1:8080/docs/errors/not-found',
    );
    await test.close();
  });
});
