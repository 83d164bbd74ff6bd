import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { ensureFleetKey } from '../../../src/bootstrap.ts';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { dumpDatabase, findInTexts } from '../../harness/canary.ts';
import { createTestWorld, eventually, newId, type TestWorld } from '../../harness/test-world.ts';

const newCanary = (): string => `canary${randomBytes(18).toString('hex')}`;
const fleetKey = `bk_${randomBytes(32).toString('base64url')}`;

const [pull, kube, cloud, power, management] = [1, 2, 3, 4, 5].map(newCanary) as [
  string,
  string,
  string,
  string,
  string,
];
const signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();
/** A line of the PEM: line breaks and their escapes are around it. */
const signing = signingKey.split('\n')[5] ?? '';

const kubeconfig = (token: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'infra',
    contexts: [{ name: 'infra', context: { cluster: 'infra', user: 'berth' } }],
    clusters: [{ name: 'infra', cluster: { server: 'https://api.infra.example.org:6443' } }],
    users: [{ name: 'berth', user: { token } }],
  });

const clouds = `clouds: { openstack: { auth: { auth_url: "https://keystone.example.org", username: u, password: ${cloud}, project_name: p, user_domain_name: d, project_domain_name: d } } }`;
const values: Readonly<Record<string, string>> = {
  pullSecret: JSON.stringify({
    auths: { 'registry.example.com': { auth: Buffer.from(`user:${pull}`).toString('base64') } },
  }),
  kubeconfig: kubeconfig(kube),
  openstackClouds: clouds,
  powervsApiKey: power,
  signingKey,
};

let world: TestWorld;
let worker: ReturnType<TestWorld['startTestWorker']>;
let app: Awaited<ReturnType<typeof buildApp>>;
let log = '';
const answers: string[] = [];

beforeAll(async () => {
  world = await createTestWorld();
  await ensureFleetKey(world.database, newId, fleetKey);
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  app = await buildApp({
    services: world.services,
    tokens: world.tokens,
    publicUrl: 'https://berth.example.org',
    cursorSecret: Buffer.alloc(32, 7),
    logger: pino({ level: 'trace' }, stream),
  });
  worker = world.startTestWorker(() => createFakeManagementCluster());
});
afterAll(async () => {
  await worker.stop();
  await worker.bell.close();
  await app.close();
  await world.close();
});

const post = async (url: string, key: string, body: unknown) => {
  const reply = await app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': newCanary().replace('canary', 'request'),
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: reply.statusCode, text: reply.body };
};

it('keeps every secret out of the database, the queue, the log and the answers', async () => {
  const made = await post('/v1/fleet/tenants', fleetKey, { name: 'acme' });
  expect(made.status).toBe(201);
  // The one answer that shows the key.
  const tenantKey = /bk_[\w-]{40,}/.exec(made.text)?.[0] ?? '';
  const fleet = '/v1/fleet/management-clusters';
  const registered = await post(fleet, fleetKey, {
    name: 'mc',
    labels: {},
    platforms: ['kubevirt'],
    capacity: 5,
    kubeconfig: kubeconfig(management),
  });
  answers.push(registered.text);
  expect(registered.status).toBe(201);
  for (const [kind, value] of Object.entries(values)) {
    const body = { name: kind.toLowerCase(), kind, value };
    const stored = await post('/v1/credentials', tenantKey, body);
    expect([kind, stored.status, stored.status === 201 ? '' : stored.text]).toEqual([kind, 201, '']);
    answers.push(stored.text);
    const refused = [
      { ...body, name: 'b', value: `${value}\n<<: [` },
      { ...body, name: 'c', kind: 'sshKey' },
      { ...body, name: 'd', surplus: value },
      // Nobody could tell a secret from a name where it is a good one.
      { ...body, name: `${value} /` },
      { ...body, name: 'e', value: [value] },
      `${JSON.stringify(body)}}`,
      body,
    ];
    for (const wrong of refused) {
      const { status, text } = await post('/v1/credentials', tenantKey, wrong);
      expect(status).toBeLessThan(500);
      answers.push(text);
    }
  }
  await eventually('the look at the management cluster', async () => {
    const { rows } = await world.testDatabase.pool.query('SELECT reachable FROM management_clusters');
    return rows[0].reachable === true;
  });

  const canaries = [pull, kube, cloud, power, management, signing, tenantKey, fleetKey];
  const dump = await dumpDatabase(world.testDatabase.pool);
  expect(Object.keys(dump)).toContain('public.audit_records');
  expect(findInTexts(canaries, { ...dump, log, answers: answers.join('\n') })).toEqual([]);
});

it('finds a canary wherever one is put', async () => {
  const { pool } = world.testDatabase;
  const encoded = Buffer.from(`x${power}y`).toString('base64');
  await pool.query(
    `UPDATE credentials SET sealed = sealed || jsonb_build_object('note', $1::text) WHERE kind = 'powervsApiKey'`,
    [encoded],
  );
  await pool.query(`UPDATE management_clusters SET labels = jsonb_build_object('a', $1::text)`, [power]);
  expect([...findInTexts([power], await dumpDatabase(pool))].sort()).toEqual([
    'public.credentials',
    'public.management_clusters',
  ]);
  expect(
    findInTexts([power], { log: `{"msg":"${Buffer.from(power).toString('hex')}"}`, other: 'x' }),
  ).toEqual(['log']);
});
