import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealAuditRecords } from '../../../src/db/repositories/audit-sealing.ts';
import type { SealedRecord } from '../../../src/domain/audit/audit-record.ts';
import { chainStart } from '../../../src/domain/audit/canonical-record.ts';
import { hashLink } from '../../../src/services/audit-chain.ts';
import type { HttpReply } from '../../harness/http-world.ts';
import { type AuditedWorld, createAuditedWorld } from './audited-world.ts';

let world: AuditedWorld;
let globexId: string;

beforeAll(async () => {
  world = await createAuditedWorld();
  const globex = await world.createTenant('globex');
  globexId = globex.id;
  for (const name of ['one', 'two', 'three'])
    await world.send('POST', '/v1/projects', { body: { name, labels: {} } });
  await world.send('POST', '/v1/projects', { body: { name: 'one', labels: {} } });
  await world.send('POST', '/v1/projects', { body: { name: 'of-globex', labels: {} }, tenant: globex });
  await world.flushAudit();
  await world.database.withSystem((tx) => sealAuditRecords(tx, 500, hashLink));
});
afterAll(() => world.close());

const actions = (reply: HttpReply): string[] =>
  reply.body.items.map(({ action, outcome }: { action: string; outcome: string }) => `${action} ${outcome}`);

const get = (query: string) => world.send('GET', `/v1/audit-records${query}`);

describe('the list of audit records', () => {
  it('is that of the tenant, newest first, page by page', async () => {
    const page = await get('?action=createProject&limit=3');
    const rest = await get(`?action=createProject&limit=3&cursor=${page.body.nextCursor}`);

    expect(actions(page)).toEqual([
      'createProject refused',
      'createProject accepted',
      'createProject accepted',
    ]);
    expect(actions(rest)).toEqual(['createProject accepted']);
    expect(rest.body.nextCursor).toBe(undefined);
    expect(JSON.stringify([page.body, rest.body])).not.toContain('globex');
  });

  it('is held to actor, target, outcome, request and time', async () => {
    const { items } = (await get('?outcome=refused')).body;
    const [refused] = items;
    const two = (await get('?action=createProject')).body.items[2];

    expect(refused).toMatchObject({
      status: 409,
      code: 'name-conflict',
      count: 1,
      sourceAddress: '127.0.0.1',
    });
    expect((await get(`?requestId=${refused.requestId}`)).body.items).toEqual([refused]);
    expect((await get(`?targetId=${two.targetId}`)).body.items).toEqual([two]);
    expect((await get(`?actor=${refused.actor}`)).body.items).toHaveLength(5);
    expect((await get('?actor=key_of_nobody')).body.items).toEqual([]);
    expect((await get('?since=2100-01-01T00:00:00Z')).body.items).toEqual([]);
    expect((await get('?until=2020-02-30T00:00:00Z')).body.items).toEqual([]);
    expect((await get(`?since=${two.createdAt}&action=createProject`)).body.items.length).toBeGreaterThan(2);
    expect((await get(`?until=${two.createdAt}&action=createProject`)).body.items).toHaveLength(1);
    expect((await get('?since=yesterday')).status).toBe(400);
  });

  it('is for administrators, and for the fleet: its own, or those of a tenant', async () => {
    const fleet = await world.asFleet('GET', '/v1/fleet/audit-records?limit=500');
    const globex = await world.asFleet(
      'GET',
      `/v1/fleet/audit-records?tenantId=${globexId}&action=createProject`,
    );

    expect(new Set(fleet.body.items.map(({ tenantId }: { tenantId: string }) => tenantId))).toEqual(
      new Set(['']),
    );
    expect(actions(fleet)).toContain('fleet.tenants.create accepted');
    expect(actions(globex)).toEqual(['createProject accepted']);
    expect((await world.asFleet('GET', '/v1/audit-records')).status).toBe(403);
  });
});

const linesOf = (reply: HttpReply): readonly SealedRecord[] =>
  reply.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('the export', () => {
  it('is the chain of the tenant, which anybody can verify', async () => {
    const records = linesOf(await get(':export'));
    let hash = chainStart;
    for (const record of records) {
      hash = hashLink(hash, record);
      expect(record.hash).toBe(hash);
    }
    expect(records.map(({ number }) => number)).toEqual(records.map((_, index) => index + 1));
    expect(records.length).toBe(5);
  });

  it('goes on behind the last record of the export before', async () => {
    expect(linesOf(await get(':export?afterNumber=3')).map(({ number }) => number)).toEqual([4, 5]);
    expect((await get(':export?afterNumber=5')).text).toBe('');
  });

  it('is held to a time', async () => {
    const all = linesOf(await get(':export'));
    expect(linesOf(await get(`:export?until=${all[2]?.createdAt}`)).length).toBeLessThan(3);
    expect((await get(':export?since=2100-01-01T00:00:00Z')).text).toBe('');
  });

  it('reads page by page, whatever it is long', async () => {
    await world.testDatabase.pool.query(
      `INSERT INTO audit_records (tenant_id, id, actor, action, target_id, request_id)
       SELECT $1, 'au_' || n, 'a', 'a', 't', 'r' FROM generate_series(1, 1200) AS n`,
      [globexId],
    );
    for (let round = 0; round < 3; round += 1)
      await world.database.withSystem((tx) => sealAuditRecords(tx, 500, hashLink));
    const records = linesOf(
      await world.asFleet('GET', `/v1/fleet/audit-records:export?tenantId=${globexId}`),
    );
    expect(records).toHaveLength(1202);
    expect(records.at(-1)?.number).toBe(1202);
  });
});
