import { clusterNamespace } from '../../../src/domain/shared/kube-names.ts';
import { newId, type TestTenant } from '../../harness/test-world.ts';
import type { LeakWorld } from './leak-world.ts';

/** Every type that a cluster on AWS stands on, or that its controllers make, and what it stands on. */
export const orphanTypes: readonly (readonly [type: string, ...needs: readonly string[]])[] = [
  ['vpc'],
  ['internetGateway', 'vpc'],
  ['subnet', 'vpc'],
  ['address'],
  ['natGateway', 'subnet', 'address'],
  ['routeTable', 'vpc'],
  ['gatewayEndpoint', 'vpc', 'routeTable'],
  ['privateZone', 'vpc'],
  ['securityGroup', 'vpc'],
  ['networkInterface', 'subnet', 'securityGroup'],
  ['loadBalancer', 'subnet', 'securityGroup'],
  ['targetGroup', 'vpc'],
  ['endpointService', 'loadBalancer'],
  ['instance', 'networkInterface', 'instanceProfile', 'volume'],
  ['volume'],
  ['snapshot', 'volume'],
  ['bucket'],
  ['role'],
  ['instanceProfile', 'role'],
  ['oidcProvider'],
];

const infraOf = (letters: string): string => `b${letters.padEnd(12, 'a')}`;

/** A mess as years of bad luck leave it: what each part is, and what has to become of it, is in the names. */
export const seedMess = async (world: LeakWorld) => {
  const { put, management, remember, journal } = world;
  const acme = await world.createTenant('acme');
  const globex = await world.createTenant('globex');
  const account = await world.createAccount(acme, '111111111111');
  const mc = (await world.registerManagementCluster('mc-one')).id;
  const live = async (tenant: TestTenant, name: string) => {
    const cluster = await world.createLive(tenant, account, name, mc);
    await management.apply(world.namespaceOf(cluster.id));
    await management.apply(world.hostedCluster(cluster.id, name, cluster.infraId));
    return cluster;
  };
  const marksOf = (cluster: { id: string; infraId: string; tenantId: string }) => ({
    tenantId: cluster.tenantId,
    clusterId: cluster.id,
    infraId: cluster.infraId,
  });

  // `test` was deleted and has left everything; `test-2` lives beside it.
  const dead = { id: newId('cluster'), infraId: infraOf('test'), tenantId: acme.id };
  await remember(acme.id, 'cluster.delete', dead.id);
  const test2 = await live(acme, 'test-2');
  const orphans = new Map<string, string>();
  for (const name of ['test', 'test-2']) {
    const ids = new Map<string, string>();
    const pending = [...orphanTypes];
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const [type, ...needs] = next;
      if (needs.some((need) => !ids.has(need))) {
        pending.push(next);
        continue;
      }
      const marks = marksOf(name === 'test' ? dead : test2);
      ids.set(
        type,
        put(
          account,
          type,
          `${name}-${type}`,
          marks,
          needs.map((need) => ids.get(need) ?? ''),
        ),
      );
    }
    if (name === 'test') for (const [type, id] of ids) orphans.set(type, id);
    else for (const [type, id] of ids) await journal(test2, type, type, id);
  }

  const neverKnown = { id: newId('cluster'), infraId: infraOf('never'), tenantId: acme.id };
  const referred = { id: newId('cluster'), infraId: infraOf('referred'), tenantId: acme.id };
  const others = {
    neverKnown: put(account, 'vpc', 'never-vpc', marksOf(neverKnown)),
    protected: put(account, 'vpc', 'kept-vpc', { ...marksOf(dead), isProtected: true }),
    young: put(account, 'volume', 'young-volume', { ...marksOf(dead), ageHours: 10 }),
    ageless: put(account, 'volume', 'ageless-volume', { ...marksOf(dead), ageHours: null }),
    ownerless: put(account, 'bucket', 'ownerless-bucket', {}),
    referred: put(account, 'vpc', 'referred-vpc', marksOf(referred)),
    otherInstance: put(account, 'vpc', 'test-vpc', { ...marksOf(dead), instance: 'test2' }),
    foreign: put(account, 'vpc', `${dead.infraId}-vpc`, undefined),
  };

  // Another tenant's cluster in the same account, and one whose things are being made: their ids are not recorded yet.
  const shop = await world.createLive(globex, await world.createAccount(globex, '222222222222'), 'shop', mc);
  await management.apply(world.namespaceOf(shop.id));
  const otherTenant = put(account, 'vpc', 'shop-vpc', marksOf(shop));
  const pending = await live(acme, 'pending');
  await journal(pending, 'vpc', 'vpc', null);
  const pendingThing = put(account, 'vpc', 'pending-vpc', marksOf(pending));
  // Recorded and not there; recorded while the scans run, and not listed yet.
  await journal(test2, 'subnet/lost', 'subnet', 'subnet-lost');
  await journal(test2, 'subnet/new', 'subnet', 'subnet-new', -1440);

  // On the management cluster
  const left = { id: newId('cluster'), infraId: infraOf('left') };
  const unheard = newId('cluster');
  const copied = newId('cluster');
  const guarded = newId('cluster');
  const poolOfDead = newId('nodePool');
  const poolOfLive = newId('nodePool');
  for (const id of [left.id, guarded, copied]) await remember(acme.id, 'cluster.delete', id);
  await remember(acme.id, 'nodePool.delete', test2.id, poolOfLive);
  await management.apply(world.namespaceOf(left.id));
  await management.apply({ ...world.hostedCluster(left.id, 'left', left.infraId) });
  await management.apply(world.nodePool(left.id, poolOfDead));
  await management.apply(world.nodePool(test2.id, poolOfLive));
  await management.apply(world.namespaceOf(unheard));
  await management.apply(world.namespaceOf(copied, 'copied-labels'));
  const kept = world.namespaceOf(guarded);
  await management.apply({
    ...kept,
    metadata: { ...kept.metadata, annotations: { 'berth.io/do-not-delete': 'audit' } },
  });
  const lookAlike = clusterNamespace(newId('cluster'));
  await management.apply(world.namespaceOf(left.id, lookAlike, { team: 'blue' }));
  await management.apply({ ...world.namespaceOf(left.id, clusterNamespace(referred.id), { team: 'blue' }) });
  await management.apply({ ...world.hostedCluster(referred.id, 'referred', referred.infraId, {}) });
  const vanished = await world.createLive(acme, account, 'vanished', mc);
  const hidden = await world.createLive(acme, account, 'hidden', mc);
  await management.apply(world.namespaceOf(hidden.id, undefined, { 'lost-its': 'labels' }));

  return {
    acme,
    account,
    mc,
    dead,
    test2,
    orphans,
    others,
    untouched: { otherTenant, pendingThing },
    left,
    unheard,
    copied,
    guarded,
    poolOfDead,
    poolOfLive,
    lookAlike,
    vanished,
  };
};

export type Mess = Awaited<ReturnType<typeof seedMess>>;
