import { collectionOf } from './fake-compute-rules.ts';
import type { FakeWorld } from './fake-world.ts';

/** Everything that somebody has made, by type and name, sorted. What Google keeps of removed pools does not count. */
export const censusOf = (world: FakeWorld): readonly string[] => {
  const resources = [...world.resources.values()]
    .filter(({ isAutomatic }) => !isAutomatic)
    .flatMap(({ path, data }) => [
      `${collectionOf(path)} ${path.split('/').at(-1)}`,
      ...(Array.isArray(data['nats']) ? data['nats'] : []).map(
        (nat) => `nats ${(nat as { name?: string }).name}`,
      ),
    ]);
  const identities = [...world.identities.values()]
    .filter(({ path, deletedAt }) => {
      const pool = world.identities.get(path.replace(/\/providers\/.*$/, ''));
      return deletedAt === undefined && pool?.deletedAt === undefined;
    })
    .map(({ path }) => path.split('/').slice(-2).join(' '));
  const accounts = [...world.accounts.keys()].map((path) => `serviceAccounts ${path.split('/').at(-1)}`);
  const bindings = [...world.policies].flatMap(([key, { bindings: entries }]) =>
    entries.flatMap(({ role, members }) =>
      (Array.isArray(members) ? members : []).map(
        (member) => `binding ${key.split('/').at(-1)} ${role} ${member}`,
      ),
    ),
  );
  return [
    ...resources,
    ...identities,
    ...accounts,
    ...bindings,
    ...[...world.zones.keys()].map((name) => `managedZones ${name}`),
    ...[...world.buckets.keys()].map((name) => `buckets ${name}`),
  ].sort();
};
