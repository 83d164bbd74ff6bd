import { expect, it } from 'vitest';
import { callerOf, placed, useDouble } from './azure-client.ts';

const { double, call, subscription, group, network } = await useDouble();

const codeOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
};

it.each([
  ['', 'MissingApiVersionParameter'],
  ['latest', 'InvalidApiVersionParameter'],
  ['2011-11-11', 'NoRegisteredProviderFound'],
])('refuses a call of version %j', async (version, code) => {
  const reply = await call('GET', `${group}?api-version=${version}`);
  expect([reply.status, reply.code]).toEqual([400, code]);
});

it('knows the versions of each service apart', async () => {
  const zone = double.publicZone.id;
  expect((await call('GET', `${zone}?api-version=2023-11-01`)).code).toBe('NoRegisteredProviderFound');
  expect((await call('GET', `${zone}?api-version=2018-05-01`)).status).toBe(200);
});

it('takes only tokens that it has given', async () => {
  const withHeader = (authorization?: string) =>
    double.fetch(`https://management.azure.com${group}?api-version=2022-09-01`, {
      headers: authorization === undefined ? {} : { authorization },
    });
  expect(await codeOf(await withHeader())).toEqual([401, 'AuthenticationFailed']);
  expect(await codeOf(await withHeader('Bearer guessed'))).toEqual([401, 'InvalidAuthenticationToken']);
  expect(await codeOf(await withHeader('token-1'))).toEqual([401, 'InvalidAuthenticationToken']);
  const own = callerOf(double);
  expect((await own('GET', group)).status).toBe(200);
});

it('refuses tokens that have expired', async () => {
  const token = double.issueToken();
  const old = callerOf(double, token);
  expect((await old('GET', group)).status).toBe(200);
  double.expireTokens();
  expect(await old('GET', group)).toMatchObject({ status: 401, code: 'ExpiredAuthenticationToken' });
  expect((await callerOf(double)('GET', group)).status).toBe(200);
});

it('knows one subscription', async () => {
  const other = '/subscriptions/00000000-0000-4000-8000-999999999999';
  expect(await call('GET', other)).toMatchObject({ status: 404, code: 'SubscriptionNotFound' });
  double.knobs.subscription = 'absent';
  expect(await call('GET', subscription)).toMatchObject({ status: 404, code: 'SubscriptionNotFound' });
  double.knobs.subscription = 'forbidden';
  expect(await call('GET', subscription)).toMatchObject({ status: 403, code: 'AuthorizationFailed' });
});

it('lets nobody do what was not granted', async () => {
  double.knobs.grants = () => [
    { actions: ['Microsoft.Network/*', '*/read'], notActions: ['Microsoft.Network/*/delete'] },
  ];
  const path = `${network}/networkSecurityGroups/one`;
  expect((await call('PUT', path, placed)).status).toBe(201);
  expect((await call('GET', path)).status).toBe(200);
  expect(await call('DELETE', path)).toMatchObject({ status: 403, code: 'AuthorizationFailed' });
  expect(await call('PUT', group, placed)).toMatchObject({ status: 403, code: 'AuthorizationFailed' });
  expect((await call('GET', `${group}/providers/Microsoft.Authorization/permissions`)).body).toEqual({
    value: [
      {
        actions: ['Microsoft.Network/*', '*/read'],
        notActions: ['Microsoft.Network/*/delete'],
        dataActions: [],
        notDataActions: [],
      },
    ],
  });
});

it('writes nothing of a provider that is not registered', async () => {
  double.knobs.unregistered.add('Microsoft.Network');
  expect(await call('PUT', `${network}/networkSecurityGroups/one`, placed)).toMatchObject({
    status: 409,
    code: 'MissingSubscriptionRegistration',
  });
  expect((await call('GET', `${subscription}/providers/Microsoft.Network`)).body).toMatchObject({
    registrationState: 'NotRegistered',
  });
  expect((await call('GET', `${subscription}/providers/Microsoft.Compute`)).body).toMatchObject({
    registrationState: 'Registered',
  });
});

it('refuses what a test wants refused, with the time to wait', async () => {
  double.knobs.refuse = ({ action }) =>
    action === 'PUT networkSecurityGroups'
      ? { status: 429, code: 'TooManyRequests', message: 'Slow down.', retryAfterSeconds: 17 }
      : undefined;
  const reply = await call('PUT', `${network}/networkSecurityGroups/one`, placed);
  expect([reply.status, reply.code, reply.headers.get('retry-after')]).toEqual([
    429,
    'TooManyRequests',
    '17',
  ]);
  expect((await call('GET', group)).status).toBe(200);
});

it('knows no other types', async () => {
  expect(await call('PUT', `${network}/natGateways/one`, placed)).toMatchObject({
    status: 404,
    code: 'InvalidResourceType',
  });
});

it('refuses a body that is no object', async () => {
  const response = await double.fetch(`https://management.azure.com${group}?api-version=2022-09-01`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${double.issueToken()}` },
    body: '[',
  });
  expect(await codeOf(response)).toEqual([400, 'InvalidRequestContent']);
});

it('minds conditions on what was read', async () => {
  const path = `${network}/networkSecurityGroups/one`;
  await call('PUT', path, placed);
  const first = String((await call('GET', path)).body['etag']);
  expect((await call('PUT', path, placed, { 'if-match': first })).status).toBe(200);
  expect(await call('PUT', path, placed, { 'if-match': first })).toMatchObject({
    status: 412,
    code: 'PreconditionFailed',
  });
  expect(await call('DELETE', path, undefined, { 'if-match': first })).toMatchObject({ status: 412 });
  expect(await call('PUT', path, placed, { 'if-none-match': '*' })).toMatchObject({ status: 412 });
});

it('knows a thing by its id in any case', async () => {
  await call('PUT', `${network}/networkSecurityGroups/One`, placed);
  const upper = `${network}/networkSecurityGroups/one`.replace('resourceGroups', 'RESOURCEGROUPS');
  expect((await call('GET', upper)).body).toMatchObject({ id: `${network}/networkSecurityGroups/One` });
  expect((await call('PUT', upper, placed)).status).toBe(200);
});
