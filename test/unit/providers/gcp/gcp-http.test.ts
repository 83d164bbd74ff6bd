import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { gcpManaged } from '../../../../src/domain/platforms/gcp/plan/plan.ts';
import type { CloudAccess } from '../../../../src/providers/infrastructure/contract.ts';
import { createGcpProvider } from '../../../../src/providers/infrastructure/gcp/gcp-provider.ts';
import { FakeGcp, fakeEndpoints } from '../../../harness/gcp/fake-gcp.ts';
import { type FakeTrust, subjectTokenOf } from '../../../harness/gcp/fake-tokens.ts';
import { serveFakeGcp } from '../../../harness/gcp/fake-transport.ts';
import { gcpAccess, gcpEmail, gcpRequest } from '../../../harness/gcp/gcp-requests.ts';
import { createInfrastructureLife } from '../../../harness/infrastructure/infrastructure-life.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const audience =
  '//iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/berth/providers/berth';

const subjectOf = ({ tenantId, phase }: CloudAccess): string => `tenant:${tenantId}:phase:${phase}`;

const serve = async (trust: Partial<FakeTrust> = {}) => {
  let time = Date.parse('2026-12-01T00:00:00.000Z');
  const gcp = new FakeGcp(() => time);
  const own = subjectOf(gcpAccess());
  const server = await serveFakeGcp(gcp, {
    audience,
    email: gcpEmail,
    trusts: (subject) => subject === own,
    ...trust,
  });
  closers.push(server.close);
  const asked: string[] = [];
  const provider = createGcpProvider({
    endpoints: fakeEndpoints(server.origin),
    subjectTokens: async (access, aud) => {
      asked.push(`${subjectOf(access)} ${aud}`);
      return subjectTokenOf({ sub: subjectOf(access), aud });
    },
  });
  return {
    gcp,
    asked,
    provider,
    clock: () => time,
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
  };
};

describe('over HTTP, with tokens of Berth’s own issuer', () => {
  it('a cluster is made and taken away, with one exchange of tokens', async () => {
    const world = await serve();
    const session = await world.provider.open(gcpAccess(), 'europe-west1');
    const request = gcpRequest();
    const life = createInfrastructureLife({
      request,
      plan: gcpManaged.plan(request),
      handlers: session.handlers,
      clock: world.clock,
      advance: world.advance,
      concurrency: 4,
    });
    expect(await life.create()).toMatchObject({ isComplete: true });
    await life.destroy();
    expect(world.gcp.census()).toEqual([]);
    expect(world.asked).toEqual([`${subjectOf(gcpAccess())} ${audience}`]);
  });

  it('a reply that is lost leaves a write unknown, and a read to be repeated', async () => {
    const world = await serve();
    const session = await world.provider.open(gcpAccess(), 'europe-west1');
    const request = gcpRequest();
    const life = createInfrastructureLife({
      request,
      plan: gcpManaged.plan(request),
      handlers: session.handlers,
      clock: world.clock,
      advance: world.advance,
    });
    world.gcp.decide = ({ action, phase }) => {
      if (action.endsWith('POST compute projects/acme-clusters/global/networks'))
        return phase === 'after' ? 'loseReply' : 'pass';
      return action.includes('serviceAccounts/') && phase === 'before' ? 'drop' : 'pass';
    };
    const { failures } = await life.check();
    expect(failures.find(({ step }) => step === 'network')).toMatchObject({
      kind: 'unknownOutcome',
      code: 'ConnectionLost',
    });
    world.advance(10);
    const next = await life.check();
    expect(next.failures.find(({ step }) => step === 'account/gcp-pd-csi')).toMatchObject({
      kind: 'transient',
      code: 'ConnectionLost',
    });
    expect(world.gcp.census().filter((line) => line.startsWith('networks'))).toEqual([
      'networks b2c3d4e5f6g7h-network',
    ]);
  });

  it.each([
    ['a pool that does not take the token', { trusts: () => false }, 'unauthorized_client'],
    ['another pool', { audience: '//iam.googleapis.com/other' }, 'invalid_target'],
    [
      'an account that it may not act as',
      { email: 'other@acme-clusters.iam.gserviceaccount.com' },
      'TokenRefused',
    ],
  ])('%s is a matter of credentials', async (_name, trust, code) => {
    const world = await serve(trust);
    const session = await world.provider.open(gcpAccess(), 'europe-west1');
    await expect(session.listOwned('prod', [])).rejects.toMatchObject({ kind: 'credentials', code });
    expect(world.gcp.log).toEqual([]);
  });

  it('a token service that is down is passing', async () => {
    const provider = createGcpProvider({
      endpoints: fakeEndpoints('http://127.0.0.1:9'),
      subjectTokens: async () => 'token',
    });
    const session = await provider.open(gcpAccess(), 'europe-west1');
    await expect(session.listOwned('prod', [])).rejects.toMatchObject({ kind: 'transient' });
  }, 20_000);

  it('a credential without settings is refused before anything is asked', async () => {
    const { provider } = await serve();
    const { settings: _gone, ...rest } = gcpAccess();
    for (const settings of [{}, { ...gcpAccess().settings, poolId: '../../evil' }])
      await expect(provider.open({ ...rest, settings }, 'europe-west1')).rejects.toMatchObject({
        kind: 'credentials',
        code: 'SettingsInvalid',
      });
  });
});

describe('the way in', () => {
  it('is safe when tokens for other tenants are refused', async () => {
    const { provider, asked } = await serve({
      trusts: (subject) => subject.endsWith(':phase:scan') && !subject.includes('ten_000'),
    });
    const report = await (await provider.open(gcpAccess('scan'), 'europe-west1')).verify();
    expect(report).toMatchObject({ usable: true, account: 'acme-clusters', problems: [] });
    expect(asked).toEqual([
      `tenant:ten_01jzc8w2q5e8rv9n3k7m4x6t0d:phase:scan ${audience}`,
      `tenant:ten_00000000000000000000000000:phase:scan ${audience}`,
    ]);
  });

  it('is not safe when they are taken', async () => {
    const { provider } = await serve({ trusts: () => true });
    const report = await (await provider.open(gcpAccess('scan'), 'europe-west1')).verify();
    expect(report.usable).toBe(false);
    expect(report.problems).toEqual([expect.stringContaining('other tenants')]);
  });

  it('that is shut is told with the reason', async () => {
    const { provider } = await serve({ trusts: () => false });
    const report = await (await provider.open(gcpAccess('scan'), 'europe-west1')).verify();
    expect(report).toMatchObject({ usable: false, permissions: [] });
    expect(report.problems).toEqual([expect.stringMatching(/^unauthorized_client: /)]);
  });
});

describe('an answer', () => {
  interface Made {
    readonly status: number;
    readonly body: string;
    readonly location?: string;
  }

  const serveAnswers = async (answer: (url: string) => Made | undefined): Promise<string> => {
    const server = createServer((request, response) => {
      const made = answer(request.url ?? '');
      if (made === undefined) return;
      response.writeHead(made.status, made.location === undefined ? {} : { location: made.location });
      response.end(made.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(
      () =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    );
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  const openAt = async (answer: (url: string) => Made | undefined) =>
    createGcpProvider({
      endpoints: fakeEndpoints(await serveAnswers(answer)),
      subjectTokens: async () => '',
      tokensOf: () => ({ get: async () => 'token' }),
      timeoutMs: 200,
    }).open(gcpAccess(), 'europe-west1');

  it.each([
    ['no JSON', { status: 200, body: '<html>' }, 'BadAnswer'],
    [
      'a list with parts missing',
      { status: 200, body: '{"unreachables":["europe-west1-b"]}' },
      'PartialList',
    ],
    ['a list without an end', { status: 200, body: '{"nextPageToken":"again"}' }, 'EndlessList'],
    ['a fault', { status: 503, body: 'upstream connect error' }, 'HTTP 503'],
  ])('of %s is an error, not an empty list', async (_name, answer, code) => {
    const session = await openAt(() => answer);
    await expect(session.listOwned('prod', [])).rejects.toMatchObject({ kind: 'transient', code });
  });

  it('that does not come in time is given up', async () => {
    const session = await openAt(() => undefined);
    await expect(session.listOwned('prod', [])).rejects.toMatchObject({ kind: 'transient', code: 'Timeout' });
  });

  it('that sends elsewhere is not followed: the token would go along', async () => {
    const followed: string[] = [];
    const elsewhere = await serveAnswers((url) => {
      followed.push(url);
      return { status: 200, body: '{}' };
    });
    const session = await openAt(() => ({ status: 307, body: '', location: `${elsewhere}/` }));
    await expect(session.listOwned('prod', [])).rejects.toMatchObject({ code: 'ConnectionLost' });
    expect(followed).toEqual([]);
  });
});
