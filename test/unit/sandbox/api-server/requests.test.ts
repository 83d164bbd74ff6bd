import { describe, expect, it } from 'vitest';
import { negotiate } from '../../../../src/sandbox/api-server/http/negotiate.ts';
import { parseBody } from '../../../../src/sandbox/api-server/http/request-body.ts';
import { parseResourcePath, parseUrl } from '../../../../src/sandbox/api-server/http/request-info.ts';
import { ApiError } from '../../../../src/sandbox/api-server/objects/api-error.ts';
import { decodeContinue, encodeContinue } from '../../../../src/sandbox/api-server/store/continue-token.ts';
import {
  asVersion,
  decodeBody,
  encodeBody,
  withVersion,
} from '../../../../src/sandbox/api-server/store/stored-body.ts';

const pathOf = (target: string) => parseResourcePath(parseUrl(target).segments);

describe('request paths', () => {
  it.each([
    ['/api/v1/namespaces', { group: '', version: 'v1', plural: 'namespaces' }],
    ['/api/v1/namespaces/a', { group: '', version: 'v1', plural: 'namespaces', name: 'a' }],
    [
      '/api/v1/namespaces/a/finalize',
      { group: '', version: 'v1', plural: 'namespaces', name: 'a', subresource: 'finalize' },
    ],
    ['/api/v1/namespaces/a/secrets', { group: '', version: 'v1', namespace: 'a', plural: 'secrets' }],
    ['/api/v1/namespaces/a/secrets/', { group: '', version: 'v1', namespace: 'a', plural: 'secrets' }],
    [
      '/api/v1/namespaces/a/serviceaccounts/b/token',
      {
        group: '',
        version: 'v1',
        namespace: 'a',
        plural: 'serviceaccounts',
        name: 'b',
        subresource: 'token',
      },
    ],
    ['/apis/g.io/v1/things', { group: 'g.io', version: 'v1', plural: 'things' }],
    [
      '/apis/g.io/v1/namespaces/n/things/x/status?a=b',
      { group: 'g.io', version: 'v1', namespace: 'n', plural: 'things', name: 'x', subresource: 'status' },
    ],
  ])('%s', (target, path) => {
    expect(pathOf(target)).toEqual({
      namespace: undefined,
      name: undefined,
      subresource: undefined,
      ...path,
    });
  });

  it.each(['/', '/api', '/api/v1', '/apis', '/apis/g', '/apis/g/v1', '/version'])(
    '%s names no resource',
    (target) => {
      expect(pathOf(target)).toBeUndefined();
    },
  );

  it.each([
    '/api/v1/namespaces/../secrets',
    '/api/v1/namespaces/a/secrets/.',
    '/api/v1/namespaces/%2e%2e/secrets',
    '/api/v1/%zz',
    '/apis/g/v1/namespaces/n/things/x/status/more',
  ])('refuses %s', (target) => {
    expect(() => pathOf(target)).toThrow(ApiError);
  });
});

describe('content negotiation', () => {
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';

  it.each([
    [undefined, { yaml: false, as: 'object', version: 'v1' }],
    ['*/*', { yaml: false, as: 'object', version: 'v1' }],
    ['application/vnd.kubernetes.protobuf,application/json', { yaml: false, as: 'object', version: 'v1' }],
    ['application/yaml', { yaml: true, as: 'object', version: 'v1' }],
    [`${table},application/json`, { yaml: false, as: 'Table', version: 'v1' }],
    [
      'application/json;as=Table;v=v2;g=meta.k8s.io,application/json',
      { yaml: false, as: 'object', version: 'v1' },
    ],
    [
      'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
      { yaml: false, as: 'PartialObjectMetadata', version: 'v1' },
    ],
  ])('%s', (accept, rendering) => {
    expect(negotiate(accept)).toEqual(rendering);
  });

  it('answers 406 when nothing fits', () => {
    expect(() => negotiate('text/html')).toThrow('only the following media types are accepted');
  });
});

describe('bodies', () => {
  const parse = (text: string, type: string) => parseBody(Buffer.from(text), type);

  it('reads JSON and YAML by their types', () => {
    expect(parse('{"a":1}', 'application/json')).toEqual({ a: 1 });
    expect(parse('a: 1\nb: [x]\n', 'application/yaml')).toEqual({ a: 1, b: ['x'] });
    expect(parse('a: 1\n', 'application/apply-patch+yaml')).toEqual({ a: 1 });
    expect(parse('{"a":1}', 'application/apply-patch+yaml')).toEqual({ a: 1 });
  });

  it('refuses what it cannot read', () => {
    expect(() => parse('{', 'application/json')).toThrow(ApiError);
    expect(() => parse('a: b: c', 'application/yaml')).toThrow('error decoding YAML');
    expect(() => parse('x', 'text/plain')).toThrow('unknown format');
  });

  it('does not let aliases multiply', () => {
    const levels = Array.from({ length: 12 }, (_, level) =>
      level === 0 ? 'a0: &a0 [x,x]' : `a${level}: &a${level} [*a${level - 1},*a${level - 1},*a${level - 1}]`,
    );
    expect(() => parse(levels.join('\n'), 'application/yaml')).toThrow();
  });
});

describe('stored bodies', () => {
  const object = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'a', annotations: { text: '"metadata":{' }, resourceVersion: '3' },
    data: { k: 'v' },
  };

  it('keep the version outside and put it in when read', () => {
    const body = encodeBody(object);
    expect(JSON.parse(body)).toEqual({
      ...object,
      metadata: { name: 'a', annotations: { text: '"metadata":{' } },
    });
    expect(JSON.parse(withVersion(body, 42))).toEqual({
      ...object,
      metadata: { ...object.metadata, resourceVersion: '42' },
    });
    expect(decodeBody(body, 42).metadata.resourceVersion).toBe('42');
  });

  it('are served as another version by their first member', () => {
    expect(JSON.parse(asVersion(encodeBody(object), 'g.io/v2'))).toMatchObject({
      apiVersion: 'g.io/v2',
      kind: 'Secret',
    });
  });
});

describe('continue tokens', () => {
  it('come back as they went', () => {
    const point = { rv: 7, after: { namespace: 'n', name: 'a' } };
    expect(decodeContinue(encodeContinue(point))).toEqual(point);
  });

  it.each([
    'abc',
    '',
    Buffer.from('{"rv":"x"}').toString('base64url'),
    Buffer.from('null').toString('base64url'),
  ])('refuses %j', (token) => {
    expect(() => decodeContinue(token)).toThrow('continue key is not valid');
  });
});
