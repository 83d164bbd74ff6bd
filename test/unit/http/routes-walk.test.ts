import { readdirSync } from 'node:fs';
import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { createFakeServices } from '../../harness/fake-services.ts';
import { everySchema, type Place } from './every-schema.ts';

let routes: RouteOptions[];

beforeAll(async () => {
  routes = [];
  const app = await buildApp({
    services: createFakeServices().services,
    publicUrl: 'https://berth.example.org',
    cursorSecret: Buffer.alloc(32),
    logger: false,
    onRoute: (route) => routes.push(route),
  });
  await app.close();
});

const operations = () => routes.filter(({ method }) => method !== 'HEAD');

interface RouteSchema {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly body?: object;
  readonly querystring?: object;
  readonly params?: object;
  readonly response?: Readonly<Record<string, object>>;
}

const schemaOf = (route: RouteOptions): RouteSchema => (route.schema ?? {}) as RouteSchema;

const requestPlaces = (): Place[] =>
  operations().flatMap((route) => {
    const { operationId = '?', body, querystring, params } = schemaOf(route);
    return [body, querystring, params].flatMap((schema) => (schema ? everySchema(schema, operationId) : []));
  });

const replyPlaces = (): Place[] =>
  operations().flatMap((route) => {
    const { operationId = '?', response = {} } = schemaOf(route);
    return Object.values(response).flatMap((answer) => {
      const { content = {} } = answer as { content?: Record<string, { schema: object }> };
      return Object.values(content).flatMap(({ schema }) => everySchema(schema, `${operationId} reply`));
    });
  });

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const offending = (places: Place[], isWrong: (place: Place) => boolean): string[] =>
  places.filter(isWrong).map(({ path }) => path);

/** What is done to a resource by its address alone. */
const isAction = (url: string): boolean => /\/:id\/[a-z-]+$/.test(url) && !/\/(value|quotas)$/.test(url);

describe('every route', () => {
  it('declares what it demands', () => {
    const open = operations()
      .filter(({ config }) => config?.permission === 'none')
      .map(({ url }) => url);

    expect(operations().every(({ config }) => config?.permission !== undefined)).toBe(true);
    expect(open).toEqual([
      '/openapi.json',
      '/docs',
      '/docs/errors',
      '/docs/errors/:code',
      '/oidc/:issuer/.well-known/openid-configuration',
      '/oidc/:issuer/openid/v1/jwks',
    ]);
  });

  it('is in a file called after its operation, which is called after the service method', () => {
    const files = readdirSync('src/routes', { recursive: true, encoding: 'utf8' }).map((file) =>
      file.split('/').at(-1),
    );

    for (const route of operations())
      expect(files).toContain(`${kebab(schemaOf(route).operationId ?? '?')}.ts`);
  });

  it('has an operation id of its own, a summary and one tag', () => {
    const ids = operations().map((route) => schemaOf(route).operationId);

    expect(new Set(ids).size).toBe(ids.length);
    for (const route of operations()) {
      expect(schemaOf(route).summary).toBeTypeOf('string');
      expect(schemaOf(route).tags).toHaveLength(1);
    }
  });

  it('has a query schema, and a schema for the parameters of its address', () => {
    for (const route of operations()) {
      expect([route.url, schemaOf(route).querystring]).toEqual([route.url, expect.any(Object)]);
      const names = [...route.url.matchAll(/(?<!:):([A-Za-z]+)/g)].map((match) => match[1]);
      const { params = {} } = schemaOf(route) as { params?: { properties?: object } };
      expect([route.url, Object.keys(params.properties ?? {})]).toEqual([route.url, names]);
    }
  });

  it('takes a body exactly where the method has one', () => {
    for (const route of operations())
      expect([route.url, schemaOf(route).body !== undefined]).toEqual([
        route.url,
        ['POST', 'PUT', 'PATCH'].includes(String(route.method)) && !isAction(route.url),
      ]);
  });

  it('takes HEAD where it takes GET, but for what a read makes or streams', () => {
    const heads = routes.filter(({ method }) => method === 'HEAD').map(({ url }) => url);
    const gets = operations()
      .filter(({ method }) => method === 'GET')
      .map(({ url }) => url);

    expect(gets.filter((url) => !heads.includes(url))).toEqual([
      '/v1/clusters/:id/kubeconfig',
      '/v1/audit-records::export',
      '/v1/fleet/audit-records::export',
    ]);
  });
});

describe('every request schema', () => {
  it('is closed', () => {
    const isOpen = ({ schema }: Place) =>
      [schema['type']].flat().includes('object') &&
      schema['oneOf'] === undefined &&
      schema['additionalProperties'] === undefined;

    expect(offending(requestPlaces(), isOpen)).toEqual([]);
  });

  it('has maps with bounds', () => {
    const isLoose = ({ schema }: Place) =>
      typeof schema['additionalProperties'] === 'object' &&
      (schema['maxProperties'] === undefined || schema['propertyNames'] === undefined);

    expect(offending(requestPlaces(), isLoose)).toEqual([]);
  });

  it('bounds every string, and holds it to a pattern', () => {
    const isLoose = ({ schema }: Place) =>
      [schema['type']].flat().includes('string') &&
      schema['enum'] === undefined &&
      schema['const'] === undefined &&
      (schema['maxLength'] === undefined || schema['pattern'] === undefined);

    expect(offending(requestPlaces(), isLoose)).toEqual([]);
  });

  it('lets line breaks into texts of several lines only', () => {
    const isLoose = ({ schema }: Place) =>
      typeof schema['pattern'] === 'string' &&
      schema['x-multiline'] !== true &&
      ['\n', 'a\n', '\na', 'a\nb', 'vpc-1\n', 'ssh-rsa AAAA \n'].some((text) =>
        new RegExp(String(schema['pattern']), 'u').test(text),
      );

    expect(offending(requestPlaces(), isLoose)).toEqual([]);
  });

  it('bounds every array and every number', () => {
    const isLoose = ({ schema }: Place) =>
      (schema['type'] === 'array' && schema['maxItems'] === undefined) ||
      ([schema['type']].flat().some((type) => type === 'integer' || type === 'number') &&
        (schema['minimum'] === undefined || schema['maximum'] === undefined));

    expect(offending(requestPlaces(), isLoose)).toEqual([]);
  });

  it('gives no defaults but that of limit', () => {
    const withDefault = offending(requestPlaces(), ({ schema }) => schema['default'] !== undefined);

    expect(withDefault.filter((path) => !path.endsWith('/limit'))).toEqual([]);
  });
});

describe('every reply schema', () => {
  it('is open, so that members and words can be added', () => {
    const isClosed = ({ schema }: Place) =>
      schema['additionalProperties'] === false || schema['enum'] !== undefined;

    expect(offending(replyPlaces(), isClosed)).toEqual([]);
  });

  it('bounds every string and every array', () => {
    const isLoose = ({ schema }: Place) =>
      (schema['type'] === 'string' && schema['maxLength'] === undefined) ||
      (schema['type'] === 'array' && schema['maxItems'] === undefined);

    expect(offending(replyPlaces(), isLoose)).toEqual([]);
  });

  it('is not that of a request', () => {
    const titles = (places: Place[]) =>
      new Set(places.flatMap(({ schema }) => (schema['title'] === undefined ? [] : [schema['title']])));

    expect([...titles(requestPlaces()).intersection(titles(replyPlaces()))]).toEqual([]);
  });
});
