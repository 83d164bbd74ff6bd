import { generateKeyPairSync, sign } from 'node:crypto';
import { ClientAssertionCredential } from '@azure/identity';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { callerOf, useDouble } from './azure-client.ts';

const { double, group } = await useDouble();
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const clientId = '33333333-3333-4333-8333-333333333333';
const guarded = '44444444-4444-4444-8444-444444444444';
const claims = {
  iss: 'https://oidc.example.org',
  sub: 'tenant:T:phase:create',
  aud: 'api://AzureADTokenExchange',
  exp: 4_102_444_800,
};
const trusted = { issuer: claims.iss, subject: claims.sub, audience: claims.aud };
double.trust({ ...trusted, clientId });
double.trust({ ...trusted, clientId: guarded, key: publicKey.export({ format: 'jwk' }) });

const jwtOf = (body: JsonObject): string => {
  const parts = [{ alg: 'RS256' }, body].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const text = parts.join('.');
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
};

const form = {
  grant_type: 'client_credentials',
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: jwtOf(claims),
  scope: 'https://management.azure.com/.default',
  client_id: clientId,
};

const ask = async (changes: Record<string, string> = {}, tenant = double.tenantId) => {
  const response = await double.fetch(`https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, ...changes }).toString(),
  });
  const body = (await response.json()) as Record<string, string>;
  return {
    status: response.status,
    error: body['error'],
    code: body['error_description']?.split(':')[0],
    body,
  };
};

it('exchanges an assertion that it trusts for a token that opens the subscription', async () => {
  const { status, body } = await ask();
  expect([status, body['token_type']]).toEqual([200, 'Bearer']);
  expect((await callerOf(double, body['access_token'])('GET', group)).status).toBe(200);
});

it.each([
  ['issuer', { iss: 'https://evil.example' }, 'AADSTS700211'],
  ['subject', { sub: 'tenant:OTHER:phase:create' }, 'AADSTS700213'],
  ['audience', { aud: 'sts.amazonaws.com' }, 'AADSTS700212'],
])('refuses an assertion of another %s', async (_what, change, code) => {
  expect(await ask({ client_assertion: jwtOf({ ...claims, ...change }) })).toMatchObject({
    status: 401,
    error: 'invalid_client',
    code,
  });
});

it('refuses what is no assertion', async () => {
  const { exp: _, ...endless } = claims;
  expect((await ask({ client_assertion: jwtOf(endless) })).code).toBe('AADSTS50027');
  expect((await ask({ client_assertion: 'nonsense' })).code).toBe('AADSTS50027');
  expect((await ask({ client_assertion_type: 'password' })).code).toBe('AADSTS7000216');
});

it('checks the signature where it was given a key', async () => {
  expect((await ask({ client_id: guarded })).status).toBe(200);
  const forged = `${form.client_assertion.split('.').slice(0, 2).join('.')}.AAAA`;
  expect((await ask({ client_id: guarded, client_assertion: forged })).code).toBe('AADSTS700027');
  expect((await ask({ client_assertion: forged })).status).toBe(200);
});

it.each([
  ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ['another application', { client_id: 'other' }, 400, 'unauthorized_client'],
  ['a scope that is none of an application', { scope: 'user.read' }, 400, 'invalid_scope'],
])('refuses %s', async (_what, changes, status, error) => {
  expect(await ask(changes)).toMatchObject({ status, error });
});

it('knows one tenant', async () => {
  expect(await ask({}, '55555555-5555-4555-8555-555555555555')).toMatchObject({
    status: 400,
    code: 'AADSTS90002',
  });
});

it('is understood by the library of Microsoft', async () => {
  const credential = new ClientAssertionCredential(double.tenantId, clientId, async () => jwtOf(claims), {
    disableInstanceDiscovery: true,
    retryOptions: { maxRetries: 0 },
    httpClient: {
      sendRequest: async (request) => {
        const response = await double.fetch(request.url, {
          method: request.method,
          headers: Object.fromEntries([...request.headers]),
          ...(typeof request.body === 'string' ? { body: request.body } : {}),
        });
        const bodyAsText = await response.text();
        return { request, status: response.status, headers: request.headers, bodyAsText };
      },
    },
  });
  const { token } = await credential.getToken('https://management.azure.com/.default');
  expect((await callerOf(double, token)('GET', group)).status).toBe(200);
});
