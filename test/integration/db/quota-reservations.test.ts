import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { saveInfrastructureStep } from '../../../src/db/repositories/infrastructure-steps.ts';
import {
  countReservedQuotas,
  type QuotaWish,
  releaseQuotas,
  reserveQuotas,
} from '../../../src/db/repositories/quota-reservations.ts';
import { createTestWorld, type TestTenant, type TestWorld } from '../../harness/test-world.ts';

let world: TestWorld;
let one: TestTenant;
let two: TestTenant;
let first: string;
let second: string;

const ireland = { account: '123456789012', region: 'eu-west-1' };
const virginia = { ...ireland, region: 'us-east-1' };

const vpcs: QuotaWish = { code: 'vpc/L-F678F1CE', limit: 5, used: 3, needed: 1, steps: ['vpc'] };
const roles: QuotaWish = {
  code: 'iam/roles',
  limit: 10,
  used: 0,
  needed: 2,
  steps: ['role/a', 'role/b'],
  isOfAccount: true,
};

const createCluster = async (tenant: TestTenant, name: string): Promise<string> => {
  const { resource } = await world.services.clusters.createCluster(tenant.context, {
    name,
    labels: {},
    spec: {
      version: '4.20.3',
      platform: { type: 'kubevirt', kubevirt: {} },
      dns: { baseDomain: `${name}.example.com` },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [{ name: 'workers', replicas: 1 }],
  });
  return resource.id;
};

const reserve = (tenant: TestTenant, id: string, place: typeof ireland, ...wishes: readonly QuotaWish[]) =>
  world.database.withTenant(tenant.id, (tx) => reserveQuotas(tx, id, place, wishes));

const count = async (tenant: TestTenant, place: typeof ireland, except?: string) =>
  Object.fromEntries(await countReservedQuotas(world.database.tenant(tenant.id), place, except));

beforeAll(async () => {
  world = await createTestWorld();
  one = await world.createTenant('acme');
  two = await world.createTenant('other');
  first = await createCluster(one, 'first');
  second = await createCluster(two, 'second');
});
beforeEach(() =>
  world.testDatabase.pool.query('DELETE FROM quota_reservations; DELETE FROM infrastructure_steps'),
);
afterAll(() => world.close());

it('counts what clusters of all tenants have reserved in the account, but for one of them', async () => {
  expect([...(await reserve(one, first, ireland, vpcs))]).toEqual([]);
  expect(await count(two, ireland)).toEqual({ 'vpc/L-F678F1CE': 1 });
  expect(await count(one, ireland, first)).toEqual({});
  expect(await count(two, { ...ireland, account: '210987654321' })).toEqual({});
});

it('reserves nothing of anything when one quota is too small beside what others have', async () => {
  await reserve(one, first, ireland, vpcs);
  const short = { ...vpcs, used: 4 };
  expect(Object.fromEntries(await reserve(two, second, ireland, roles, short))).toEqual({
    'vpc/L-F678F1CE': 1,
  });
  expect(await count(one, ireland, first)).toEqual({});
});

it('goes by what a cluster needs, which may be more than its steps', async () => {
  const cores: QuotaWish = { code: 'compute/cores', limit: 20, used: 0, needed: 24, steps: [] };
  await reserve(one, first, ireland, vpcs, cores);
  expect(await count(two, ireland)).toEqual({});
});

it('counts in each region by itself, but what holds for the account in all of them', async () => {
  await reserve(one, first, ireland, vpcs, roles);
  expect(await count(two, virginia)).toEqual({ 'iam/roles': 2 });
});

it('counts a step until it is made: from then on the cloud counts it', async () => {
  await reserve(one, first, ireland, roles);
  const row = {
    type: 'role',
    ownership: 'managed',
    clientToken: 'token',
    inputHash: 'hash',
    input: {},
    attempts: 0,
  } as const;
  await world.database.withTenant(one.id, async (tx) => {
    await saveInfrastructureStep(tx, first, { ...row, step: 'role/a', state: 'created', externalId: 'arn' });
    await saveInfrastructureStep(tx, first, { ...row, step: 'role/b', state: 'intended' });
  });
  expect(await count(two, ireland)).toEqual({ 'iam/roles': 1 });
});

it('lets two that are made at once not count on the same rest', async () => {
  const last = { ...vpcs, used: 4 };
  await Promise.all([reserve(one, first, ireland, last), reserve(two, second, ireland, last)]);
  expect(await count(one, ireland)).toEqual({ 'vpc/L-F678F1CE': 1 });
});

it('gives back what is not needed any more', async () => {
  await reserve(one, first, ireland, vpcs);
  await world.database.withTenant(one.id, (tx) => releaseQuotas(tx, first));
  expect(await count(two, ireland)).toEqual({});
});
