import { cidr, overlapOf } from '../../../src/domain/network/cidr.ts';
import { isJsonObject, type JsonObject } from '../../../src/domain/shared/json.ts';
import { noSuchThing, refusedOldForm } from './fake-answers.ts';
import { runningOn } from './fake-operations.ts';
import type { FakeResource, FakeWorld } from './fake-world.ts';

export const pathIn = (link: unknown): string => {
  const text = String(link ?? '');
  return text.slice(Math.max(0, text.indexOf('projects/')));
};

export const collectionOf = (path: string): string => path.split('/').at(-2) ?? '';

/** Every path that a thing refers to, wherever in it. */
const references = (value: unknown): readonly string[] => {
  if (typeof value === 'string')
    return /(?:^|\/)projects\/[^/]+\/(?:global|regions|zones)\//.test(value) ? [pathIn(value)] : [];
  if (Array.isArray(value)) return value.flatMap(references);
  return isJsonObject(value) ? Object.values(value).flatMap(references) : [];
};

/** Groups and pools name machines without holding them. */
const looseReferences: readonly string[] = ['targetPools', 'instanceGroups'];

const userOf = (world: FakeWorld, path: string): FakeResource | undefined =>
  [...world.resources.values()].find(
    ({ path: other, data, isAutomatic }) =>
      other !== path &&
      !isAutomatic &&
      !looseReferences.includes(collectionOf(other)) &&
      references(data).includes(path),
  );

export const assertUnused = (world: FakeWorld, path: string): void => {
  const user = userOf(world, path);
  if (user !== undefined)
    throw refusedOldForm(
      400,
      'resourceInUseByAnotherResource',
      `The resource '${path}' is already being used by '${user.path}'`,
    );
};

export const assertIdle = (world: FakeWorld, path: string): void => {
  if (runningOn(world, path) !== undefined)
    throw refusedOldForm(400, 'resourceNotReady', `The resource '${path}' is not ready`);
};

/** What a new thing refers to is there and ready. */
export const assertReferences = (world: FakeWorld, data: JsonObject): void => {
  for (const path of references(data)) {
    if (!world.resources.has(path)) throw noSuchThing(path);
    const running = runningOn(world, path);
    if (running?.type === 'insert') assertIdle(world, path);
  }
};

const quotaMetrics: Readonly<Record<string, string>> = {
  networks: 'NETWORKS',
  subnetworks: 'SUBNETWORKS',
  firewalls: 'FIREWALLS',
  routers: 'ROUTERS',
};

export const usedOf = (world: FakeWorld, metric: string): number =>
  [...world.resources.keys()].filter((path) => quotaMetrics[collectionOf(path)] === metric).length;

export const assertQuota = (world: FakeWorld, path: string): void => {
  const metric = quotaMetrics[collectionOf(path)];
  const limit = metric === undefined ? undefined : world.quotas.get(metric);
  if (metric !== undefined && limit !== undefined && usedOf(world, metric) >= limit)
    throw refusedOldForm(403, 'quotaExceeded', `Quota '${metric}' exceeded.  Limit: ${limit}.0 globally.`);
};

/** Subnets of one network do not overlap. */
export const assertFreeRange = (world: FakeWorld, path: string, data: JsonObject): void => {
  if (collectionOf(path) !== 'subnetworks') return;
  const wanted = cidr(String(data['ipCidrRange']));
  for (const other of world.resources.values()) {
    if (collectionOf(other.path) !== 'subnetworks' || other.path === path) continue;
    if (pathIn(other.data['network']) !== pathIn(data['network'])) continue;
    if (overlapOf(cidr(String(other.data['ipCidrRange'])), wanted) !== undefined)
      throw refusedOldForm(
        400,
        'invalid',
        `Invalid IPCidrRange: ${data['ipCidrRange']} conflicts with existing subnetwork`,
      );
  }
};
