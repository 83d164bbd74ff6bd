import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clusterNamespace } from '../../../src/domain/shared/kube-names.ts';
import { CloudError } from '../../../src/providers/infrastructure/contract.ts';
import { cleanDue } from '../../../src/workers/leaks/leak-finder.ts';
import { newId, type TestTenant } from '../../harness/test-world.ts';
import { createLeakWorld, hypershift, type LeakWorld } from './leak-world.ts';

let world: LeakWorld;
let tenant: TestTenant;
let account: string;
let mc: string;

beforeAll(async () => {
  world = await createLeakWorld();
  tenant = await world.createTenant('acme');
  account = await world.createAccount(tenant, '111111111111');
  mc = (await world.registerManagementCluster('mc-one')).id;
  const alive = await world.createLive(tenant, account, 'alive', mc);
  await world.management.apply(world.namespaceOf(alive.id));
});
afterAll(() => world.close());
beforeEach(async () => {
  world.cloud.resources.clear();
  world.cloud.knobs.onCall = () => undefined;
  await world.pool.query('DELETE FROM leak_sightings');
  await world.pool.query('DELETE FROM leak_cleanings');
});

const dead = async () => {
  const cluster = {
    id: newId('cluster'),
    infraId: `b${Math.random().toString(36).slice(2, 14)}`,
    tenantId: tenant.id,
  };
  await world.remember(tenant.id, 'cluster.delete', cluster.id);
  const marks = { tenantId: tenant.id, clusterId: cluster.id, infraId: cluster.infraId };
  return { ...cluster, marks };
};

const removeNamespace = async (clusterId: string) => {
  const ref = { apiVersion: 'v1', kind: 'Namespace', name: clusterNamespace(clusterId) };
  const found = await world.management.get(ref);
  await world.management.delete(ref, { uid: found?.metadata.uid ?? '' });
};

const confirm = async () => {
  await world.scan();
  world.passHours(1);
  await world.scan();
};

const order = async (ids?: readonly string[]) => {
  const accepted = await world.services.leaks.cleanLeaks(world.operator, {
    dryRun: false,
    maxLeakedPercent: 100,
    ...(ids === undefined ? {} : { ids }),
  });
  if (accepted.kind !== 'accepted') throw new Error('nothing was accepted');
  return accepted.cleaning.id;
};

const outcome = async (id: string) => {
  const { state, removals } = await world.services.leaks.getLeakCleaning(id);
  return [state, ...removals.map((entry) => [entry.sighting.thing.type, entry.state, entry.detail])];
};

describe('between the report and the removal', () => {
  it('a thing that somebody protects stays', async () => {
    const { marks } = await dead();
    const vpc = world.put(account, 'vpc', 'vpc', marks);
    await confirm();
    const id = await order();
    const stored = world.cloud.resources.get(vpc);
    if (stored === undefined) throw new Error('the VPC is gone');
    world.cloud.resources.set(vpc, { ...stored, tags: { ...stored.tags, 'berth-do-not-delete': '' } });
    await world.cleanPass();
    expect(await outcome(id)).toEqual([
      'succeeded',
      ['vpc', 'refused', `${vpc} is marked berth-do-not-delete.`],
    ]);
    expect(world.cloud.resources.has(vpc)).toBe(true);
  });

  it('a thing whose mark was taken over by another installation stays', async () => {
    const { marks } = await dead();
    const vpc = world.put(account, 'vpc', 'vpc', marks);
    await confirm();
    const id = await order();
    const stored = world.cloud.resources.get(vpc);
    if (stored === undefined) throw new Error('the VPC is gone');
    world.cloud.resources.set(vpc, { ...stored, tags: { 'berth-instance': 'other' } });
    await world.cleanPass();
    expect(await outcome(id)).toEqual([
      'succeeded',
      ['vpc', 'refused', `${vpc} does not carry our mark any more.`],
    ]);
  });

  it('a thing whose cluster is in the database after all stays', async () => {
    const { marks, infraId } = await dead();
    const vpc = world.put(account, 'vpc', 'vpc', marks);
    await confirm();
    const id = await order();
    const restored = await world.createLive(tenant, account, `restored-${infraId.slice(1, 5)}`, mc);
    await world.pool.query('UPDATE clusters SET infra_id = $2 WHERE id = $1', [restored.id, infraId]);
    await world.cleanPass();
    expect(await outcome(id)).toEqual(['succeeded', ['vpc', 'refused', 'Its cluster lives.']]);
    expect(world.cloud.resources.has(vpc)).toBe(true);
  });

  it('a thing that a HostedCluster turns out to need stays', async () => {
    const { marks, id: clusterId, infraId } = await dead();
    const vpc = world.put(account, 'vpc', 'vpc', marks);
    await confirm();
    const id = await order();
    await world.management.apply(world.namespaceOf(clusterId));
    await world.management.apply(world.hostedCluster(clusterId, 'late', infraId));
    await world.scan();
    await world.cleanPass();
    expect(await outcome(id)).toEqual([
      'succeeded',
      ['vpc', 'refused', expect.stringContaining('a HostedCluster goes by its infraID')],
    ]);
    expect(world.cloud.resources.has(vpc)).toBe(true);
    await removeNamespace(clusterId);
  });

  it('a thing that the last scan does not show is not asked for again', async () => {
    const { marks } = await dead();
    const vpc = world.put(account, 'vpc', 'vpc', marks);
    await confirm();
    const id = await order();
    world.cloud.resources.delete(vpc);
    await world.scan();
    await world.cleanPass();
    expect(await outcome(id)).toEqual([
      'succeeded',
      ['vpc', 'refused', 'The last scan does not show it any more.'],
    ]);
    expect(world.cloud.calls.filter((call) => call === `removeOwned ${vpc}`)).toEqual([]);
  });

  it('an object that was made anew under the same name stays', async () => {
    const { id: clusterId } = await dead();
    await world.management.apply(world.namespaceOf(clusterId));
    world.passHours(1);
    await confirm();
    const id = await order();
    const namespace = { apiVersion: 'v1', kind: 'Namespace', name: clusterNamespace(clusterId) };
    await removeNamespace(clusterId);
    await world.management.apply(world.namespaceOf(clusterId));
    await world.cleanPass();
    expect(await outcome(id)).toEqual([
      'succeeded',
      ['Namespace', 'refused', 'The name belongs to another object now, or the labels are gone.'],
    ]);
    expect((await world.management.get(namespace))?.metadata.deletionTimestamp).toBeUndefined();
    await removeNamespace(clusterId);
  });
});

describe('what does not go at once', () => {
  it('is tried again after what stands on it, and what the cloud refuses is told', async () => {
    const { marks } = await dead();
    const vpc = world.put(account, 'vpc', 'vpc', marks);
    world.put(account, 'strangeThing', 'strange', undefined, [vpc]);
    const role = world.put(account, 'role', 'role', marks);
    await confirm();
    const id = await order();
    await world.cleanPass();
    expect(await outcome(id)).toEqual([
      'running',
      [
        'vpc',
        'removing',
        expect.stringMatching(/^DependencyViolation: vpc-\d+ is used by strangeThing-\d+$/),
      ],
      ['role', 'removed', undefined],
    ]);
    expect(world.cloud.resources.has(role)).toBe(false);
    await world.pool.query('UPDATE leak_cleanings SET deadline_at = now()');
    await world.cleanPass();
    expect(await outcome(id)).toEqual([
      'incomplete',
      ['vpc', 'left', expect.stringContaining('DependencyViolation')],
      ['role', 'removed', undefined],
    ]);
  });

  it('is gone when the answer was lost and the next pass looks: one audit record', async () => {
    const { marks } = await dead();
    const vpc = world.put(account, 'vpc', 'vpc', marks);
    await confirm();
    const id = await order();
    world.cloud.knobs.onCall = ({ action, phase }) => {
      if (action.startsWith('removeOwned') && phase === 'after')
        throw new CloudError('unknownOutcome', 'ConnectionReset', 'the answer was lost');
    };
    await world.cleanPass();
    expect(await outcome(id)).toEqual([
      'running',
      ['vpc', 'removing', 'ConnectionReset: the answer was lost'],
    ]);
    expect(world.cloud.resources.has(vpc)).toBe(false);
    world.cloud.knobs.onCall = () => undefined;
    await world.scan();
    await world.cleanPass();
    expect(await outcome(id)).toEqual(['succeeded', ['vpc', 'removed', undefined]]);
    const { rows } = await world.pool.query(
      `SELECT change #>> '{before,id}' AS id FROM audit_records WHERE action = 'fleet.leaks.remove' AND change ->> 'cleaning' = $1`,
      [id],
    );
    expect(rows).toEqual([{ id: vpc }]);
  });

  it('a paused HostedCluster is let go, held ones are waited for, and the namespace goes last', async () => {
    const { id: clusterId, infraId } = await dead();
    const { metadata, ...rest } = world.hostedCluster(clusterId, 'held', infraId);
    await world.management.apply(world.namespaceOf(clusterId));
    await world.management.apply({ ...rest, metadata, spec: { infraID: infraId, pausedUntil: 'true' } });
    const ref = {
      apiVersion: hypershift,
      kind: 'HostedCluster',
      name: 'held',
      namespace: clusterNamespace(clusterId),
    };
    world.management.operator.mergePatch(ref, {
      metadata: { finalizers: ['hypershift.openshift.io/finalizer'] },
    });
    world.passHours(1);
    await confirm();
    const id = await order();
    await world.cleanPass();
    expect(await outcome(id)).toEqual([
      'running',
      ['HostedCluster', 'removing', 'It is held by hypershift.openshift.io/finalizer.'],
      ['Namespace', 'removing', 'HostedCluster held in it'],
    ]);
    const held = await world.management.get(ref);
    expect(held?.spec).toEqual({ infraID: infraId });
    expect(
      (await world.management.get({ ...world.namespaceOf(clusterId), name: ref.namespace }))?.metadata
        .deletionTimestamp,
    ).toBeUndefined();
    world.management.operator.mergePatch(ref, { metadata: { finalizers: null } });
    await world.cleanPass();
    expect(await outcome(id)).toEqual([
      'succeeded',
      ['HostedCluster', 'removed', undefined],
      ['Namespace', 'removed', undefined],
    ]);
  });

  it('a worker that has lost its lease removes nothing', async () => {
    const { marks } = await dead();
    const vpc = world.put(account, 'vpc', 'vpc', marks);
    await confirm();
    await order();
    const stale = { resource: 'leaks:scan', holder: 'paused', token: 0 };
    await expect(cleanDue(world.deps, stale)).rejects.toThrow(
      'the lease of leaks:scan is held by another worker now',
    );
    expect(world.cloud.resources.has(vpc)).toBe(true);
  });
});

describe('a place', () => {
  it('is remembered with its regions when its last cluster is gone, until nothing opens it and nothing is left', async () => {
    const other = await world.createTenant('globex');
    const lent = await world.createAccount(other, '333333333333');
    await world.pool.query(
      `INSERT INTO leak_places (place, kind, platform, owner, account, credential_ids, regions)
       VALUES ($1, 'cloud', 'aws', $2, '333333333333', ARRAY[$3], '{eu-west-1}')`,
      [`aws:333333333333:${other.id}`, other.id, lent],
    );
    const marks = { tenantId: other.id, clusterId: newId('cluster'), infraId: 'bgggggggggggg' };
    const left = world.put(lent, 'vpc', 'left', marks);
    await world.scan();
    expect(await world.verdicts()).toContain(`unconfirmed vpc ${left}`);
    await world.pool.query('DELETE FROM credentials WHERE id = $1', [lent]);
    await world.scan();
    const { summary } = await world.report();
    expect(summary.failures).toMatchObject([
      {
        place: `aws:333333333333:${other.id}`,
        failure: 'NoCredential: No credential opens this account any more.',
      },
    ]);
    expect(await world.verdicts()).toContain(`unconfirmed vpc ${left}`);
    await world.pool.query('DELETE FROM leak_sightings');
    await world.scan();
    expect((await world.report()).summary.failures).toEqual([]);
  });

  it('that two tenants share shows to each what is its own, once', async () => {
    const second = await world.createTenant('initech');
    const shared = await world.createAccount(second, '111111111111');
    await world.createLive(second, shared, 'guest', mc);
    const marks = { clusterId: newId('cluster'), infraId: 'bsssssssssssss' };
    for (const credential of [account, shared])
      for (const owner of [tenant.id, second.id, 'ten_gone'])
        world.put(credential, `of-${owner}`, 'x', { ...marks, tenantId: owner });
    await world.scan();
    const { items } = await world.report();
    const seen = items
      .filter(({ verdict }) => verdict === 'unconfirmed')
      .map(({ place, thing }) => [place, thing.type]);
    const at = (owner: string) => `aws:111111111111:${owner}`;
    expect(seen.toSorted()).toEqual(
      [
        [at(tenant.id), `of-${tenant.id}`],
        [at(tenant.id), 'of-ten_gone'],
        [at(second.id), `of-${second.id}`],
        [at(second.id), 'of-ten_gone'],
      ].toSorted(),
    );
  });

  it('whose management clusters could not all be asked has nothing that is called dead', async () => {
    const { marks } = await dead();
    const vpc = world.put(account, 'vpc', 'vpc', marks);
    await confirm();
    expect(await world.verdicts()).toContain(`leaked vpc ${vpc}`);
    await world.registerManagementCluster('mc-two');
    const recover = world.management.faults.goDown();
    await world.scan();
    recover();
    expect(await world.verdicts()).toContain(`uncertain vpc ${vpc}`);
    await world.scan();
    expect(await world.verdicts()).toContain(`leaked vpc ${vpc}`);
  });
});
