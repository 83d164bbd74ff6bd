import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusterNamespace } from '../../../src/domain/shared/kube-names.ts';
import { CloudError } from '../../../src/providers/infrastructure/contract.ts';
import { createLeakWorld, type LeakWorld } from './leak-world.ts';
import { type Mess, orphanTypes, seedMess } from './seeded-mess.ts';

let world: LeakWorld;
let mess: Mess;
let before: ReadonlySet<string>;

beforeAll(async () => {
  world = await createLeakWorld();
  mess = await seedMess(world);
  // Objects have to be an hour old, things in clouds have their age in their marks.
  world.passHours(1);
  before = census();
});
afterAll(() => world.close());

/** Everything there is, in the cloud and on the management cluster. */
const census = (): ReadonlySet<string> =>
  new Set([
    ...[...world.cloud.resources.values()].map(({ id, name }) => `${name} ${id}`),
    ...world.management.operator
      .objects()
      .map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`),
  ]);

const namespaced = (id: string, name: string) => `${clusterNamespace(id)}/${name}`;

/** What the report has to say once everything is confirmed. */
const expected = () => {
  const { others, left } = mess;
  return [
    ...[...mess.orphans].map(([type, id]) => `leaked ${type} ${id}`),
    `leaked vpc ${others.neverKnown}`,
    `protected vpc ${others.protected}`,
    `young volume ${others.young}`,
    `uncertain volume ${others.ageless}`,
    `uncertain bucket ${others.ownerless}`,
    `active vpc ${others.referred}`,
    'missing subnet subnet-lost',
    `leaked Namespace ${clusterNamespace(left.id)}`,
    `leaked HostedCluster ${namespaced(left.id, 'left')}`,
    `leaked NodePool ${namespaced(left.id, `np-${mess.poolOfDead.slice(3)}`)}`,
    `leaked NodePool ${namespaced(mess.test2.id, `np-${mess.poolOfLive.slice(3)}`)}`,
    `leaked Namespace ${clusterNamespace(mess.unheard)}`,
    'uncertain Namespace copied-labels',
    `protected Namespace ${clusterNamespace(mess.guarded)}`,
    `missing Namespace ${clusterNamespace(mess.vanished.id)}`,
  ].sort();
};

const unconfirmed = () =>
  expected()
    .map((line) => line.replace(/^leaked/, 'unconfirmed'))
    .sort();

const failures = async () => [
  ...new Set((await world.report()).summary.failures.map(({ failure }) => failure)),
];

describe('a mess', () => {
  it('is seen at once, and nothing of it is called leaked yet', async () => {
    await world.scan();
    expect(await world.verdicts()).toEqual(unconfirmed());
    expect(await failures()).toEqual([]);
  });

  it.each([
    [
      'a list that fails half way',
      () => {
        world.cloud.knobs.onCall = () => {
          throw new CloudError('transient', 'InternalError', 'page 2 of 3 could not be read');
        };
      },
      'InternalError: page 2 of 3 could not be read',
    ],
    [
      'a list that comes back empty',
      () => {
        world.cloud.knobs.lagMs = Number.POSITIVE_INFINITY;
      },
      'The list came back empty, and the database has 22 things there.',
    ],
    [
      'an account that does not open',
      () => {
        world.cloud.knobs.onCall = () => {
          throw new CloudError('credentials', 'AccessDenied', 'the role cannot be assumed');
        };
      },
      'AccessDenied: the role cannot be assumed',
    ],
  ])('is judged by nothing after %s', async (_what, spoil, failure) => {
    world.passHours(2);
    spoil();
    await world.scan();
    world.cloud.knobs.lagMs = 0;
    world.cloud.knobs.onCall = () => undefined;
    const cloudLines = (lines: readonly string[]) =>
      lines.filter((line) => !/ (Namespace|HostedCluster|NodePool) /.test(line));
    expect(cloudLines(await world.verdicts())).toEqual(cloudLines(unconfirmed()));
    expect(await failures()).toEqual([failure]);
  });

  it('is judged by nothing while its management cluster does not answer', async () => {
    const seen = await world.verdicts();
    const recover = world.management.faults.goDown('unavailable');
    await world.scan();
    recover();
    expect(await failures()).toEqual([expect.stringContaining('unavailable: ')]);
    const objects = (lines: readonly string[]) =>
      lines.filter((line) => / (Namespace|HostedCluster|NodePool) /.test(line));
    expect(objects(await world.verdicts())).toEqual(objects(seen));
  });

  it('is found whole: every orphan, and nothing that is protected, young, alive, or somebody else’s', async () => {
    await world.scan();
    expect(await world.verdicts()).toEqual(expected());
    const { items } = await world.report();
    const reasonsOf = (id: string) =>
      items.find(({ thing }) => thing.id === id)?.reasons.map(({ code }) => code);
    expect(reasonsOf(mess.others.protected)).toEqual(['protected']);
    expect(reasonsOf(mess.others.young)).toEqual(['young']);
    expect(reasonsOf(mess.others.ageless)).toEqual(['no-age']);
    expect(reasonsOf(mess.others.referred)).toEqual(['hosted-cluster-refers']);
    expect(reasonsOf(mess.others.neverKnown)).toEqual(['never-known']);
    expect(reasonsOf('copied-labels')).toEqual(['doubtful']);
    expect(census()).toEqual(before);
  });

  it('is not cleaned when it is too large beside what is known', async () => {
    const order = { dryRun: false } as const;
    await expect(world.services.leaks.cleanLeaks(world.operator, order)).rejects.toMatchObject({
      code: 'admission-refused',
      problems: [{ pointer: '/maxLeakedPercent', code: 'too-many-leaked' }],
    });
    expect(census()).toEqual(before);
  });
});

describe('its cleaning', () => {
  const order = { maxLeakedPercent: 100, limit: 100 };

  it('is told before, in the order in which things can go, and does nothing then', async () => {
    const plan = await world.services.leaks.cleanLeaks(world.operator, order);
    expect(plan.kind === 'planned' && plan.targets.map(({ thing }) => thing.type)).toEqual([
      ...[
        'NodePool',
        'NodePool',
        'HostedCluster',
        'Namespace',
        'instance',
        'endpointService',
        'loadBalancer',
      ],
      ...['targetGroup', 'gatewayEndpoint', 'privateZone', 'natGateway', 'address', 'networkInterface'],
      ...['securityGroup', 'routeTable', 'internetGateway', 'subnet', 'vpc', 'snapshot', 'volume', 'bucket'],
      ...['instanceProfile', 'role', 'oidcProvider'],
    ]);
    expect(plan.passedOver.map(({ code }) => code)).toEqual(['never-known', 'never-known']);
    expect(census()).toEqual(before);
  });

  it('removes what is leaked and remembered, and nothing else', async () => {
    const accepted = await world.services.leaks.cleanLeaks(world.operator, { ...order, dryRun: false });
    const id = accepted.kind === 'accepted' ? accepted.cleaning.id : '';
    const read = () => world.services.leaks.getLeakCleaning(id);
    for (let passes = 0; (await read()).endedAt === undefined && passes < 5; passes += 1)
      await world.cleanPass();
    const cleaning = await read();
    expect([cleaning.state, new Set(cleaning.removals.map(({ state }) => state))]).toEqual([
      'succeeded',
      new Set(['removed']),
    ]);
    const gone = [...before].filter((line) => !census().has(line)).sort();
    expect(gone).toEqual(
      [
        ...[...mess.orphans].map(([type, thing]) => `test-${type} ${thing}`),
        `Namespace /${clusterNamespace(mess.left.id)}`,
        `HostedCluster ${namespaced(mess.left.id, 'left')}`,
        `NodePool ${namespaced(mess.left.id, `np-${mess.poolOfDead.slice(3)}`)}`,
        `NodePool ${namespaced(mess.test2.id, `np-${mess.poolOfLive.slice(3)}`)}`,
      ].sort(),
    );
    expect(gone).toHaveLength(orphanTypes.length + 4);
    const { rows } = await world.pool.query(
      `SELECT count(*)::int AS count, count(DISTINCT target_id)::int AS things FROM audit_records
       WHERE action = 'fleet.leaks.remove' AND tenant_id = '' AND actor = 'key_operator'`,
    );
    expect(rows).toEqual([{ count: gone.length, things: gone.length }]);
  });

  it('takes what the database has never known once it is named', async () => {
    const { items } = await world.report();
    const named = items.filter(({ verdict }) => verdict === 'leaked').map(({ leakId }) => leakId);
    expect(named).toHaveLength(2);
    await world.services.leaks.cleanLeaks(world.operator, { ...order, ids: named, dryRun: false });
    await world.cleanPass();
    const { others, unheard } = mess;
    expect(world.cloud.resources.has(others.neverKnown)).toBe(false);
    const namespaces = world.management.operator.objects().map(({ metadata }) => metadata.name);
    expect(namespaces).not.toContain(clusterNamespace(unheard));
    expect(namespaces).toEqual(
      expect.arrayContaining([mess.lookAlike, 'copied-labels', clusterNamespace(mess.guarded)]),
    );
  });

  it('leaves a report of what it must not touch, and every neighbour as it was', async () => {
    await world.scan();
    expect(await world.verdicts()).toEqual(expected().filter((line) => !line.startsWith('leaked')));
    const { rows } = await world.pool.query(
      `SELECT external_id FROM infrastructure_steps WHERE cluster_id = $1 AND external_id NOT LIKE 'subnet-_e%'
         AND external_id NOT LIKE 'subnet-lost'`,
      [mess.test2.id],
    );
    expect(rows).toHaveLength(orphanTypes.length);
    for (const { external_id } of rows)
      expect(world.cloud.resources.has(external_id), external_id).toBe(true);
    for (const id of Object.values(mess.untouched)) expect(world.cloud.resources.has(id)).toBe(true);
    for (const id of [mess.others.foreign, mess.others.otherInstance])
      expect(world.cloud.resources.has(id)).toBe(true);
  });
});
