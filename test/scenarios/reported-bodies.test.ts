import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHttpWorld, type HttpWorld } from '../harness/http-world.ts';

// Reports of malformed and inadmissible requests to services of this kind. The ids are those of the report list.
let world: HttpWorld;

beforeAll(async () => {
  world = await createHttpWorld();
});
afterEach(() => {
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});
afterAll(async () => {
  expect(world.checks.failures).toEqual([]);
  await world.close();
});

const count = async (): Promise<number> => {
  const { rows } = await world.testDatabase.pool.query('SELECT count(*)::int AS n FROM clusters');
  return rows[0].n;
};

const pointers = (body: { errors?: { pointer: string }[] }): string[] =>
  (body.errors ?? []).map((entry) => entry.pointer);

describe('BL01: a number that is none', () => {
  it.each([null, true, '3', [3], 3.5, '', -1])(
    'refuses replicas %j in a create at its pointer',
    async (replicas) => {
      const before = await count();
      const body = world.clusterBody('bl01', { spec: { nodePools: [{ name: 'w', replicas }] } });
      const reply = await world.send('POST', '/v1/clusters', { body });
      expect(reply.status).toBe(400);
      expect(pointers(reply.body)).toEqual(['/spec/nodePools/0/replicas']);
      expect(await count()).toBe(before);
    },
  );

  it('refuses the same values in a patch and leaves the pool as it was', async () => {
    const created = await world.send('POST', '/v1/clusters', {
      body: world.clusterBody('bl01b', { spec: { nodePools: [{ name: 'w', replicas: 3 }] } }),
    });
    expect(created.status).toBe(202);
    const list = await world.send('GET', `/v1/node-pools?clusterId=${created.body.cluster.id}`);
    const [pool] = list.body.items;
    for (const replicas of [true, '3', [3], 3.5, '', -1]) {
      const reply = await world.send('PATCH', `/v1/node-pools/${pool.id}`, { body: { spec: { replicas } } });
      expect([reply.status, pointers(reply.body)]).toEqual([400, ['/spec/replicas']]);
    }
    const removal = await world.send('PATCH', `/v1/node-pools/${pool.id}`, {
      body: { spec: { replicas: null } },
    });
    expect([400, 422]).toContain(removal.status);
    expect((await world.send('GET', `/v1/node-pools/${pool.id}`)).body).toEqual(pool);
  });
});

describe('BL03: branches of a union', () => {
  it('refuses null where a number is wanted', async () => {
    const body = world.clusterBody('bl03a', {
      spec: { nodePools: [{ name: 'w', autoscaling: { min: null, max: 5 } }] },
    });
    const reply = await world.send('POST', '/v1/clusters', { body });
    expect(reply.status).toBe(400);
    expect(pointers(reply.body)).toContain('/spec/nodePools/0/autoscaling/min');
  });

  it('keeps every field that was sent, in both branches', async () => {
    const spec = {
      network: { clusterCidrs: ['10.132.0.0/14'] },
      controlPlane: { availability: 'high' },
      nodePools: [
        { name: 'a', autoscaling: { min: 2, max: 5 } },
        { name: 'b', replicas: 1 },
      ],
    };
    const created = await world.send('POST', '/v1/clusters', {
      body: world.clusterBody('bl03b', { labels: { team: 'x' }, spec }),
    });
    expect(created.status).toBe(202);
    const { id } = created.body.cluster;
    const cluster = await world.send('GET', `/v1/clusters/${id}`);
    expect(cluster.body).toMatchObject({
      labels: { team: 'x' },
      spec: { network: spec.network, controlPlane: spec.controlPlane },
    });
    const pools = await world.send('GET', `/v1/node-pools?clusterId=${id}`);
    const specs = Object.fromEntries(
      pools.body.items.map((pool: { name: string; spec: object }) => [pool.name, pool.spec]),
    );
    expect(specs).toEqual({ a: { autoscaling: { min: 2, max: 5 } }, b: { replicas: 1 } });
  });
});

describe('BL03: branches of the infrastructure', () => {
  const role = (name: string, account = '123456789012') => `arn:aws:iam::${account}:role/${name}`;
  const names =
    'ingress imageRegistry storage network kubeCloudController nodePoolManagement controlPlaneOperator';
  const registered = async () => {
    const body = { name: 'aws', kind: 'awsRole', settings: { roleArn: role('berth') } };
    return (await world.send('POST', '/v1/credentials', { body })).body.id as string;
  };
  const onAws = (name: string, aws: object) => {
    const platform = { type: 'aws', aws: { region: 'us-east-1', ...aws } };
    const pools = [{ name: 'a', autoscaling: { min: 2, max: 5 } }];
    return world.clusterBody(name, { spec: { platform, nodePools: pools } });
  };

  it('keep every field that was sent; a change of one is understood', async () => {
    const managed = { mode: 'managed', zones: ['us-east-1a'] };
    const existing = {
      mode: 'existing',
      infraId: 'payments-x7k2p',
      vpcId: 'vpc-0123456789abcdef0',
      subnets: [{ id: 'subnet-0123456789abcdef0', zone: 'us-east-1a' }],
      roles: Object.fromEntries(names.split(' ').map((name) => [name, role(name)])),
      issuerUrl: 'https://oidc.example.org/payments',
      sharedVpc: {
        localZoneId: 'Z0123456789ABCDEFGHIJ',
        ingressRoleArn: role('ingress', '210987654321'),
        controlPlaneRoleArn: role('control-plane', '210987654321'),
      },
    };
    const bodies = [
      onAws('bl03c', {
        credentialId: await registered(),
        endpointAccess: 'private',
        infrastructure: managed,
      }),
      onAws('bl03d', { endpointAccess: 'publicAndPrivate', infrastructure: existing }),
    ];
    for (const body of bodies) {
      const created = await world.send('POST', '/v1/clusters', { body });
      expect([created.status, created.body.errors]).toEqual([202, undefined]);
      const seen = await world.send('GET', `/v1/clusters/${created.body.cluster.id}`);
      expect(seen.body.spec.platform).toEqual(body.spec.platform);
    }
    const raced = { ...existing, infraId: 'payments-race1' };
    const answers = await Promise.all(
      ['bl03f', 'bl03g', 'bl03h'].map((name) =>
        world.send('POST', '/v1/clusters', {
          body: onAws(name, { endpointAccess: 'publicAndPrivate', infrastructure: raced }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 422, 422]);
    for (const { status, body } of answers)
      if (status === 422) expect(pointers(body)).toEqual(['/spec/platform/aws/infrastructure/infraId']);
    const again = onAws('bl03e', { endpointAccess: 'publicAndPrivate', infrastructure: existing });
    expect(pointers((await world.send('POST', '/v1/clusters', { body: again })).body)).toEqual([
      '/spec/platform/aws/infrastructure/infraId',
    ]);
    const plan = await world.send('POST', '/v1/clusters?dryRun=true', { body: again });
    expect(plan.body.problems).toEqual([
      {
        pointer: '/spec/platform/aws/infrastructure/infraId',
        code: 'taken',
        detail:
          'Another cluster has this infraId. What its operators make is known by it: give each cluster its own, or none.',
      },
    ]);
    const { items } = (await world.send('GET', '/v1/clusters?name=bl03d')).body;
    const sharedVpc = { localZoneId: 'Z9999999999ABCDEFGHIJ' };
    const patch = { spec: { platform: { aws: { infrastructure: { sharedVpc } } } } };
    const changed = await world.send('PATCH', `/v1/clusters/${items[0].id}`, { body: patch });
    expect([changed.status, pointers(changed.body)]).toEqual([
      422,
      ['/spec/platform/aws/infrastructure/sharedVpc'],
    ]);
  });
});

it('BL05: a forged host is in no answer and in no row', async () => {
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example;proto=http',
    host: 'evil.example',
  };
  const created = await world.send('POST', '/v1/clusters', { body: world.clusterBody('bl05'), headers });
  expect(created.status).toBe(202);
  expect(created.headers['location']).toBe(
    `https://berth.example.org/v1/operations/${created.body.operation.id}`,
  );
  const list = await world.send('GET', '/v1/clusters?limit=1', { headers });
  expect(list.headers['link']).toMatch(/^<https:\/\/berth\.example\.org\/v1\/clusters\?/);
  expect(`${created.text}${list.text}${JSON.stringify(list.headers)}`).not.toContain('evil.example');
  const { rows } = await world.testDatabase.pool.query(
    'SELECT row_to_json(e)::text AS t FROM events e UNION ALL SELECT row_to_json(a)::text FROM audit_records a',
  );
  expect(rows.map((row) => row.t).join('')).not.toContain('evil.example');
});

describe('BL07: the same unique key at the same instant', () => {
  it('makes one cluster of twenty creates of one name, and tells the others its id', async () => {
    const body = world.clusterBody('bl07');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => world.send('POST', '/v1/clusters', { body })),
    );
    const accepted = replies.filter((reply) => reply.status === 202);
    const refused = replies.filter((reply) => reply.status === 409);
    expect([accepted.length, refused.length]).toEqual([1, 19]);
    const ids = new Set(refused.map((reply) => reply.body.existingId));
    expect([...ids]).toEqual([accepted[0]?.body.cluster.id]);
    expect(replies.map((reply) => reply.text).join('')).not.toMatch(/P2002|_key|constraint|duplicate/);
  });

  it('says in a plan what the create would be refused for', async () => {
    const made = await world.send('POST', '/v1/clusters', { body: world.clusterBody('bl07c') });
    const plan = async (name: string) =>
      (await world.send('POST', '/v1/clusters?dryRun=true', { body: world.clusterBody(name) })).body.problems;
    expect(await plan('bl07c')).toEqual([
      {
        pointer: '/name',
        code: 'taken',
        detail: `Cluster ${made.body.cluster.id} has the name. It stays taken until that cluster is really gone.`,
      },
    ]);
    expect(await plan('bl07d')).toEqual([]);
  });

  it('answers twenty creates with one Idempotency-Key alike, and refuses another body', async () => {
    const body = world.clusterBody('bl07b');
    const options = { body, idempotencyKey: 'bl07b-key' };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => world.send('POST', '/v1/clusters', options)),
    );
    const accepted = replies.filter((reply) => reply.status === 202);
    expect(
      replies.every(
        (reply) => reply.status === 202 || (reply.status === 409 && reply.headers['retry-after']),
      ),
    ).toBe(true);
    expect(new Set(accepted.map((reply) => reply.body.cluster.id)).size).toBe(1);
    expect(new Set(accepted.map((reply) => reply.body.operation.id)).size).toBe(1);
    expect(accepted.filter((reply) => reply.headers['idempotent-replayed'] !== 'true')).toHaveLength(1);
    const other = world.clusterBody('bl07b', { spec: { nodePools: [{ name: 'w', replicas: 2 }] } });
    const reply = await world.send('POST', '/v1/clusters', { body: other, idempotencyKey: 'bl07b-key' });
    expect([reply.status, reply.body.code]).toEqual([422, 'idempotency-key-reused']);
  });
});

describe('BL35: overlapping and unfit networks', () => {
  it.each([
    [
      { machineCidrs: ['10.2.0.0/16'], clusterCidrs: ['10.0.0.0/14'], serviceCidrs: ['172.31.0.0/16'] },
      'machineCidrs',
      'clusterCidrs',
    ],
    [{ machineCidrs: ['10.0.0.1/16'] }, 'machineCidrs', '10.0.0.0/16'],
    [{ serviceCidrs: ['172.30.0.0/31'] }, 'serviceCidrs', '28'],
    [{ machineCidrs: ['10.0.0.0/16'], clusterCidrs: ['fd01::/48'] }, 'clusterCidrs', 'machineCidrs'],
    [{ clusterCidrs: ['10.132.0.0/22'], hostPrefix: 23 }, 'clusterCidrs', '2'],
    [{ clusterCidrs: ['100.64.0.0/16'] }, 'clusterCidrs', '100.64.0.0/16'],
    [{ machineCidrs: ['10.0.0.0/16'], clusterCidrs: ['010.0.0.0/16'] }, 'clusterCidrs', '010.0.0.0/16'],
  ])('refuses %j and names what it collides with', async (network, first, second) => {
    const before = await count();
    const spec = { network, nodePools: [{ name: 'w', replicas: 3 }] };
    const reply = await world.send('POST', '/v1/clusters', { body: world.clusterBody('bl35', { spec }) });
    expect([400, 422]).toContain(reply.status);
    expect(reply.text).toContain(first);
    expect(reply.text).toContain(second);
    expect(await count()).toBe(before);
  });
});

it('BL43: a foreign credential looks like one that does not exist', async () => {
  const other = await world.createTenant('other');
  const ask = async (pullSecretCredentialId: string) => {
    const body = world.clusterBody('bl43', { spec: { pullSecretCredentialId } });
    return world.send('POST', '/v1/clusters', { body, tenant: other });
  };
  const foreign = await ask(world.tenant.pullSecretId);
  const absent = await ask('cr_01h455vb4pex5vsknk084sn02q');
  expect([foreign.status, absent.status]).toEqual([422, 422]);
  const strip = (reply: { body: { instance: string } }) => ({ ...reply.body, instance: '' });
  expect(strip(foreign)).toEqual(strip(absent));
  const cluster = await world.send('POST', '/v1/clusters', { body: world.clusterBody('bl43-own') });
  const seen = await world.send('GET', `/v1/clusters/${cluster.body.cluster.id}`, { tenant: other });
  const never = await world.send('GET', '/v1/clusters/cl_01h455vb4pex5vsknk084sn02q', { tenant: other });
  expect([seen.status, strip(seen)]).toEqual([404, strip(never)]);
});

it('BL43: a foreign account looks like one that does not exist, in a plan and in earnest', async () => {
  const other = await world.createTenant('stranger');
  const credential = {
    name: 'theirs',
    kind: 'awsRole',
    settings: { roleArn: 'arn:aws:iam::333333333333:role/b' },
  };
  const made = await world.send('POST', '/v1/credentials', { body: credential, tenant: other });
  const ask = async (path: string, credentialId: string) => {
    const infrastructure = { mode: 'managed', zones: ['us-east-1a'] };
    const platform = { type: 'aws', aws: { region: 'us-east-1', credentialId, infrastructure } };
    const reply = await world.send('POST', path, { body: world.clusterBody('bl43', { spec: { platform } }) });
    return { status: reply.status, ...reply.body, instance: '' };
  };
  for (const path of ['/v1/clusters', '/v1/clusters?dryRun=true']) {
    const foreign = await ask(path, made.body.id);
    expect(foreign).toEqual(await ask(path, 'cr_01h455vb4pex5vsknk084sn02q'));
    expect(foreign.errors ?? foreign.problems).toEqual([
      {
        pointer: '/spec/platform/aws/credentialId',
        code: 'not-found',
        detail: 'There is no such credential of kind awsRole.',
      },
    ]);
  }
});
