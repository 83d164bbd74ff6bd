import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { ensureFleetKey } from '../../../src/bootstrap.ts';
import { runLeaks } from '../../../src/cli/leaks.ts';
import { startLeakFinder } from '../../../src/workers/leaks/leak-finder.ts';
import { validateResponses } from '../../harness/response-validation.ts';
import { newId } from '../../harness/test-world.ts';
import { createLeakWorld, type LeakWorld } from './leak-world.ts';
import { type Mess, orphanTypes, seedMess } from './seeded-mess.ts';

const key = 'bk_fleet_key_of_the_leak_command_tests_0123456789';
const env: Record<string, string> = { BERTH_API_KEY: key };

let world: LeakWorld;
let mess: Mess;
let checks: ReturnType<typeof validateResponses>;
let stop: () => Promise<void>;

beforeAll(async () => {
  world = await createLeakWorld();
  mess = await seedMess(world);
  await ensureFleetKey(world.database, newId, key);
  const app = await buildApp({
    services: world.services,
    publicUrl: 'https://berth.example.org',
    cursorSecret: Buffer.alloc(32, 7),
    logger: false,
  });
  checks = validateResponses(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  env['BERTH_URL'] = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;
  const finder = startLeakFinder(world.workerDeps, { now: world.deps.now, pauseMs: 50 });
  stop = async () => {
    await finder.stop();
    await app.close();
  };
});
afterAll(async () => {
  await stop?.();
  await world?.close();
});

const berthLeaks = async (...args: string[]) => {
  let text = '';
  const code = await runLeaks(args, env, (part) => {
    text += part;
  });
  return { code, text };
};

const report = async (...args: string[]) => {
  const { code, text } = await berthLeaks('--json', ...args);
  const leaks: { verdict: string; resourceId: string }[] = JSON.parse(text).leaks;
  return { code, leaked: leaks.filter(({ verdict }) => verdict === 'leaked').length };
};

it('looks when it is told to, and calls nothing leaked at first sight', async () => {
  expect(await report('--scan')).toEqual({ code: 0, leaked: 0 });
  world.passHours(1);
});

it('says by its exit code that something is leaked, and shows a table of what and why', async () => {
  const { code, text } = await berthLeaks('--scan');
  expect(code).toBe(2);
  const lines = text.split('\n');
  expect(lines[0]).toMatch(/^VERDICT +TYPE +RESOURCE +AGE +OWNER +PLACE +ID +WHY$/);
  expect(lines.filter((line) => line.startsWith('leaked '))).toHaveLength(orphanTypes.length + 6);
  expect(lines.find((line) => line.includes(mess.others.young))).toMatch(/^young +volume .* young/);
  expect(text).toContain(`${orphanTypes.length + 6} leaked, `);
  process.stdout.write(`\n${text}\n`);
});

it('says what it would remove, and removes it when it is told to', async () => {
  const things = world.cloud.resources.size;
  const dry = await berthLeaks('--clean', '--max-leaked-percent', '100');
  expect(dry.code).toBe(2);
  expect(dry.text).toContain('Would be removed (say --yes to do it):');
  expect(dry.text).toMatch(/not: over-the-limit/);
  expect(world.cloud.resources.size).toBe(things);

  const first = await berthLeaks('--clean', '--yes', '--max-leaked-percent', '100');
  expect([first.code, first.text.match(/^removed /gm)?.length]).toEqual([2, 20]);
  const second = await berthLeaks('--clean', '--yes', '--max-leaked-percent', '100', '--limit', '100');
  expect(second.text).toContain('Cleaning succeeded:');
  expect(second.text).toMatch(/not: never-known/);
  expect(await report()).toEqual({ code: 2, leaked: 2 });
  const named = (await world.report()).items.filter(({ verdict }) => verdict === 'leaked');
  const ids = named.flatMap(({ leakId }) => ['--id', leakId]);
  const last = await berthLeaks('--clean', '--yes', '--max-leaked-percent', '100', ...ids);
  expect(last.code).toBe(0);
  expect(await report('--scan')).toEqual({ code: 0, leaked: 0 });
  expect(checks.failures).toEqual([]);
});

it('does not call well what it could not look at', async () => {
  const recover = world.management.faults.goDown();
  expect(await report('--scan')).toEqual({ code: 3, leaked: 0 });
  recover();
});

it.each([
  [['--limit', 'many'], {}],
  [['--force'], {}],
  [[], { BERTH_API_KEY: '' }],
  [[], { BERTH_API_KEY: 'bk_unknown_key_of_the_leak_command_tests_0123456789' }],
])('fails with 1 for %j and %j', async (args, change) => {
  expect(await runLeaks(args, { ...env, ...change }, () => undefined)).toBe(1);
});
