import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runAudit } from '../../../src/cli/audit/audit.ts';
import { startAuditSealer, warnOfUnsealed } from '../../../src/workers/audit/audit-sealer.ts';
import { exportDayHeads } from '../../../src/workers/audit/export-heads.ts';
import { eventually } from '../../harness/test-world.ts';
import { otherTenantId, tenantId } from '../db/seed.ts';
import { type ChainWorld, createChainWorld } from './chain-world.ts';

let world: ChainWorld;
let lines: string[];

beforeAll(async () => {
  world = await createChainWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  lines = [];
  await world.startOver();
  await world.pool.query('DELETE FROM audit_head_exports');
});

const logger = pino({ base: undefined }, { write: (line: string) => lines.push(line) });

const audit = async (...args: string[]): Promise<{ code: number; text: string }> => {
  let text = '';
  const code = await runAudit(args, { DATABASE_URL: world.url }, (part) => {
    text += part;
  });
  return { code, text };
};

it('hands the heads of a day to the log and to a file, once', async () => {
  const headsFile = join(await mkdtemp(join(tmpdir(), 'berth-audit-')), 'heads.jsonl');
  expect(await exportDayHeads({ database: world.database, logger, headsFile })).toBe(true);
  expect(await exportDayHeads({ database: world.database, logger, headsFile })).toBe(false);

  const kept = (await readFile(headsFile, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(kept.map(({ tenantId: id, number }) => [id, number])).toEqual([
    [tenantId, 10],
    [otherTenantId, 2],
  ]);
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.map(({ msg }) => msg)).toEqual([
    'head of an audit chain',
    'head of an audit chain',
    'heads of all audit chains',
  ]);
  expect(logged[0]).toMatchObject(kept[0]);
  expect(logged[2]).toMatchObject({
    tenants: 2,
    day: kept[0].day,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await audit('verify', '--from-head', headsFile)).code).toBe(0);
});

it('does not take a day for done while there is no chain', async () => {
  await world.asSuperuser('DELETE FROM audit_heads');
  expect(await exportDayHeads({ database: world.database, logger })).toBe(false);
  expect(lines).toEqual([]);
  await world.pool.query(`INSERT INTO audit_heads (tenant_id, number, hash) VALUES ('', 1, 'x')`);
  expect(await exportDayHeads({ database: world.database, logger })).toBe(true);
});

it('has lines in the log that the verifier takes', async () => {
  await exportDayHeads({ database: world.database, logger });
  await world.asSuperuser(`DELETE FROM audit_records WHERE tenant_id = '${tenantId}' AND number = 10`);
  await world.asSuperuser(`DELETE FROM audit_heads WHERE tenant_id = '${tenantId}'`);
  const file = join(await mkdtemp(join(tmpdir(), 'berth-audit-')), 'berth.log');
  await writeFile(file, `not JSON\n{"msg":"another line"}\n${lines.join('')}`);
  const { code, text } = await audit('verify', '--from-head', file, '--tenant', tenantId);
  expect(code).toBe(1);
  expect(text).toContain(
    `BROKEN  ${tenantId}: record 9: other-head. The database knows no head of this chain.`,
  );
});

it('shows and exports one chain or all', async () => {
  const heads = (await audit('head')).text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(heads).toMatchObject([
    { tenantId, number: 10 },
    { tenantId: otherTenantId, number: 2 },
  ]);
  const all = (await audit('export')).text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(all).toHaveLength(12);
  expect(all[9].hash).toBe(heads[0].hash);
  expect((await audit('export', '--tenant', otherTenantId)).text.trim().split('\n')).toHaveLength(2);
  const between = await audit(
    'export',
    '--tenant',
    tenantId,
    '--since',
    '2026-12-01T00:00:03Z',
    '--until',
    '2026-12-01T00:00:05Z',
  );
  expect(
    between.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).number),
  ).toEqual([3, 4]);
  expect((await audit('export', '--tenant', 'fleet')).text).toBe('');
  expect((await audit('export', '--since', 'yesterday')).code).toBe(2);
});

it('warns of records that nobody seals, and has them sealed by a worker', async () => {
  expect(await warnOfUnsealed({ database: world.database, logger })).toBe(false);
  await world.insert(11);
  await world.asSuperuser(
    `UPDATE audit_records SET created_at = now() - interval '70 seconds' WHERE number IS NULL`,
  );
  expect(await warnOfUnsealed({ database: world.database, logger })).toBe(true);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, count: 1 });

  const sealers = [1, 2].map(() => startAuditSealer({ database: world.database, logger }));
  await eventually('a number for the record', async () => (await world.numbers()).at(-1) === 11);
  await Promise.all(sealers.map((sealer) => sealer.stop()));
});
