import { describe, expect, it } from 'vitest';
import { checkIssuer } from '../../../../src/providers/identity/check-issuer.ts';
import { KeysUnavailable } from '../../../../src/providers/identity/fetch-key-set.ts';
import type { IssuerKeys } from '../../../../src/providers/identity/issuer-keys.ts';
import { KeyCache } from '../../../../src/providers/identity/key-cache.ts';
import { createOutgoingHttp } from '../../../../src/providers/outgoing-http/outgoing-http.ts';

const setUp = (fetching: readonly string[] = []) => {
  const opened: string[] = [];
  const open = (issuer: string): IssuerKeys => {
    opened.push(issuer);
    return { isFetching: fetching.includes(issuer) } as IssuerKeys;
  };
  return { opened, cache: new KeyCache(open, 3) };
};

describe('the cache of keys', () => {
  it('keeps those used last, and no more than its size', () => {
    const { cache, opened } = setUp();
    for (const issuer of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) cache.of(issuer);

    expect(cache.size).toBe(3);
    expect(opened).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  it('lets none go whose keys are on their way', () => {
    const { cache, opened } = setUp(['a']);
    for (const issuer of ['a', 'b', 'c', 'd', 'a']) cache.of(issuer);
    expect(opened).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is full when all are on their way', () => {
    const { cache } = setUp(['a', 'b', 'c']);
    for (const issuer of ['a', 'b', 'c']) cache.of(issuer);
    expect(() => cache.of('d')).toThrow(KeysUnavailable);
    expect(cache.of('a').isFetching).toBe(true);
  });
});

describe('checkIssuer', () => {
  const http = createOutgoingHttp({ allowedPrivate: [], allowHttp: false });

  it.each([
    ['https://idp.example.com', undefined],
    ['https://idp.example.com/realms/one/', undefined],
    ['https://10.0.0.1', 'address'],
    ['http://idp.example.com', 'scheme'],
    ['https://idp.example.com?tenant=1', 'query'],
    [`https://idp.example.com/${'a'.repeat(240)}`, 'tooLong'],
    ['https://idp.example.com/.well-known/openid-configuration', 'wellKnown'],
  ])('judges %s: %s', (issuer, code) => {
    expect(checkIssuer(issuer, http)?.code).toBe(code);
  });
});
