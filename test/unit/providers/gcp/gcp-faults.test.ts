import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeAnswer, FakeCall } from '../../../harness/gcp/fake-answers.ts';
import { accountPath, createGcpWorld } from './gcp-world.ts';

let world: ReturnType<typeof createGcpWorld>;

beforeEach(() => {
  world = createGcpWorld();
});

const oldForm = (status: number, reason: string, headers = {}): FakeAnswer => ({
  status,
  headers,
  body: { error: { code: status, message: `${reason} it says`, errors: [{ reason, message: reason }] } },
});

const newForm = (status: number, word: string, reason?: string): FakeAnswer => ({
  status,
  body: {
    error: {
      code: status,
      message: `${word} it says`,
      status: word,
      ...(reason === undefined
        ? {}
        : { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] }),
    },
  },
});

const isInsertOf = (kind: string, { method, path }: FakeCall): boolean =>
  method === 'POST' && path.endsWith(`/${kind}`);

/** The first pass, in which one kind of call is answered so. */
const failureOf = async (step: string, kind: string, answer: FakeAnswer) => {
  world.gcp.knobs.refuse = (call) => (isInsertOf(kind, call) ? answer : undefined);
  const outcome = await (await world.live()).check();
  const failure = outcome.failures.find((found) => found.step === step);
  const wait = outcome.waiting.find((found) => found.step === step)?.seconds;
  return { kind: failure?.kind, code: failure?.code, wait };
};

describe('a refusal', () => {
  it.each([
    [oldForm(403, 'rateLimitExceeded'), 'throttled', 'rateLimitExceeded', 5],
    [oldForm(429, 'rateLimitExceeded', { 'retry-after': '17' }), 'throttled', 'rateLimitExceeded', 17],
    [oldForm(403, 'quotaExceeded'), 'quota', 'quotaExceeded', 5],
    [oldForm(403, 'forbidden'), 'permission', 'forbidden', 5],
    [oldForm(403, 'accessNotConfigured'), 'permission', 'accessNotConfigured', 5],
    [oldForm(401, 'authError'), 'credentials', 'authError', 5],
    [oldForm(400, 'invalid'), 'invalid', 'invalid', 5],
    [oldForm(404, 'notFound'), 'conflict', 'notFound', 5],
    [oldForm(400, 'resourceNotReady'), 'conflict', 'resourceNotReady', 5],
    [oldForm(503, 'backendError'), 'unknownOutcome', 'backendError', 5],
    [{ status: 500, body: {} }, 'unknownOutcome', 'HTTP 500', 5],
    [{ status: 429, body: {} }, 'throttled', 'HTTP 429', 5],
  ] as const)('of a network with %j is %s', async (answer, kind, code, wait) => {
    expect(await failureOf('network', 'networks', answer)).toEqual({ kind, code, wait });
  });

  it.each([
    [newForm(429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED'), 'throttled', 'RATE_LIMIT_EXCEEDED'],
    [newForm(429, 'RESOURCE_EXHAUSTED'), 'quota', 'RESOURCE_EXHAUSTED'],
    [newForm(403, 'PERMISSION_DENIED', 'IAM_PERMISSION_DENIED'), 'permission', 'IAM_PERMISSION_DENIED'],
    [newForm(401, 'UNAUTHENTICATED'), 'credentials', 'UNAUTHENTICATED'],
    [newForm(400, 'INVALID_ARGUMENT'), 'invalid', 'INVALID_ARGUMENT'],
  ] as const)('of a pool with %j is %s', async (answer, kind, code) => {
    expect(await failureOf('pool', 'workloadIdentityPools', answer)).toMatchObject({ kind, code });
  });

  it('of a read is passing when the cloud is at fault', async () => {
    world.gcp.knobs.refuse = ({ method, path }) =>
      method === 'GET' && path.includes('/networks/') ? { status: 502, body: {} } : undefined;
    const { failures } = await (await world.live()).check();
    expect(failures.find(({ step }) => step === 'network')).toMatchObject({ kind: 'transient' });
  });

  it('of everything leaves what is there, and work goes on when it is over', async () => {
    const life = await world.live();
    await life.create();
    const made = world.gcp.census();
    world.gcp.tokens = new Set();
    const outcome = await life.check();
    expect(new Set(outcome.failures.map(({ kind }) => kind))).toEqual(new Set(['credentials']));
    expect(world.gcp.census()).toEqual(made);
    world.gcp.tokens = undefined;
    expect(await life.checkUntilDone()).toMatchObject({ failures: [] });
    await life.destroy();
    expect(world.gcp.census()).toEqual([]);
  });
});

describe('an operation that fails', () => {
  it('is told with the code of the cloud, and tried again', async () => {
    world.gcp.knobs.failOperation = (type, target) =>
      type === 'insert' && target.includes('/subnetworks/')
        ? { code: 'QUOTA_EXCEEDED', message: 'Quota SUBNETWORKS exceeded.' }
        : undefined;
    const life = await world.live();
    for (let pass = 0; pass < 8; pass += 1) {
      await life.check();
      world.advance(5);
    }
    expect(life.journal.get('subnet')?.lastError).toMatchObject({ kind: 'quota', code: 'QUOTA_EXCEEDED' });
    world.gcp.knobs.failOperation = () => undefined;
    expect(await life.create()).toMatchObject({ isComplete: true });
    expect(world.gcp.census().filter((line) => line.startsWith('subnetworks')).length).toBe(1);
  });

  it('whose answer was lost does not come back for ever with the token that it was made with', async () => {
    world.gcp.knobs.failOperation = (type, target) =>
      type === 'insert' && target.includes('/networks/')
        ? { code: 'INTERNAL_ERROR', message: 'Internal error.' }
        : undefined;
    let lost = 0;
    world.gcp.decide = ({ action, phase }) => {
      if (phase !== 'after' || lost > 0 || !action.endsWith('/global/networks')) return 'pass';
      lost += 1;
      return 'loseReply';
    };
    const life = await world.live();
    await life.check();
    world.advance(65);
    world.gcp.knobs.failOperation = () => undefined;
    expect(await life.create()).toMatchObject({ isComplete: true });
    expect(lost).toBe(1);
  });

  it('of a change is told, and the change is tried again', async () => {
    const life = await world.live();
    await life.create();
    const router = world.gcp.resource('b2c3d4e5f6g7h-router');
    if (router !== undefined) router.data = { ...router.data, nats: [] };
    world.gcp.knobs.failOperation = (type) =>
      type === 'patch' ? { code: 'RESOURCE_NOT_READY', message: 'Not ready.' } : undefined;
    await life.check();
    world.advance(70);
    const outcome = await life.check();
    expect(outcome.isComplete).toBe(false);
    world.gcp.knobs.failOperation = () => undefined;
    await life.checkUntilDone();
    expect(world.gcp.census()).toContain('nats b2c3d4e5f6g7h-nat');
  });
});

describe('a reply that is lost, of a thing that is not seen for longer than is waited', () => {
  it.each(['/networks', '/workloadIdentityPools', '/serviceAccounts', '/providers', '/firewalls'])(
    'of %s leads to what was made',
    async (collection) => {
      world.gcp.knobs.lagSeconds = 90;
      let lost = 0;
      world.gcp.decide = ({ action, phase }) => {
        if (phase !== 'after' || lost > 0 || !action.startsWith('POST') || !action.endsWith(collection))
          return 'pass';
        lost += 1;
        return 'loseReply';
      };
      const life = await world.live();
      expect(await life.create()).toMatchObject({ isComplete: true });
      expect(lost).toBe(1);
      world.gcp.knobs.lagSeconds = 0;
      await life.destroy();
      expect(world.gcp.census()).toEqual([]);
    },
  );
});

describe('a name that somebody else took while it was not seen', () => {
  it('is not taken over', async () => {
    world.gcp.add(world.path('networks', 'b2c3d4e5f6g7h-network'), {});
    const path = accountPath('gcp-pd-csi');
    world.gcp.world.accounts.set(path, { path, data: { email: 'x', uniqueId: '1' }, createdAt: world.now() });
    const asked = new Set<string>();
    world.gcp.knobs.refuse = (call) => {
      const isMeant = call.path.endsWith('b2c3d4e5f6g7h-network') || call.path === path;
      if (call.method !== 'GET' || !isMeant || asked.has(call.path)) return undefined;
      asked.add(call.path);
      return oldForm(404, 'notFound');
    };
    const life = await world.live();
    const first = await life.check();
    expect(first.failures).toContainEqual(
      expect.objectContaining({ step: 'network', kind: 'foreign', code: 'alreadyExists' }),
    );
    world.advance(10);
    const second = await life.check();
    expect(second.failures).toContainEqual(
      expect.objectContaining({ step: 'account/gcp-pd-csi', kind: 'foreign' }),
    );
  });
});

describe('policies', () => {
  it('that others change at the same time are read again, and keep what is not ours', async () => {
    const bindings = [
      { role: 'roles/viewer', members: ['user:a@example.org'] },
      { role: 'roles/dns.admin', members: ['user:b@example.org'], condition: { expression: 'false' } },
    ];
    world.gcp.world.policies.set('resourceManager projects/acme-clusters', { version: 3, etag: 3, bindings });
    world.gcp.knobs.policyConflicts = 3;
    const life = await world.live();
    await life.create();
    const after = world.gcp.world.policies.get('resourceManager projects/acme-clusters')?.bindings;
    expect(after).toEqual(expect.arrayContaining(bindings));
    expect(after?.filter(({ role }) => role === 'roles/dns.admin').length).toBe(2);
    await life.destroy();
    expect(world.gcp.world.policies.get('resourceManager projects/acme-clusters')?.bindings).toEqual(
      bindings,
    );
  });

  it('that are changed without end are left for a while', async () => {
    world.gcp.knobs.policyConflicts = Number.POSITIVE_INFINITY;
    const life = await world.live();
    for (let pass = 0; pass < 6; pass += 1) {
      await life.check();
      world.advance(5);
    }
    expect(life.journal.get('account/gcp-pd-csi')?.lastError).toMatchObject({
      kind: 'conflict',
      code: 'ABORTED',
    });
  });

  it('that do not know a new account yet are tried again until they do', async () => {
    world.gcp.knobs.iamLagSeconds = 90;
    const life = await world.live();
    const started = world.now();
    await life.create();
    expect((world.now() - started) / 1000).toBeGreaterThan(90);
    expect(world.gcp.census().filter((line) => line.startsWith('serviceAccounts')).length).toBe(6);
  });
});

describe('an account that is full', () => {
  it('of networks or of service accounts is told apart from a slow one', async () => {
    world.gcp.world.quotas.set('NETWORKS', 0).set('SERVICE_ACCOUNTS', 0);
    const life = await world.live();
    await life.check();
    world.advance(10);
    const { failures } = await life.check();
    expect(failures.map(({ step, kind, code }) => [step, kind, code])).toEqual(
      expect.arrayContaining([
        ['network', 'quota', 'quotaExceeded'],
        ['account/gcp-pd-csi', 'quota', 'RESOURCE_EXHAUSTED'],
      ]),
    );
    expect(world.gcp.world.accounts.get(accountPath('gcp-pd-csi'))).toBeUndefined();
  });
});
