import type { RemoveResult } from '../../contract.ts';
import type { AwsAccount } from '../account.ts';
import { address } from '../address.ts';
import { unlessMissing } from '../errors.ts';
import { internetGateway } from '../internet-gateway.ts';
import { instanceTag } from '../marks.ts';
import { natGateway } from '../nat-gateway.ts';
import { publicRouteTable } from '../public-route-table.ts';
import { type Ec2Resource, removing, type Seen, tagFilter } from '../resource-type.ts';
import { subnet } from '../subnet.ts';
import { endpointServices } from '../sweep/endpoint-services.ts';
import { instances } from '../sweep/instances.ts';
import {
  listClassicLoadBalancers,
  listLoadBalancers,
  listTargetGroups,
  removeClassicLoadBalancer,
  removeLoadBalancer,
  removeTargetGroup,
} from '../sweep/load-balancers.ts';
import { networkInterfaces } from '../sweep/network-interfaces.ts';
import {
  isDefaultGroup,
  listSecurityGroups,
  removeSecurityGroup,
  revokeRules,
} from '../sweep/security-groups.ts';
import { snapshots, volumes } from '../sweep/volumes.ts';
import { vpc } from '../vpc.ts';
import { vpcEndpoint } from '../vpc-endpoint.ts';
import { readBalancerTags, readClassicTags, type TagsById } from './balancer-tags.ts';
import { alwaysHeld, type LeakPlace, type OwnedKind, type OwnedThing } from './owned-thing.ts';

const vpcIdOf = (raw: unknown): string | undefined => (raw as { readonly VpcId?: string }).VpcId;

const toThing = <Raw>({ id, tags, raw }: Seen<Raw>): OwnedThing => {
  const vpcId = vpcIdOf(raw);
  return { id, tags, ...(vpcId === undefined ? {} : { vpcId }) };
};

/** A filter takes at most two hundred values. */
const valuesPerFilter = 200;

const listInVpcs = async <Raw>(
  resource: Pick<Ec2Resource<Raw>, 'list'>,
  { account, vpcs }: LeakPlace,
): Promise<readonly Seen<Raw>[]> => {
  const ids = [...vpcs.keys()];
  const found: Seen<Raw>[] = [];
  for (let start = 0; start < ids.length; start += valuesPerFilter) {
    const Values = ids.slice(start, start + valuesPerFilter);
    found.push(...(await resource.list(account, { Filters: [{ Name: 'vpc-id', Values }] })));
  }
  return found;
};

interface KindOptions<Raw> {
  /** Others put such things into a VPC, without our marks. */
  readonly isInVpc?: true;
  readonly isOfKind?: (seen: Seen<Raw>) => boolean;
}

const ec2Kind = <Raw>(
  type: string,
  resource: Ec2Resource<Raw>,
  { isInVpc, isOfKind = () => true }: KindOptions<Raw> = {},
): OwnedKind => {
  const readSeen = async (account: AwsAccount, id: string): Promise<Seen<Raw> | undefined> =>
    (await unlessMissing(resource.list(account, { ids: [id] })))?.find((seen) => seen.id === id);
  return {
    type,
    list: async (place) => {
      const marked = await resource.list(place.account, {
        Filters: [tagFilter(instanceTag, place.instance)],
      });
      const inVpcs = isInVpc === true ? await listInVpcs(resource, place) : [];
      const all = new Map([...marked, ...inVpcs].filter(isOfKind).map((seen) => [seen.id, seen]));
      return [...all.values()].map(toThing);
    },
    read: async (account, id) => {
      const seen = await readSeen(account, id);
      return seen === undefined ? undefined : toThing(seen);
    },
    remove: async (account, id) => {
      const seen = await readSeen(account, id);
      return removing(() => resource.remove({ account, id, seen, assertHeld: alwaysHeld }));
    },
  };
};

/** Things whose lists show no tags. Mostly only their VPC tells whose they are; that one must not be removed stands in their tags. */
const balancerKind = (
  type: string,
  list: (account: AwsAccount) => Promise<readonly { readonly id: string; readonly vpcId: string }[]>,
  readTags: (account: AwsAccount, ids: readonly string[]) => Promise<TagsById>,
  remove: (account: AwsAccount, id: string) => Promise<RemoveResult>,
): OwnedKind => {
  const find = async (
    account: AwsAccount,
    isWanted: (found: { readonly id: string; readonly vpcId: string }) => boolean,
  ): Promise<readonly OwnedThing[]> => {
    const found = (await list(account)).filter(isWanted);
    const ids = found.map(({ id }) => id);
    const tags = await readTags(account, ids);
    return found.map((one) => ({ ...one, tags: tags.get(one.id) ?? {} }));
  };
  return {
    type,
    list: ({ account, vpcs }) => find(account, ({ vpcId }) => vpcs.has(vpcId)),
    read: async (account, id) => (await unlessMissing(find(account, (found) => found.id === id)))?.[0],
    remove: (account, id) => removing(() => remove(account, id)),
  };
};

const securityGroups: Parameters<typeof ec2Kind<{ GroupName?: string | undefined }>>[1] = {
  list: listSecurityGroups,
  remove: async ({ account, id, seen }) => {
    if (seen !== undefined) await revokeRules(account, seen.raw);
    return removeSecurityGroup(account, id);
  },
};

const isPublicTable = ({ tags }: { readonly tags: Readonly<Record<string, string>> }): boolean =>
  tags['Name']?.endsWith('-public') === true;

/** Things of one region, those first that hold others. */
export const regionalKinds: readonly OwnedKind[] = [
  ec2Kind('instance', instances),
  ec2Kind('endpointService', endpointServices),
  balancerKind('classicLoadBalancer', listClassicLoadBalancers, readClassicTags, removeClassicLoadBalancer),
  balancerKind('loadBalancer', listLoadBalancers, readBalancerTags, removeLoadBalancer),
  balancerKind('targetGroup', listTargetGroups, readBalancerTags, removeTargetGroup),
  ec2Kind('endpoint', vpcEndpoint, {
    isInVpc: true,
    isOfKind: ({ raw }) => raw.VpcEndpointType !== 'Gateway',
  }),
  ec2Kind('gatewayEndpoint', vpcEndpoint, {
    isInVpc: true,
    isOfKind: ({ raw }) => raw.VpcEndpointType === 'Gateway',
  }),
  ec2Kind('natGateway', natGateway, { isOfKind: ({ raw }) => raw.State !== 'deleting' }),
  ec2Kind('networkInterface', networkInterfaces, { isInVpc: true }),
  ec2Kind('securityGroup', securityGroups, {
    isInVpc: true,
    isOfKind: ({ raw }) => !isDefaultGroup(raw),
  }),
  ec2Kind('routeTable', publicRouteTable, { isOfKind: (seen) => !isPublicTable(seen) }),
  ec2Kind('publicRouteTable', publicRouteTable, { isOfKind: isPublicTable }),
  ec2Kind('address', address),
  ec2Kind('internetGateway', internetGateway),
  ec2Kind('subnet', subnet),
  ec2Kind('vpc', vpc),
  ec2Kind('volume', volumes),
  ec2Kind('snapshot', snapshots),
];
