import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterWork } from '../../../src/db/repositories/cluster-work.ts';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { verifyDueCredentials } from '../../../src/workers/credential-verifier.ts';
import { openCloud } from '../../../src/workers/infrastructure/open-cloud.ts';
import { findLeaks } from '../../harness/invariants/secret-checks.ts';
import { createTestWorld, eventually, type TestTenant, type TestWorld } from '../../harness/test-world.ts';
import { createTryingCloud, goodReport, refusal } from '../../harness/trying-provider.ts';

const cloud = createTryingCloud();
let world: TestWorld;
let acme: TestTenant;
let globex: TestTenant;
let worker: ReturnType<TestWorld['startTestWorker']> | undefined;
let accounts = 0;

const newAccount = (): string => {
  accounts += 1;
  return String(200_000_000_000 + accounts);
};

const arnIn = (account: string, name = 'berth'): string => `arn:aws:iam::${account}:role/${name}`;

const storeRole = async (tenant: TestTenant, name: string, roleArn: string) =>
  (
    await world.services.credentials.createCredential(tenant.context, {
      name,
      kind: 'awsRole',
      settings: { roleArn },
    })
  ).resource;

const { signal } = new AbortController();
const tryIt = (tenant: TestTenant, id: string) =>
  world.services.credentials.verifyCredential(tenant.context, id, signal);

const workerDeps = () => {
  if (worker === undefined) throw new Error('no worker');
  return worker.deps;
};

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error: { code?: string }) => String(error.code),
  );

beforeAll(async () => {
  world = await createTestWorld(cloud.clouds);
  acme = await world.createTenant('acme');
  globex = await world.createTenant('globex');
  worker = world.startTestWorker(() => createFakeManagementCluster());
});
afterAll(async () => {
  await worker?.stop();
  await world.close();
});

describe('a role in AWS', () => {
  it('gets an external id of chance, and is tried by itself soon after it was stored', async () => {
    const first = await storeRole(acme, 'first', arnIn(newAccount()));
    const second = await storeRole(acme, 'second', arnIn(newAccount()));
    const ids = [first, second].map(({ settings }) => String(settings['externalId']));

    for (const id of ids) expect(id).toMatch(/^berth-[0-9a-f]{48}$/);
    expect(ids[0]).not.toBe(ids[1]);
    const tried = await eventually('the first trial', async () => {
      const read = await world.services.credentials.getCredential(acme.id, first.id);
      return read.status.state === 'valid' && read;
    });
    expect(tried.status).toMatchObject({ account: '123456789012', permissions: goodReport.permissions });
    const access = cloud.opened.find(({ credentialId }) => credentialId === first.id);
    expect(access).toMatchObject({
      tenantId: acme.id,
      kind: 'awsRole',
      phase: 'scan',
      settings: first.settings,
    });
    expect(access).not.toHaveProperty('secret');
  });

  it('is tried on demand, and tells what the cloud said', async () => {
    const { id } = await storeRole(acme, 'asked', arnIn(newAccount()));
    cloud.finding = {
      ...goodReport,
      usable: false,
      problems: ['The role can be assumed without an external id.'],
    };
    const unsafe = await tryIt(acme, id);
    cloud.finding = refusal('credentials', 'AccessDenied');
    const closed = await tryIt(acme, id);
    cloud.finding = goodReport;
    const good = await tryIt(acme, id);

    expect([unsafe.status.state, unsafe.status.problems]).toEqual([
      'invalid',
      ['The role can be assumed without an external id.'],
    ]);
    expect(closed.status).toMatchObject({
      state: 'invalid',
      problems: ['AccessDenied: the cloud says AccessDenied'],
      permissions: [],
    });
    expect(good.status.state).toBe('valid');
    expect(good.revision).toBeGreaterThan(closed.revision);
    expect(good.generation).toBe(1);
  });

  it('stays as it was when the cloud does not answer, or Berth has a fault', async () => {
    const { id } = await storeRole(acme, 'silent', arnIn(newAccount()));
    const before = await tryIt(acme, id);
    for (const finding of [refusal('transient', 'Unavailable'), new Error('canary-of-a-fault')]) {
      cloud.finding = finding;
      const error = await tryIt(acme, id).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ code: 'unavailable' });
      expect(String(error)).not.toContain('canary');
    }
    cloud.finding = goodReport;

    expect(await world.services.credentials.getCredential(acme.id, id)).toEqual(before);
  });

  it('is tried again from time to time, what is wrong sooner than what is right', async () => {
    const { id } = await storeRole(acme, 'again', arnIn(newAccount()));
    await tryIt(acme, id);
    const { pool } = world.testDatabase;
    const pauses: number[] = [];
    for (const finding of [refusal('credentials', 'AccessDenied'), goodReport]) {
      cloud.finding = finding;
      await pool.query(`UPDATE credentials SET verify_at = now() - interval '1 minute' WHERE id = $1`, [id]);
      await verifyDueCredentials(workerDeps(), signal);
      const { rows } = await pool.query(
        `SELECT round(extract(epoch FROM verify_at - now()) / 3600)::int AS hours FROM credentials WHERE id = $1`,
        [id],
      );
      pauses.push(rows[0].hours);
    }

    expect(pauses).toEqual([1, 24]);
    expect((await world.services.credentials.getCredential(acme.id, id)).status.state).toBe('valid');
  });

  it('leaves no question behind, and closes what it opened', async () => {
    const { id } = await storeRole(acme, 'tidy', arnIn(newAccount()));
    await tryIt(acme, id);
    const { rows } = await world.testDatabase.pool.query(
      `SELECT input FROM worker_questions WHERE input->>'credentialId' = $1 AND state = 'asked'`,
      [id],
    );

    expect(rows).toEqual([]);
    await eventually('the end of all sessions', async () => cloud.closed === cloud.opened.length);
  });
});

describe('a role that lets strangers in', () => {
  const spec = (credentialId: string) => ({
    version: '4.20.3',
    platform: {
      type: 'aws' as const,
      aws: {
        region: 'eu-west-1',
        credentialId,
        infrastructure: { mode: 'managed' as const, zones: ['eu-west-1a'] },
      },
    },
    dns: { baseDomain: 'example.org' },
    pullSecretCredentialId: acme.pullSecretId,
  });

  it('is used for nothing, although it opens, until it is mended and tried again', async () => {
    const problem = 'The role lets Berth in without an external id.';
    cloud.finding = { ...goodReport, usable: false, isUnsafe: true, problems: [problem] };
    const { id } = await storeRole(acme, 'open-to-all', arnIn(newAccount()));
    const plan = await world.services.clusters.planCluster(
      acme.context,
      { name: 'unsafe', labels: {}, spec: spec(id), nodePools: [] },
      signal,
    );
    expect(plan.problems).toEqual([
      {
        pointer: '/spec/platform/aws/credentialId',
        code: 'not-usable',
        detail: `CredentialRefused: ${problem}`,
      },
    ]);
    const phases = cloud.opened.filter(({ credentialId }) => credentialId === id).map(({ phase }) => phase);
    expect(new Set(phases)).toEqual(new Set(['scan']));

    const work = { cluster: { tenantId: acme.id, id: 'cl_1', spec: spec(id) } } as unknown as ClusterWork;
    await expect(openCloud(workerDeps(), work, 'create')).rejects.toMatchObject({
      kind: 'credentials',
      code: 'CredentialRefused',
    });
    // What was made is taken away all the same.
    (await openCloud(workerDeps(), work, 'destroy')).close();
    cloud.finding = goodReport;
    await tryIt(acme, id);
    (await openCloud(workerDeps(), work, 'create')).close();
  });

  it('is found out also when it did not open at first', async () => {
    cloud.finding = refusal('credentials', 'AccessDenied');
    const { id } = await storeRole(acme, 'open-later', arnIn(newAccount()));
    expect((await tryIt(acme, id)).status.state).toBe('invalid');
    cloud.finding = { ...goodReport, usable: false, isUnsafe: true, problems: ['open to all'] };
    const work = { cluster: { tenantId: acme.id, id: 'cl_1', spec: spec(id) } } as unknown as ClusterWork;

    await expect(openCloud(workerDeps(), work, 'create')).rejects.toMatchObject({
      code: 'CredentialRefused',
    });
    cloud.finding = goodReport;
  });
});

describe('an account in AWS', () => {
  const mayUse = (account: string, tenants: readonly string[]) =>
    world.services.fleet.allowCloudAccount(world.operator, { platform: 'aws', account }, tenants);

  it('belongs to one tenant, and the refusal tells nothing of it', async () => {
    const account = newAccount();
    const { id } = await storeRole(acme, 'owner', arnIn(account));
    const error = await storeRole(globex, 'intruder', arnIn(account, 'other')).catch(
      (thrown: Error) => thrown,
    );

    expect(error).toMatchObject({
      code: 'admission-refused',
      problems: [
        {
          pointer: '/settings/roleArn',
          code: 'not-allowed',
          detail: 'This account is not open to the tenant; the operator of the fleet can allow it.',
        },
      ],
    });
    expect(JSON.stringify(error)).not.toContain(acme.id);
    expect(await codeOf(storeRole(acme, 'owner-again', arnIn(account, 'other')))).toBe('taken');
    expect((await tryIt(acme, id)).status.state).toBe('valid');
  });

  it('is free again when the last role in it has gone', async () => {
    const account = newAccount();
    const one = await storeRole(acme, 'gone-one', arnIn(account, 'one'));
    const two = await storeRole(acme, 'gone-two', arnIn(account, 'two'));
    const remove = (id: string) => world.services.credentials.deleteCredential(acme.context, id, undefined);

    await remove(one.id);
    expect(await codeOf(storeRole(globex, 'early', arnIn(account)))).toBe('admission-refused');
    await remove(two.id);
    expect(await codeOf(storeRole(globex, 'late', arnIn(account)))).toBe('taken');
  });

  it('is shared by leave of the fleet operator', async () => {
    const account = newAccount();
    await storeRole(acme, 'sharing', arnIn(account));
    expect(await mayUse(account, [globex.id])).toEqual({
      platform: 'aws',
      account,
      tenantId: acme.id,
      allowedTenantIds: [globex.id],
    });
    const guest = await storeRole(globex, 'guest', arnIn(account, 'guest'));

    expect((await tryIt(globex, guest.id)).status.state).toBe('valid');
    expect(await codeOf(mayUse(account, ['ten_01h455vb4pex5vsknk084sn02q']))).toBe('admission-refused');
    await mayUse(account, []);
    expect((await tryIt(globex, guest.id)).status).toMatchObject({
      state: 'invalid',
      problems: ['This account is not open to the tenant; the operator of the fleet can allow it.'],
    });
  });

  it('cannot be kept from its owner by whoever only claims it', async () => {
    const account = newAccount();
    cloud.finding = refusal('credentials', 'AccessDenied');
    const squatter = await storeRole(globex, 'squatter', arnIn(account));
    await eventually('the first trial', async () => {
      const { status } = await world.services.credentials.getCredential(globex.id, squatter.id);
      return status.state === 'invalid';
    });
    expect(await codeOf(storeRole(acme, 'owner-waits', arnIn(account)))).toBe('admission-refused');
    await world.testDatabase.pool.query(
      `UPDATE cloud_accounts SET claimed_at = now() - interval '25 hours' WHERE account = $1`,
      [account],
    );
    const owner = await storeRole(acme, 'owner-comes', arnIn(account));
    cloud.finding = goodReport;
    await tryIt(acme, owner.id);

    const held = await world.services.fleet.getCloudAccount({ platform: 'aws', account });
    expect(held).toMatchObject({ tenantId: acme.id, provenAt: expect.any(String) });
    await world.testDatabase.pool.query(
      `UPDATE cloud_accounts SET claimed_at = now() - interval '25 hours' WHERE account = $1`,
      [account],
    );
    expect(await codeOf(storeRole(globex, 'squatter-again', arnIn(account)))).toBe('admission-refused');
  });
});

describe('a credential of another tenant', () => {
  it('is not there, whatever is asked of it', async () => {
    const { id } = await storeRole(acme, 'hidden', arnIn(newAccount()));
    const { credentials } = world.services;
    const asked = [
      credentials.getCredential(globex.id, id),
      tryIt(globex, id),
      credentials.getCredentialSetup(globex.id, id, undefined),
      credentials.replaceCredentialValue(globex.context, id, 'x', undefined),
      credentials.deleteCredential(globex.context, id, undefined),
    ];

    expect(await Promise.all(asked.map(codeOf))).toEqual(Array(5).fill('not-found'));
  });
});

describe('a value', () => {
  it('is sealed and replaced, and is in no row, answer or question', async () => {
    const canary = 'canary0123456789canary0123456789';
    const { credentials } = world.services;
    const { resource } = await credentials.createCredential(acme.context, {
      name: 'sealed',
      kind: 'powervsApiKey',
      value: canary,
    });
    const changed = await credentials.replaceCredentialValue(acme.context, resource.id, `${canary}-new`, [1]);

    expect(changed.generation).toBe(2);
    expect(await credentials.getCredential(acme.id, resource.id)).toEqual(changed);
    expect(await tryIt(acme, resource.id)).toMatchObject({
      status: {
        state: 'unverified',
        problems: ['This installation does not reach the cloud of this credential.'],
      },
    });
    expect(await findLeaks(world.testDatabase.pool, [canary], JSON.stringify(changed))).toEqual([]);
    const { rows } = await world.testDatabase.pool.query(
      'SELECT kind, sealed FROM credentials WHERE id = $1',
      [resource.id],
    );
    const context = { tenantId: acme.id, kind: rows[0].kind, id: resource.id };
    expect(await world.sealer.open(context, rows[0].sealed)).toBe(`${canary}-new`);
  });

  it('that is replaced makes the clusters due that use it', async () => {
    const { resource: cluster } = await world.services.clusters.createCluster(acme.context, {
      name: 'user',
      labels: {},
      spec: {
        version: '4.20.3',
        platform: { type: 'kubevirt', kubevirt: {} },
        dns: { baseDomain: 'example.com' },
        pullSecretCredentialId: acme.pullSecretId,
      },
      nodePools: [],
    });
    const wakes = async (): Promise<number> => {
      const { rows } = await world.testDatabase.pool.query('SELECT wakes FROM clusters WHERE id = $1', [
        cluster.id,
      ]);
      return Number(rows[0].wakes);
    };
    const before = await wakes();
    await world.services.credentials.replaceCredentialValue(
      acme.context,
      acme.pullSecretId,
      '{"auths":{"registry.example.com":{"auth":"dXNlcjpvdGhlcg=="}}}',
      undefined,
    );

    expect(await wakes()).toBeGreaterThan(before);
    expect(
      await codeOf(world.services.credentials.deleteCredential(acme.context, acme.pullSecretId, undefined)),
    ).toBe('resource-in-use');
  });
});
