import type { OwnedResource } from '../../contract.ts';
import type { AwsAccount } from '../account.ts';
import { instanceTag, type Tags } from '../marks.ts';
import { tagFilter } from '../resource-type.ts';
import { listVpcs } from '../vpc.ts';
import { globalKinds } from './global-kinds.ts';
import { type LeakPlace, type OwnedKind, toOwned } from './owned-thing.ts';
import { regionalKinds } from './regional-kinds.ts';
import { shareKind } from './share-kind.ts';

const ownVpcs = async (account: AwsAccount, instance: string): Promise<ReadonlyMap<string, Tags>> => {
  const vpcs = await listVpcs(account, { Filters: [tagFilter(instanceTag, instance)] });
  return new Map(vpcs.filter(({ tags }) => tags[instanceTag] === instance).map(({ id, tags }) => [id, tags]));
};

const listKind = async (
  kind: OwnedKind,
  place: LeakPlace,
  region: string | undefined,
): Promise<readonly OwnedResource[]> =>
  (await kind.list(place)).flatMap((thing) => toOwned(kind.type, thing, place, region) ?? []);

/** Everything with the mark of an installation in the account: what is in no region, then region by region. */
export const listOwned = async (
  account: AwsAccount,
  instance: string,
  regions: readonly string[],
): Promise<readonly OwnedResource[]> => {
  const found: OwnedResource[] = [];
  const nowhere: LeakPlace = { account, instance, vpcs: new Map() };
  for (const region of regions) {
    const there = account.in(region);
    const place: LeakPlace = { account: there, instance, vpcs: await ownVpcs(there, instance) };
    for (const kind of [shareKind, ...regionalKinds]) found.push(...(await listKind(kind, place, region)));
  }
  for (const kind of globalKinds) found.push(...(await listKind(kind, nowhere, undefined)));
  return found;
};

/** Types of steps that the list shows whole. */
export const ownedTypes: readonly string[] = [
  'address',
  'gatewayEndpoint',
  'instanceProfile',
  'internetGateway',
  'natGateway',
  'oidcProvider',
  'privateZone',
  'publicRouteTable',
  'role',
  'routeTable',
  'subnet',
  'vpc',
];
