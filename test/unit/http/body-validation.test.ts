import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterEach(() => {
  test.world.calls.length = 0;
});

afterAll(() => test.close());

const refusals = async (body: unknown) => {
  const reply = await test.send('POST', '/v1/clusters', { body });
  expect(reply.status).toBe(400);
  expect(test.world.calls).toEqual([]);
  return reply.body.errors as { pointer: string; code: string; detail: string; allowed?: string[] }[];
};

const pointersAndCodes = async (body: unknown) =>
  (await refusals(body)).map(({ pointer, code }) => [pointer, code]);

describe('validation of bodies', () => {
  it('reports every problem at once', async () => {
    const body = {
      nme: 'x',
      labels: { '-': 'a b' },
      spec: { platform: { type: 'kubevirt', kubevirt: {} }, nodePools: [{}] },
    };

    expect(await pointersAndCodes(body)).toEqual([
      ['/name', 'required'],
      ['/nme', 'unknown-field'],
      ['/labels/-', 'invalid-name'],
      ['/labels/-', 'invalid-format'],
      ['/spec/version', 'required'],
      ['/spec/pullSecretCredentialId', 'required'],
      ['/spec/nodePools/0/replicas', 'required'],
      ['/spec/nodePools/0/name', 'required'],
    ]);
  });

  it('names the field that was probably meant', async () => {
    const [problem] = await refusals(newCluster('near', { deletionProtecton: true }));

    expect(problem).toEqual({
      pointer: '/spec/deletionProtecton',
      code: 'unknown-field',
      detail: 'There is no such field. Did you mean "deletionProtection"?',
      allowed: expect.arrayContaining(['deletionProtection', 'version', 'platform']),
    });
  });

  it.each([[null], [true], ['3'], [[3]], [3.5], [''], [-1], [1001]])(
    'converts nothing: replicas %j',
    async (replicas) => {
      const problems = await refusals(newCluster('typed', { nodePools: [{ name: 'w', replicas }] }));

      expect(problems.map(({ pointer }) => pointer)).toEqual(['/spec/nodePools/0/replicas']);
    },
  );

  it.each([
    ['labels', { env: null }, '/labels/env'],
    ['labels', { env: 3 }, '/labels/env'],
    ['labels', null, '/labels'],
    ['labels', [], '/labels'],
    ['name', 7, '/name'],
    ['projectId', '', '/projectId'],
    ['projectId', 'prj_01JC8VR3N2E9QSYW6X5M7T4KZD', '/projectId'],
    ['spec', 'x', '/spec'],
  ])('refuses %s %j', async (member, value, pointer) => {
    const problems = await refusals({ ...newCluster('member'), [member]: value });

    expect(problems.map((problem) => problem.pointer)).toContain(pointer);
  });

  it.each(['a.b', 'A', '-a', 'a-', '1a', '', 'ä', 'x'.repeat(55), 'a\n', '../x', 'а'])(
    'refuses the name %j with the allowed pattern',
    async (name) => {
      const problems = await refusals(newCluster(name));

      expect(problems[0]).toMatchObject({ pointer: '/name' });
      expect(problems.some(({ allowed }) => allowed?.includes('^[a-z]([-a-z0-9]*[a-z0-9])?$') ?? false)).toBe(
        name !== 'x'.repeat(55),
      );
    },
  );

  it('takes the longest name', async () => {
    const reply = await test.send('POST', '/v1/clusters', { body: newCluster(`a${'b'.repeat(53)}`) });

    expect(reply.status).toBe(202);
  });

  it('gives one error for a platform that does not exist', async () => {
    const problems = await refusals(newCluster('tag', { platform: { type: 'aw', aws: {} } }));

    expect(problems).toEqual([
      {
        pointer: '/spec/platform/type',
        code: 'not-allowed',
        detail: 'Must be one of aws, azure, gcp, kubevirt, openstack, powervs, agent, none.',
        allowed: ['aws', 'azure', 'gcp', 'kubevirt', 'openstack', 'powervs', 'agent', 'none'],
      },
    ]);
  });

  it('asks for the member that type names, and for no other', async () => {
    const platform = { type: 'agent', kubevirt: {} };

    expect(await pointersAndCodes(newCluster('member', { platform }))).toEqual([
      ['/spec/platform/agent', 'required'],
      ['/spec/platform/kubevirt', 'unknown-field'],
    ]);
  });

  it('asks for a type', async () => {
    expect(await pointersAndCodes(newCluster('type', { platform: { kubevirt: {} } }))).toEqual([
      ['/spec/platform/type', 'required'],
    ]);
  });

  it.each([
    [{ channel: 7 }, '/spec/version/channel', 'wrong-type'],
    [{ channl: 'x' }, '/spec/version/channel', 'required'],
    [7, '/spec/version', 'wrong-type'],
    ['4.20', '/spec/version', 'invalid-format'],
    [null, '/spec/version', 'wrong-type'],
  ])('reports the alternative that was meant: version %j', async (version, pointer, code) => {
    expect((await pointersAndCodes(newCluster('union', { version })))[0]).toEqual([pointer, code]);
  });

  it('wants exactly one of replicas and autoscaling', async () => {
    const nodePools = [{ name: 'a' }, { name: 'b', replicas: 1, autoscaling: { min: 1, max: 2 } }];

    expect(await refusals(newCluster('exactly', { nodePools }))).toEqual([
      {
        pointer: '/spec/nodePools/0/replicas',
        code: 'required',
        detail: 'Exactly one of replicas and autoscaling must be given.',
        allowed: ['replicas', 'autoscaling'],
      },
      {
        pointer: '/spec/nodePools/1/autoscaling',
        code: 'conflict',
        detail: 'Exactly one of replicas and autoscaling must be given.',
        allowed: ['replicas', 'autoscaling'],
      },
    ]);
  });

  it('says how far a number or a list may go', async () => {
    const network = { hostPrefix: 200, serviceCidrs: ['10.0.0.0/8', '10.0.0.0/8', '10.0.0.0/8'] };

    expect((await refusals(newCluster('bounds', { network }))).map(({ detail }) => detail)).toEqual([
      'Must have at most 2 items.',
      'Must be between 1 and 128.',
    ]);
  });

  it('refuses what only the system may write', async () => {
    const body = {
      ...newCluster('readonly'),
      id: 'cl_x',
      generation: 4,
      status: {},
      tenantId: 'ten_x',
      createdAt: 'now',
    };

    expect(await pointersAndCodes(body)).toEqual([
      ['/id', 'unknown-field'],
      ['/generation', 'unknown-field'],
      ['/status', 'unknown-field'],
      ['/tenantId', 'unknown-field'],
      ['/createdAt', 'unknown-field'],
    ]);
  });

  it('never repeats a value of the request', async () => {
    const reply = await test.send('POST', '/v1/credentials', {
      body: { name: 'Secret-name', kind: 'hunter2-kind', value: { password: 'hunter2-value' } },
    });

    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain('hunter2');
  });
});
