import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpReply } from '../../harness/http-world.ts';
import { type AuditedWorld, createAuditedWorld, type Operation } from './audited-world.ts';

let world: AuditedWorld;

beforeAll(async () => {
  world = await createAuditedWorld();
});
afterAll(() => world.close());

const send = (operation: Operation, authorization: string): Promise<HttpReply> =>
  world.send(operation.method, operation.url, {
    body: operation.body,
    headers: { authorization, 'user-agent': 'walk/1' },
  });

const keyOf = (isFleet: boolean): string => `Bearer ${isFleet ? world.fleetKey : world.tenant.key}`;

/** What every operation that is watched has left, by its one record. */
const walk = async (authorization: (operation: Operation) => string): Promise<readonly string[]> => {
  const left: string[] = [];
  for (const operation of world.watched) {
    const reply = await send(operation, authorization(operation));
    const records = await world.recordsOf(reply);
    const [record] = records;
    expect([operation.operationId, records.length]).toEqual([operation.operationId, 1]);
    expect(record).toMatchObject({
      action: operation.operationId,
      method: operation.method,
      source_address: '127.0.0.1',
      user_agent: 'walk/1',
    });
    if (reply.status >= 400) expect(record).toMatchObject({ status: reply.status, code: reply.body.code });
    left.push(`${operation.operationId} ${reply.status} ${record?.outcome} ${record?.actor_kind}`);
  }
  return left;
};

describe('every operation that writes, and the read that makes a credential', () => {
  it('are all of the API', () => {
    expect(world.watched.length).toBeGreaterThan(20);
    expect(world.watched.map(({ operationId }) => operationId)).toContain('issueKubeconfig');
  });

  it('leave one record when nobody asks', async () => {
    expect(await walk(() => '')).toEqual(
      world.watched.map(({ operationId }) => `${operationId} 401 refused anonymous`),
    );
  });

  it('leave one record when somebody asks who may not', async () => {
    expect(await walk(({ isFleet }) => keyOf(!isFleet))).toEqual(
      world.watched.map(({ operationId }) => `${operationId} 403 refused apiKey`),
    );
  });

  it('leave one record when what they ask for is not there, or is refused, or is done', async () => {
    const left = await walk(({ isFleet }) => keyOf(isFleet));
    expect(left.filter((line) => / 404 /.test(line)).length).toBeGreaterThan(8);
    for (const line of left) expect(line).toMatch(/ (4\d\d refused|2\d\d (accepted|unchanged)) apiKey$/);
  });
});

describe('what is accepted', () => {
  const one = async (reply: HttpReply) => {
    expect(reply.status).toBeLessThan(300);
    const records = await world.recordsOf(reply);
    expect(records).toHaveLength(1);
    return records[0];
  };

  it('has its one record with the change, and what was before and after', async () => {
    const made = await world.send('POST', '/v1/projects', { body: { name: 'audited', labels: { a: '1' } } });
    const url = `/v1/projects/${made.body.id}`;
    const changed = await world.send('PATCH', url, { body: { labels: { a: '2' } } });
    const gone = await world.send('DELETE', url);

    expect(await one(made)).toMatchObject({
      tenant_id: world.tenant.id,
      actor_kind: 'apiKey',
      actor: world.tenant.principal.id,
      action: 'createProject',
      route: '/v1/projects',
      target_kind: 'project',
      target_id: made.body.id,
      outcome: 'accepted',
      status: null,
      change: { after: { name: 'audited' } },
    });
    expect((await one(changed))?.change).toEqual({
      before: { labels: { a: '1' } },
      after: { labels: { a: '2' } },
    });
    expect((await one(gone))?.action).toBe('deleteProject');
  });

  it('is once for clusters and node pools, also when a deletion is forced', async () => {
    const made = await world.send('POST', '/v1/clusters', { body: world.clusterBody('audited') });
    const url = `/v1/clusters/${made.body.cluster.id}`;
    const pool = await world.send('POST', '/v1/node-pools', {
      body: { name: 'more', clusterId: made.body.cluster.id, spec: { replicas: 1 } },
    });
    const changed = await world.send('PATCH', url, { body: { labels: { env: 'prod' } } });
    const gone = await world.send('DELETE', `${url}?force=true&reason=test`);
    const again = await world.send('DELETE', `${url}?force=true&reason=again`);
    const once = await world.send('DELETE', url);

    expect((await one(made))?.action).toBe('createCluster');
    expect((await one(pool))?.target_kind).toBe('nodePool');
    expect((await one(changed))?.action).toBe('updateCluster');
    expect((await one(gone))?.change).toEqual({
      before: { name: 'audited' },
      after: { force: { reason: 'test' } },
    });
    expect((await one(again))?.change).toEqual({ after: { force: { reason: 'again' } } });
    expect(await one(once)).toMatchObject({ outcome: 'unchanged', status: 202 });
  });

  it('stands under the fleet when an operator of it asked', async () => {
    const record = await one(await world.asFleet('POST', '/v1/fleet/tenants', { name: 'audited' }));
    expect(record).toMatchObject({ tenant_id: '', target_kind: 'tenant', outcome: 'accepted' });
  });

  it('has no second record when it is replayed or tried by a dry run', async () => {
    const idempotencyKey = randomUUID();
    const body = { name: 'replayed' };
    const first = await world.send('POST', '/v1/projects', { body, idempotencyKey });
    const second = await world.send('POST', '/v1/projects', { body, idempotencyKey });
    const other = await world.send('POST', '/v1/projects', { body: { name: 'other' }, idempotencyKey });
    const tried = await world.send('POST', '/v1/clusters?dryRun=true', { body: world.clusterBody('tried') });

    expect(await one(first)).toMatchObject({ outcome: 'accepted' });
    expect(await one(second)).toMatchObject({ outcome: 'replayed', status: 201 });
    expect(await world.recordsOf(other)).toMatchObject([
      { outcome: 'refused', code: 'idempotency-key-reused' },
    ]);
    expect(await one(tried)).toMatchObject({ outcome: 'unchanged', status: 200 });
  });
});

describe('a read', () => {
  it('leaves a record only when it was denied', async () => {
    const url = '/v1/clusters';
    const denied = await world.asFleet('GET', url);
    const unknown = await world.send('GET', url, {
      headers: { authorization: 'Bearer bk_nobody_has_this_key' },
    });
    const allowed = await world.send('GET', url);
    const absent = await world.send('GET', '/v1/clusters/cl_01jc8vr3n2e9qsyw6x5m7t4kzd');
    const nowhere = await world.send('GET', '/v1/nothing');

    expect(await world.recordsOf(denied)).toMatchObject([{ action: 'listClusters', status: 403 }]);
    expect(await world.recordsOf(unknown)).toMatchObject([
      { actor_kind: 'anonymous', actor: '', status: 401 },
    ]);
    for (const reply of [allowed, absent, nowhere]) expect(await world.recordsOf(reply)).toEqual([]);
  });
});
