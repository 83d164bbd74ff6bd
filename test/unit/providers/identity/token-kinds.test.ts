import { describe, expect, it } from 'vitest';
import { clientIdOf, isClientToken } from '../../../../src/providers/identity/token-party.ts';
import { isAccessToken } from '../../../../src/providers/identity/token-type.ts';

const api = 'https://berth.example.com';

describe('isAccessToken', () => {
  it.each<[string, string | undefined, object]>([
    ['RFC 9068', 'application/at+jwt', {}],
    ['Keycloak', 'application/jwt', { typ: 'Bearer', azp: 'web', scope: 'openid' }],
    ['Keycloak, for itself', 'application/jwt', { typ: 'Bearer', azp: api, scope: '' }],
    ['Entra ID 2.0, user', 'application/jwt', { azp: 'web', scp: 'Clusters.Read' }],
    ['Entra ID 2.0, program', 'application/jwt', { azp: 'web', idtyp: 'app', roles: ['x'] }],
    ['Entra ID 1.0', 'application/jwt', { appid: 'web' }],
    ['Auth0', 'application/jwt', { azp: 'web', gty: 'client-credentials', scope: 'x' }],
    ['Okta', undefined, { cid: 'web', scp: ['x'] }],
    ['Cognito with an audience', undefined, { token_use: 'access', client_id: 'web' }],
    ['another client in azp', undefined, { azp: 'web' }],
  ])('takes that of %s', (_name, type, claims) => {
    expect(isAccessToken(type, { aud: api, ...claims })).toBe(true);
  });

  it.each<[string, string | undefined, object]>([
    ['an ID token: nonce', undefined, { nonce: 'n', scope: 'openid' }],
    ['an ID token: s_hash', 'application/jwt', { s_hash: 's', scope: 'openid' }],
    ['an ID token: c_hash', 'application/jwt', { c_hash: 's', scope: 'openid' }],
    ['an ID token for its client', undefined, { azp: api }],
    ['an ID token for its client among others', undefined, { aud: ['other', api], azp: api }],
    ['nothing said', undefined, {}],
    ['azp of another type', undefined, { azp: undefined }],
    ['a security event', 'application/secevent+jwt', { scope: 'x' }],
    ['a proof of possession', 'application/dpop+jwt', { scope: 'x' }],
    ['a client assertion', 'application/client-authentication+jwt', { scope: 'x' }],
    ['an offline token of Keycloak', 'application/jwt', { typ: 'Offline', scope: 'x' }],
  ])('refuses %s', (_name, type, claims) => {
    expect(isAccessToken(type, { aud: api, ...claims })).toBe(false);
  });
});

describe('the party of a token', () => {
  it.each<[string, object, string | undefined, boolean]>([
    ['RFC 9068 client', { sub: 'web', client_id: 'web' }, 'web', true],
    ['RFC 9068 user', { sub: 'u1', client_id: 'web' }, 'web', false],
    ['Auth0 client', { sub: 'web@clients', azp: 'web', gty: 'client-credentials' }, 'web', true],
    ['Entra program', { sub: 'oid', azp: 'web', idtyp: 'app' }, 'web', true],
    ['Entra 1.0 user', { sub: 'oid', appid: 'web', idtyp: 'user' }, 'web', false],
    ['Okta client', { sub: 'web', cid: 'web' }, 'web', true],
    ['no client named', { sub: 'u1' }, undefined, false],
    ['nothing named', {}, undefined, false],
    ['client of another type', { sub: 'u1', client_id: 1, azp: '', cid: 'c'.repeat(256) }, undefined, false],
  ])('of %s', (_name, claims, clientId, isClient) => {
    expect(clientIdOf(claims as never)).toBe(clientId);
    expect(isClientToken(claims as never)).toBe(isClient);
  });
});
