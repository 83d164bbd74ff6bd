import {
  type AvailabilityZone,
  DescribeAvailabilityZonesCommand,
  DescribeRegionsCommand,
  paginateDescribeInstanceTypeOfferings,
} from '@aws-sdk/client-ec2';
import type { NodePoolSpec } from '../../../../domain/node-pool/node-pool-spec.ts';
import { awsNodePoolDefaults } from '../../../../domain/platforms/aws/node-pool-platform.ts';
import { filled } from '../../../../domain/shared/present.ts';
import type { FieldProblem } from '../../../../domain/shared/problem.ts';
import type { AwsAccount } from '../account.ts';
import { inAws, problem, unknownValue } from './problem.ts';

/** Asked of a region that is always there: a name that is none has no address to ask. */
export const checkRegion = async (
  account: AwsAccount,
  homeRegion: string,
): Promise<readonly FieldProblem[]> => {
  const { region } = account;
  const { Regions = [] } = await account
    .in(homeRegion)
    .ec2.send(new DescribeRegionsCommand({ AllRegions: true }));
  const found = Regions.find(({ RegionName }) => RegionName === region);
  const path = inAws('region');
  if (found === undefined) {
    const names = Regions.flatMap(({ RegionName }) => RegionName ?? []).sort();
    return [unknownValue(path, `AWS has no region ${region}.`, names)];
  }
  return found.OptInStatus === 'not-opted-in'
    ? [problem(path, 'not-allowed', `Region ${region} is not enabled for account ${account.accountId}.`)]
    : [];
};

/** Zones of the region by name, also those that are down. */
const readZones = (account: AwsAccount): Promise<ReadonlyMap<string, AvailabilityZone>> =>
  account.remembered('availability zones', async () => {
    const { AvailabilityZones = [] } = await account.ec2.send(new DescribeAvailabilityZonesCommand({}));
    return new Map(AvailabilityZones.map((zone) => [zone.ZoneName ?? '', zone]));
  });

interface WantedZone {
  readonly path: readonly (string | number)[];
  readonly zone: string;
}

export const checkZones = async (
  account: AwsAccount,
  wanted: readonly WantedZone[],
): Promise<readonly FieldProblem[]> => {
  const zones = await readZones(account);
  const up = [...zones.values()]
    .filter(({ State }) => State === 'available')
    .flatMap(({ ZoneName }) => ZoneName ?? [])
    .sort();
  return wanted.flatMap(({ path, zone }) => {
    const found = zones.get(zone);
    if (found === undefined)
      return [unknownValue(path, `Region ${account.region} has no zone ${zone} for this account.`, up)];
    if (found.State === 'available') return [];
    return [unknownValue(path, `Zone ${zone} is ${found.State}.`, up)];
  });
};

/** Zones in which each type can be had. */
const offeredIn = async (
  { ec2 }: AwsAccount,
  types: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const offered = new Map<string, string[]>();
  const pages = paginateDescribeInstanceTypeOfferings(
    { client: ec2 },
    {
      LocationType: 'availability-zone',
      Filters: [{ Name: 'instance-type', Values: [...types] }],
    },
  );
  for await (const { InstanceTypeOfferings = [] } of pages)
    for (const { InstanceType = '', Location = '' } of InstanceTypeOfferings)
      offered.set(InstanceType, [...(offered.get(InstanceType) ?? []), Location]);
  return offered;
};

/** Machine types of the pools, in the zones where they are to stand. `zones`: those of the cluster. */
export const checkMachineTypes = async (
  account: AwsAccount,
  nodePools: readonly NodePoolSpec[],
  zones: readonly string[],
): Promise<readonly FieldProblem[]> => {
  const pools = nodePools.map((pool, index) => ({
    index,
    type: awsNodePoolDefaults(pool).instanceType ?? '',
    zone: filled(pool.zone) ?? zones[0],
  }));
  if (pools.length === 0) return [];
  const offered = await offeredIn(account, [...new Set(pools.map(({ type }) => type))]);
  return pools.flatMap(({ index, type, zone }) => {
    const places = offered.get(type) ?? [];
    const path = ['spec', 'nodePools', index, 'platform', 'instanceType'];
    if (places.length === 0)
      return [problem(path, 'not-found', `Region ${account.region} has no instance type ${type}.`)];
    if (zone === undefined || places.includes(zone)) return [];
    const detail = `Zone ${zone} has no ${type}; ${places.toSorted().join(', ')} have it.`;
    return [problem(path, 'not-found', detail)];
  });
};
