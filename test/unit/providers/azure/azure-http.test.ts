import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAzureProvider } from '../../../../src/providers/infrastructure/azure/azure-provider.ts';
import { createArmApi } from '../../../../src/providers/infrastructure/azure/http/arm-api.ts';
import { retryAfterOf } from '../../../../src/providers/infrastructure/azure/http/arm-errors.ts';
import { endpointsOf } from '../../../../src/providers/infrastructure/azure/http/endpoints.ts';
import { createOperationMemory } from '../../../../src/providers/infrastructure/azure/http/operations.ts';
import type { CloudAccess } from '../../../../src/providers/infrastructure/contract.ts';
import { azureAccess } from '../../../harness/azure/azure-requests.ts';
import { type AzureWorld, createAzureWorld } from './azure-world.ts';

const issuer = 'https://berth.example.org';
const audience = 'api://AzureADTokenExchange';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const assertion = async ({ tenantId }: CloudAccess, aud: string): Promise<string> => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: issuer, sub: `tenant:${tenantId}`, aud, exp: Math.floor(Date.now() / 1000) + 600 };
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
};

let world: AzureWorld;

beforeEach(async () => {
  world = await createAzureWorld({ tenantId: String(azureAccess().settings['tenantId']) });
});

const trust = (subject: string): void =>
  world.double.trust({
    clientId: String(azureAccess().settings['clientId']),
    issuer,
    subject,
    audience,
    key: publicKey.export({ format: 'jwk' }),
  });

const open = (access = azureAccess('scan')) =>
  createAzureProvider({ clientAssertions: assertion, fetch: world.double.fetch }).open(access, 'westeurope');

describe('a federated credential', () => {
  it('opens the subscription with a token of Berth’s issuer, asked for once', async () => {
    trust('tenant:ten_01jzc8w2q5e8rv9n3k7m4x6t0d');
    const session = await open();
    const report = await session.verify();
    expect(report).toMatchObject({ usable: true, problems: [], account: world.double.subscriptionId });
    const tokens = world.double.calls.filter(
      ({ action, status }) => action === 'POST token' && status === 200,
    );
    expect(tokens).toHaveLength(1);
  });

  it('that the application does not know is told by the code of Entra ID', async () => {
    const session = await open();
    const { usable, problems } = await session.verify();
    expect(usable).toBe(false);
    expect(problems.join()).toContain('AADSTS700016');
    trust('tenant:somebody-else');
    expect((await (await open()).verify()).problems.join()).toContain('AADSTS700213');
  });

  it('that lets every tenant in is no credential', async () => {
    trust('tenant:ten_01jzc8w2q5e8rv9n3k7m4x6t0d');
    trust('tenant:ten_00000000000000000000000000');
    const { usable, problems } = await (await open()).verify();
    expect(usable).toBe(false);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('other tenants');
  });

  it('whose settings cannot go into an address is not used', async () => {
    const access = azureAccess();
    const settings = { ...access.settings, tenantId: '../common' };
    await expect(open({ ...access, settings })).rejects.toMatchObject({ kind: 'credentials' });
  });

  it('of a service that does not answer says nothing about it', async () => {
    const provider = createAzureProvider({
      clientAssertions: assertion,
      fetch: async () => {
        throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
      },
    });
    const session = await provider.open(azureAccess('scan'), 'westeurope');
    await expect(session.verify()).rejects.toMatchObject({
      kind: 'transient',
      code: 'TokenServiceUnreachable',
    });
  });
});

/** Calls to an Azure that answers with what is given, one after the other. */
const scripted = (...answers: readonly (Response | Error)[]) => {
  const asked: { readonly url: string; readonly init: RequestInit | undefined }[] = [];
  const left = [...answers];
  const api = createArmApi({
    management: 'https://management.azure.com',
    fetch: async (url, init) => {
      asked.push({ url: String(url), init });
      const next = left.shift();
      if (next === undefined) throw new Error('nothing more was to be asked');
      if (next instanceof Error) throw next;
      return next;
    },
    tokens: { get: async () => 'secret-token' },
    timeoutMs: 1000,
  });
  return { api, asked };
};

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

describe('calls', () => {
  it('read every page of a list', async () => {
    const next = 'https://management.azure.com/next?page=2';
    const { api, asked } = scripted(
      json(200, { value: [{ name: 'a' }], nextLink: next }),
      json(200, { value: [{ name: 'b' }] }),
    );
    expect(await api.list('/subscriptions/s/resources', '2021-04-01')).toEqual([
      { name: 'a' },
      { name: 'b' },
    ]);
    expect(asked[1]?.url).toBe(next);
  });

  it('give their token to Azure alone', async () => {
    const { api, asked } = scripted(json(200, { value: [], nextLink: 'https://evil.example.org/next' }));
    await expect(api.list('/x', '1')).rejects.toMatchObject({ code: 'ForeignLink' });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.init?.redirect).toBe('error');
    await expect(api.poll({ url: 'https://evil.example.org/operation' })).rejects.toMatchObject({
      code: 'ForeignLink',
    });
  });

  it('take no half list for a whole one', async () => {
    const { api } = scripted(
      json(200, { value: [{}], nextLink: 'https://management.azure.com/next' }),
      json(404, { error: { code: 'NotFound' } }),
    );
    await expect(api.list('/x', '1')).rejects.toMatchObject({ kind: 'transient', code: 'PartialList' });
  });

  it.each([
    ['nothing', undefined],
    ['a page', '<html>'],
  ])('take no answer that is %s for a thing', async (_what, text) => {
    const { api } = scripted(new Response(text ?? '[]', { status: 200 }));
    await expect(api.get('/x', '1')).rejects.toMatchObject({ kind: 'transient', code: 'BadAnswer' });
  });

  it('know what a lost connection means: nothing for a read, anything for a write', async () => {
    const lost = new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
    const { api } = scripted(lost, lost);
    await expect(api.get('/x', '1')).rejects.toMatchObject({ kind: 'transient' });
    await expect(api.put('/x', { apiVersion: '1', body: {} })).rejects.toMatchObject({
      kind: 'unknownOutcome',
    });
  });

  it('never tell a token', async () => {
    const { api } = scripted(
      json(403, { error: { code: 'AuthorizationFailed', message: 'x'.repeat(2000) } }),
    );
    const error = await api.get('/x', '1').catch((caught: unknown) => caught);
    expect(String((error as Error).message).length).toBeLessThanOrEqual(500);
    expect(JSON.stringify(error)).not.toContain('secret-token');
  });

  it.each([
    [200, { status: 'Succeeded' }, { state: 'succeeded' }],
    [200, { status: 'InProgress' }, { state: 'running', retryAfterSeconds: 9 }],
    [202, {}, { state: 'running', retryAfterSeconds: 9 }],
    [204, undefined, { state: 'succeeded' }],
    [404, { error: { code: 'NotFound' } }, { state: 'forgotten' }],
  ])('read how far an operation is: %s %o', async (status, body, outcome) => {
    const answer =
      body === undefined ? new Response(null, { status }) : json(status, body, { 'retry-after': '9' });
    const { api } = scripted(answer);
    expect(await api.poll({ url: 'https://management.azure.com/operation' })).toEqual(outcome);
  });

  it('read why an operation has failed, from what is inside', async () => {
    const { api } = scripted(
      json(200, {
        status: 'Failed',
        error: {
          code: 'OperationFailed',
          message: 'It failed.',
          details: [{ code: 'PublicIPCountLimitReached', message: 'Too many.' }],
        },
      }),
    );
    expect(await api.poll({ url: 'https://management.azure.com/operation' })).toMatchObject({
      state: 'failed',
      error: { kind: 'quota', code: 'OperationFailed', message: 'It failed. Too many.' },
    });
  });
});

describe('small things', () => {
  it('a pause is a number of seconds or a date', () => {
    const now = Date.parse('2026-12-01T00:00:00Z');
    const at = (text: string) => retryAfterOf(new Headers({ 'retry-after': text }), now);
    expect(at('17')).toBe(17);
    expect(at('Tue, 01 Dec 2026 00:00:30 GMT')).toBe(30);
    expect(at('Mon, 30 Nov 2026 00:00:00 GMT')).toBe(0);
    expect(at('soon')).toBeUndefined();
    expect(retryAfterOf(new Headers())).toBeUndefined();
  });

  it('a location tells its cloud', () => {
    expect(endpointsOf('westeurope').management).toBe('https://management.azure.com');
    expect(endpointsOf('usgovvirginia').authority).toBe('https://login.microsoftonline.us');
    expect(endpointsOf('chinaeast2').management).toBe('https://management.chinacloudapi.cn');
  });

  it('operations are remembered up to a number, the oldest goes first', () => {
    const memory = createOperationMemory(2);
    for (const id of ['/A', '/b', '/c']) memory.note(id, { url: id });
    expect(['/a', '/B', '/c'].map((id) => memory.get(id)?.url)).toEqual([undefined, '/b', '/c']);
    memory.note('/b', undefined);
    expect(memory.get('/b')).toBeUndefined();
  });
});
