import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAudit } from '../../../src/cli/audit/audit.ts';
import { idOf, otherTenantId, tenantId } from '../db/seed.ts';
import { type ChainWorld, createChainWorld } from './chain-world.ts';

let world: ChainWorld;

beforeAll(async () => {
  world = await createChainWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.startOver());

const audit = async (...args: string[]): Promise<{ code: number; text: string }> => {
  let text = '';
  const code = await runAudit(args, { DATABASE_URL: world.url }, (part) => {
    text += part;
  });
  return { code, text };
};

/** What the command says of the tampered chain; that of the other tenant stays sound. */
const faultOf = async (...args: string[]): Promise<string> => {
  const { code, text } = await audit('verify', ...args);
  expect(code).toBe(1);
  expect(text).toMatch(new RegExp(`^sound   ${otherTenantId}: 2 records, head [0-9a-f]{64}$`, 'm'));
  expect(text).toContain('2 chains, 1 broken; 2 records in sound ones; 0 not sealed yet');
  return /^BROKEN {2}(.*)$/m.exec(text)?.[1] ?? '';
};

const headsIn = async (): Promise<string> => {
  const file = join(await mkdtemp(join(tmpdir(), 'berth-audit-')), 'heads.jsonl');
  await writeFile(file, (await audit('head')).text);
  return file;
};

it('says of sound chains how many records they have', async () => {
  const { code, text } = await audit('verify');
  expect(code).toBe(0);
  expect(text).toMatch(new RegExp(`^sound   ${tenantId}: 10 records, head [0-9a-f]{64}$`, 'm'));
  expect(text).toContain('2 chains, 0 broken; 12 records in sound ones; 0 not sealed yet');
  expect((await audit('verify', '--from-head', await headsIn())).code).toBe(0);
});

const edits: Readonly<Record<string, string>> = {
  id: `'au_other'`,
  actor: `'key_2'`,
  actor_kind: `'system'`,
  token_id: 'NULL',
  action: `'deleteCluster'`,
  method: `'PUT'`,
  route: `'/v1/projects/:id'`,
  target_kind: `'project'`,
  target_id: `'cl_2'`,
  outcome: `'accepted'`,
  status: '403',
  code: `'not-found'`,
  count: '2',
  request_id: `'req_2'`,
  source_address: `'192.0.2.8'`,
  user_agent: `'curl/9'`,
  change: `'{"before": {"n": 2}}'`,
  created_at: `created_at + interval '1 ms'`,
  sealed_at: `sealed_at + interval '1 ms'`,
  hash: `sha256('x')`,
};

describe('an edited column', () => {
  it.each(Object.entries(edits))('%s is found', async (column, value) => {
    await world.asSuperuser(
      `UPDATE audit_records SET ${column} = ${value} WHERE tenant_id = '${tenantId}' AND number = 5`,
    );
    const id = column === 'id' ? 'au_other' : idOf('au', 5);
    expect(await faultOf()).toBe(
      `${tenantId}: record 5 (${id}): changed. It is not what was sealed here: changed, swapped or put in.`,
    );
  });

  it('is one of these, for every column that a record has', async () => {
    const { rows } = await world.pool.query(
      `SELECT column_name FROM information_schema.columns WHERE table_name = 'audit_records'`,
    );
    // `position` is for the sealer only; another tenant or number is another place in a chain.
    const others = ['number', 'position', 'tenant_id'];
    expect(rows.map(({ column_name: name }) => name).sort()).toEqual(
      [...Object.keys(edits), ...others].sort(),
    );
  });

  it('is found when the record was moved to another tenant', async () => {
    await world.asSuperuser(
      `UPDATE audit_records SET tenant_id = '${otherTenantId}', number = 3 WHERE tenant_id = '${tenantId}' AND number = 10`,
    );
    const { code, text } = await audit('verify');
    expect(code).toBe(1);
    expect(text).toContain(`BROKEN  ${otherTenantId}: record 3 (${idOf('au', 10)}): changed.`);
    expect(text).toContain(`BROKEN  ${tenantId}: record 10: cut-off.`);
  });
});

describe('a removed record', () => {
  const remove = (where: string) =>
    world.asSuperuser(`DELETE FROM audit_records WHERE tenant_id = '${tenantId}' AND ${where}`);

  it('is found in the middle', async () => {
    await remove('number IN (5, 6)');
    expect(await faultOf()).toBe(`${tenantId}: record 5: missing. Records 5 to 6 are missing.`);
  });

  it('is found at the beginning', async () => {
    await remove('number = 1');
    expect(await faultOf()).toBe(`${tenantId}: record 1: missing. Record 1 is missing.`);
  });

  it('is found at the end by the head in the database', async () => {
    await remove('number > 8');
    expect(await faultOf()).toBe(
      `${tenantId}: record 9: cut-off. The database knows record 10, and the chain ends at 8.`,
    );
  });

  it('is found at the end by a head kept outside, when the one in the database was changed too', async () => {
    const file = await headsIn();
    await world.asSuperuser(
      `UPDATE audit_heads SET number = 8, hash = r.hash FROM audit_records r
       WHERE audit_heads.tenant_id = '${tenantId}' AND r.tenant_id = '${tenantId}' AND r.number = 8`,
    );
    await remove('number > 8');
    expect((await audit('verify')).code).toBe(0);
    expect(await faultOf('--from-head', file)).toBe(
      `${tenantId}: record 9: cut-off. A head kept outside knows record 10, and the chain ends at 8.`,
    );
  });

  it('is found when it is taken out of the chain only', async () => {
    await world.asSuperuser(
      `UPDATE audit_records SET number = NULL, hash = NULL, sealed_at = NULL WHERE tenant_id = '${tenantId}' AND number = 5`,
    );
    await world.seal();
    expect(await faultOf()).toBe(`${tenantId}: record 5: missing. Record 5 is missing.`);
  });

  it('is found when nothing of a chain is left', async () => {
    const file = await headsIn();
    await remove('true');
    expect(await faultOf()).toContain('record 1: cut-off. The database knows record 10');
    await world.asSuperuser(`DELETE FROM audit_heads WHERE tenant_id = '${tenantId}'`);
    expect(await faultOf('--from-head', file)).toContain(
      'record 1: cut-off. A head kept outside knows record 10',
    );
  });
});

describe('records in another order', () => {
  it('are found', async () => {
    await world.asSuperuser(
      `UPDATE audit_records SET number = -number WHERE tenant_id = '${tenantId}' AND number IN (4, 7)`,
    );
    await world.asSuperuser(
      `UPDATE audit_records SET number = 11 + number WHERE tenant_id = '${tenantId}' AND number < 0`,
    );
    expect(await faultOf()).toContain(`record 4 (${idOf('au', 7)}): changed.`);
  });

  it('are found also when their hashes were swapped with them', async () => {
    await world.asSuperuser(
      `UPDATE audit_records a SET number = -b.number, hash = b.hash, sealed_at = b.sealed_at FROM audit_records b
       WHERE a.tenant_id = '${tenantId}' AND b.tenant_id = a.tenant_id AND a.number IN (4, 7) AND b.number = 11 - a.number`,
    );
    await world.asSuperuser(
      `UPDATE audit_records SET number = -number WHERE tenant_id = '${tenantId}' AND number < 0`,
    );
    expect(await faultOf()).toContain(`record 4 (${idOf('au', 7)}): changed.`);
  });
});

describe('a record slipped in late', () => {
  it('is found in the middle', async () => {
    await world.asSuperuser(
      `UPDATE audit_records SET number = number + 100 WHERE tenant_id = '${tenantId}' AND number > 5`,
    );
    await world.asSuperuser(
      `UPDATE audit_records SET number = number - 99 WHERE tenant_id = '${tenantId}' AND number > 100`,
    );
    await world.asSuperuser(
      `INSERT INTO audit_records (tenant_id, id, actor, action, target_id, request_id, created_at, number, hash, sealed_at)
       VALUES ('${tenantId}', 'au_x', 'a', 'a', 't', 'r', '2026-12-01T00:00:05Z', 6, sha256('x'), now())`,
    );
    expect(await faultOf()).toContain('record 6 (au_x): changed.');
  });

  it('is found by its time when it was left to the sealer', async () => {
    await world.pool.query(
      `INSERT INTO audit_records (tenant_id, id, actor, action, target_id, request_id, created_at)
       VALUES ('${tenantId}', 'au_x', 'a', 'a', 't', 'r', '2026-11-30T23:49:00Z')`,
    );
    await world.seal();
    expect(await faultOf()).toBe(
      `${tenantId}: record 11 (au_x): slipped-in. It says 2026-11-30T23:49:00.000Z, but was sealed behind a record of 2026-12-01T00:00:10.000Z.`,
    );
  });
});

it('finds by a head kept outside that all of a chain was made anew', async () => {
  const file = await headsIn();
  await world.asSuperuser(
    `UPDATE audit_records SET actor = 'key_2' WHERE tenant_id = '${tenantId}' AND number = 5`,
  );
  await world.asSuperuser(
    `UPDATE audit_records SET number = NULL, hash = NULL, sealed_at = NULL WHERE tenant_id = '${tenantId}'`,
  );
  await world.asSuperuser(`DELETE FROM audit_heads WHERE tenant_id = '${tenantId}'`);
  await world.seal();
  expect((await audit('verify')).code).toBe(0);
  expect(await faultOf('--from-head', file)).toContain(
    'record 10 (au_00000000000000000000000010): other-head. The chain was made anew',
  );
});

it('tells its own failures from broken chains', async () => {
  expect((await audit('verify', '--from-head', '/nowhere/heads')).code).toBe(2);
  expect((await audit('burn')).code).toBe(2);
  expect(await runAudit(['verify'], {}, () => undefined)).toBe(2);
});
