import { expect, it } from 'vitest';
import type { WatchedCall } from '../../harness/azure/azure-double.ts';
import { placed, useDouble } from './azure-client.ts';

const { double, call, group, network } = await useDouble();
const nsg = `${network}/networkSecurityGroups/one`;

it('tells of every call before and after it', async () => {
  const seen: WatchedCall[] = [];
  double.watch((watched) => {
    seen.push(watched);
    return 'pass';
  });
  await call('PUT', nsg, placed);
  await call('GET', `${network}/networkSecurityGroups`);
  expect(seen.map(({ action, isWrite, phase }) => [action, isWrite, phase])).toEqual([
    ['PUT networkSecurityGroups', true, 'before'],
    ['PUT networkSecurityGroups', true, 'after'],
    ['LIST networkSecurityGroups', false, 'before'],
    ['LIST networkSecurityGroups', false, 'after'],
  ]);
  expect(double.calls.slice(1).map(({ action, status }) => [action, status])).toEqual([
    ['PUT networkSecurityGroups', 201],
    ['LIST networkSecurityGroups', 200],
  ]);
});

it('does not make a call that is dropped', async () => {
  double.watch(() => 'drop');
  await expect(call('PUT', nsg, placed)).rejects.toThrow('fetch failed');
  expect(double.census()).toEqual(['resourceGroups berth-one']);
});

it('makes a call whose reply is lost', async () => {
  double.watch(({ phase }) => (phase === 'after' ? 'loseReply' : 'pass'));
  await expect(call('PUT', nsg, placed)).rejects.toThrow('fetch failed');
  expect(double.census()).toContain('networkSecurityGroups one');
});

it('refuses in the words of a test', async () => {
  double.watch(({ action }) =>
    action === 'PUT networkSecurityGroups' ? { status: 503, code: 'ServerBusy', message: 'Busy.' } : 'pass',
  );
  expect(await call('PUT', nsg, placed)).toMatchObject({ status: 503, code: 'ServerBusy' });
  expect(double.census()).toEqual(['resourceGroups berth-one']);
});

it('does the same by HTTP', async () => {
  const ask = (method: string, body?: object) =>
    fetch(`${double.url}${nsg}?api-version=2023-11-01`, {
      method,
      headers: { authorization: `Bearer ${double.issueToken()}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const made = await ask('PUT', placed);
  expect(made.status).toBe(201);
  expect(made.headers.get('azure-asyncoperation')?.startsWith(`${double.url}/subscriptions/`)).toBe(true);
  double.watch(() => 'loseReply');
  await expect(ask('DELETE')).rejects.toThrow('fetch failed');
  double.watch(undefined);
  const gone = await ask('GET');
  expect([gone.status, await gone.json()]).toMatchObject([404, { error: { code: 'ResourceNotFound' } }]);
  expect((await ask('DELETE')).status).toBe(204);
});

it('begins anew', async () => {
  await call('PUT', nsg, placed);
  double.advance(60);
  double.reset();
  expect([double.census(), double.calls, double.clock()]).toEqual([
    [],
    [],
    Date.parse('2026-12-01T00:00:00Z'),
  ]);
  expect((await call('GET', group)).status).toBe(404);
  expect((await call('GET', double.publicZone.id)).status).toBe(200);
});
