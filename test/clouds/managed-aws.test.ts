import { afterAll, beforeAll, expect, it } from 'vitest';
import { mustSkipMoto } from '../harness/aws/moto-environment.ts';
import { type AwsWorld, createAwsWorld, zonesOf } from './aws-world.ts';

const isSkipped = await mustSkipMoto('a managed cluster on AWS');

let world: AwsWorld;
beforeAll(async () => {
  if (!isSkipped) world = await createAwsWorld();
});
afterAll(() => world?.close());

interface Figure {
  readonly what: string;
  readonly calls: number;
  readonly ms: number;
}

/** What a prototype of the same steps was seen to ask for three zones, without any waiting. */
const seen: Readonly<Record<string, number>> = { create: 92, 'no-op check': 49, destroy: 93 };

const figures: Figure[] = [];
afterAll(() => {
  const lines = figures.map(({ what, calls, ms }) => `${what} | ${calls} | ${seen[what] ?? '–'} | ${ms}`);
  console.log(['three zones | calls | seen before | ms', ...lines].join('\n'));
});

it.skipIf(isSkipped)('lives from its credential to its end over REST, and leaves nothing', async () => {
  const before = await world.census();
  const account = await world.registerAccount();

  const verified = await world.asked(world.send('POST', `/v1/credentials/${account.id}/verify`), 200);
  expect(verified.body.status).toMatchObject({ state: 'valid', account: '210987654321', problems: [] });
  const missing = verified.body.status.permissions.filter(({ granted }: { granted: boolean }) => !granted);
  expect(missing).toEqual([]);
  const withRole = await world.census();

  const body = world.managedBody('payments', account.id, 'abc');
  const plan = (await world.asked(world.send('POST', '/v1/clusters?dryRun=true', { body }), 200)).body;
  expect(plan).toMatchObject({ problems: [], account: 'checked' });
  const planned = plan.resources.filter(({ ownership }: { ownership: string }) => ownership === 'managed');
  expect(planned.length).toBe(31);
  expect(plan.quotas).toContainEqual({
    code: 'ec2/L-0263D0A3',
    name: 'Elastic IP addresses',
    limit: 5,
    used: 0,
    needed: 3,
  });
  expect(await world.census()).toEqual(withRole);

  const created = await world.asked(world.send('POST', '/v1/clusters', { body }), 202);
  const { id } = created.body.cluster;
  const making = await world.measured(() => world.untilDone(created));
  figures.push({ what: 'create', ...making });
  expect(making.value).toMatchObject({ state: 'succeeded' });
  const { infraId } = await world.requestOf(id);
  const { items } = (await world.get(`/v1/clusters/${id}/resources`)).body;
  expect(items.length).toBe(32);
  expect(items.filter(({ id: known }: { id?: string }) => known === undefined)).toEqual([]);
  expect((await world.statusOf(id)).phase).toBe('ready');

  const made = await world.census();
  const check = await world.measured(() => world.lookedAgain(id));
  figures.push({ what: 'no-op check', ...check });
  expect(await world.census()).toEqual(made);

  const patch = { spec: { platform: { aws: { infrastructure: { zones: zonesOf('abcd') } } } } };
  const changed = await world.asked(world.send('PATCH', `/v1/clusters/${id}`, { body: patch }), 202);
  const growth = await world.measured(() => world.untilDone(changed));
  figures.push({ what: 'a zone more', ...growth });
  expect(growth.value).toMatchObject({ state: 'succeeded' });
  const added = (await world.census()).filter((line) => !made.includes(line));
  expect(added.map((line) => line.replaceAll(infraId, 'ID'))).toEqual([
    'address ID-eip-us-west-2d',
    'natGateway ID-nat-us-west-2d',
    'routeTable ID-private-us-west-2d',
    'routeTable ID-private-us-west-2d: route 0.0.0.0/0 nat',
    'routeTable ID-private-us-west-2d: route prefix list vpce',
    'routeTable ID-private-us-west-2d: subnet',
    'subnet ID-private-us-west-2d',
    'subnet ID-public-us-west-2d',
  ]);

  const deleted = await world.asked(world.send('DELETE', `/v1/clusters/${id}`), 202);
  const removal = await world.measured(() => world.untilDone(deleted));
  figures.push({ what: 'destroy', ...removal });
  expect(removal.value).toMatchObject({ state: 'succeeded' });
  expect(await world.census()).toEqual(withRole);
  expect((await world.get(`/v1/clusters/${id}`)).status).toBe(404);
  expect(world.fleet.first.operator.objects()).toEqual([]);
  expect(infraId).toMatch(/^b[a-z2-7]{12}$/);
  expect(withRole.filter((line) => !before.includes(line))).toEqual([
    'role berth',
    'role berth: policy DestroyPolicy',
    'role berth: policy IamPolicy',
    'role berth: policy NetworkPolicy',
    'role berth: policy ScanPolicy',
  ]);
  expect(world.double.strict.surprises).toEqual([]);
});
