import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { type Bell, createBell } from '../../../src/queue/bell.ts';

const soon = { timeout: 20_000, interval: 50 };
const wakeOf = (targetId: string) => ({ tenantId: 'ten_1', targetId });

let admin: Client;
let name: string;
let url: string;
let bell: Bell;

beforeEach(async () => {
  name = `berth_${randomBytes(6).toString('hex')}`;
  admin = new Client({ connectionString: inject('databaseUrl') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} ALLOW_CONNECTIONS false`);
  const parsed = new URL(inject('databaseUrl'));
  parsed.pathname = `/${name}`;
  url = parsed.toString();
});
afterEach(async () => {
  await bell.close();
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
});

it('asks a PostgreSQL that refuses to answer only now and then, and works once it does', async () => {
  const errors: Error[] = [];
  const heard: string[] = [];
  bell = createBell({ kind: 'postgres', url }, (error) => errors.push(error));
  bell.answer('cluster', 2, async ({ targetId }) => void heard.push(targetId));
  await expect(bell.ring('cluster', [wakeOf('too early')])).rejects.toThrow('not currently accepting');
  const started = performance.now();
  await expect.poll(() => errors.length, soon).toBeGreaterThan(3);
  expect(performance.now() - started).toBeGreaterThan(900);

  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);

  const ring = () => bell.ring('cluster', [wakeOf('in time')]).then(() => 'rung', String);
  await expect.poll(ring, soon).toBe('rung');
  await expect.poll(() => heard, soon).toContain('in time');
});
