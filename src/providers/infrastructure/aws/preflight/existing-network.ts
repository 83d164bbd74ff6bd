import type { RouteTable, Subnet, Vpc } from '@aws-sdk/client-ec2';
import type { ClusterSpec } from '../../../../domain/cluster/cluster-spec.ts';
import { overlapsWithCluster } from '../../../../domain/network/users-network.ts';
import type { AwsExistingInfrastructure } from '../../../../domain/platforms/aws/aws-spec.ts';
import { filled } from '../../../../domain/shared/present.ts';
import type { FieldProblem } from '../../../../domain/shared/problem.ts';
import type { AwsAccount } from '../account.ts';
import { unlessMissing } from '../errors.ts';
import { listRouteTables } from '../routes.ts';
import { listSubnets } from '../subnet.ts';
import { dnsAttributesOff, listVpcs } from '../vpc.ts';
import { inInfrastructure, problem, unknownValue } from './problem.ts';

/** As many as a /26 has; below that a pool does not grow far. */
const leastAddresses = 59;

const readVpc = async (account: AwsAccount, id: string): Promise<Vpc | undefined> =>
  (await unlessMissing(listVpcs(account, { ids: [id] })))?.[0]?.raw;

/** By a filter: a list by ids fails as a whole when one of them is unknown. */
const readSubnets = async (
  account: AwsAccount,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Subnet>> => {
  const found = await listSubnets(account, { Filters: [{ Name: 'subnet-id', Values: [...new Set(ids)] }] });
  return new Map(found.map(({ id, raw }) => [id, raw]));
};

const rangesOf = (vpc: Vpc): readonly string[] =>
  (vpc.CidrBlockAssociationSet ?? [])
    .filter(({ CidrBlockState }) => CidrBlockState?.State !== 'disassociated')
    .flatMap(({ CidrBlock }) => CidrBlock ?? []);

const checkRanges = (spec: ClusterSpec, vpc: Vpc): readonly FieldProblem[] =>
  overlapsWithCluster(rangesOf(vpc), spec).map(({ outer, inner }) =>
    problem(inInfrastructure('vpcId'), 'overlap', `The VPC has ${outer}, which overlaps ${inner}.`),
  );

const checkVpc = async (
  account: AwsAccount,
  spec: ClusterSpec,
  { vpcId, sharedVpc }: AwsExistingInfrastructure,
): Promise<readonly FieldProblem[]> => {
  const path = inInfrastructure('vpcId');
  const vpc = await readVpc(account, vpcId);
  if (vpc === undefined)
    return [
      problem(path, 'not-found', `Account ${account.accountId} has no VPC ${vpcId} in ${account.region}.`),
    ];
  const isForeign = vpc.OwnerId !== undefined && vpc.OwnerId !== account.accountId;
  if (isForeign && sharedVpc === undefined)
    return [
      problem(
        path,
        'conflict',
        `${vpcId} belongs to account ${vpc.OwnerId}; name what it takes in sharedVpc.`,
      ),
    ];
  // Attributes of a VPC are shown to its owner only.
  const off = isForeign ? [] : await dnsAttributesOff(account, vpcId);
  return [
    ...off.map((name) => problem(path, 'conflict', `${name} of ${vpcId} is off; switch it on.`)),
    ...checkRanges(spec, vpc),
  ];
};

const checkSubnet = (
  { vpcId }: AwsExistingInfrastructure,
  subnet: Subnet,
  wantedZone: string,
  index: number,
): readonly FieldProblem[] => {
  const { SubnetId: id, VpcId, AvailabilityZone: zone = '', AvailableIpAddressCount: free = 0 } = subnet;
  return [
    ...(VpcId === vpcId
      ? []
      : [
          problem(
            inInfrastructure('subnets', index, 'id'),
            'conflict',
            `${id} is in ${VpcId}, not in ${vpcId}.`,
          ),
        ]),
    ...(zone === wantedZone
      ? []
      : [
          unknownValue(
            inInfrastructure('subnets', index, 'zone'),
            `${id} is in ${zone}, not in ${wantedZone}.`,
            [zone],
          ),
        ]),
    ...(free >= leastAddresses
      ? []
      : [
          problem(
            inInfrastructure('subnets', index, 'id'),
            'too-small',
            `${id} has ${free} free addresses; machines need at least ${leastAddresses}.`,
          ),
        ]),
  ];
};

const usesGateway = ({ Routes = [] }: RouteTable, isPublic: boolean): boolean =>
  Routes.some(
    ({ DestinationCidrBlock, State, GatewayId, NatGatewayId, TransitGatewayId, NetworkInterfaceId }) => {
      if (DestinationCidrBlock !== '0.0.0.0/0' || State === 'blackhole') return false;
      const isInternet = GatewayId?.startsWith('igw-') === true;
      return isPublic
        ? isInternet
        : (NatGatewayId ?? TransitGatewayId ?? NetworkInterfaceId) !== undefined || isInternet;
    },
  );

/** The table of a subnet, or the main one. */
const tableOf = (tables: readonly RouteTable[], subnetId: string): RouteTable | undefined =>
  tables.find(({ Associations = [] }) => Associations.some(({ SubnetId }) => SubnetId === subnetId)) ??
  tables.find(({ Associations = [] }) => Associations.some(({ Main }) => Main === true));

/** With a proxy the way out is the user's. */
const checkWayOut = async (
  account: AwsAccount,
  { configuration }: ClusterSpec,
  { vpcId, subnets, publicOnly = false }: AwsExistingInfrastructure,
  known: ReadonlyMap<string, Subnet>,
): Promise<readonly FieldProblem[]> => {
  const hasProxy = filled(configuration?.proxy?.httpsProxy) ?? filled(configuration?.proxy?.httpProxy);
  if (hasProxy !== undefined) return [];
  const tables = (await listRouteTables(account, { Filters: [{ Name: 'vpc-id', Values: [vpcId] }] })).map(
    ({ raw }) => raw,
  );
  return subnets.flatMap(({ id }, index) => {
    const table = tableOf(tables, id);
    // A subnet of a shared VPC may have a table that only its owner sees.
    if (!known.has(id) || table === undefined || usesGateway(table, publicOnly)) return [];
    const what = publicOnly ? 'to an internet gateway' : 'to a NAT gateway or another way out';
    const detail = `${id} has no route 0.0.0.0/0 ${what}; machines cannot fetch their images.`;
    return [problem(inInfrastructure('subnets', index, 'id'), 'conflict', detail)];
  });
};

/** VPC and subnets as the user gave them. */
export const checkExistingNetwork = async (
  account: AwsAccount,
  spec: ClusterSpec,
  infrastructure: AwsExistingInfrastructure,
): Promise<readonly FieldProblem[]> => {
  const { subnets } = infrastructure;
  const known = await readSubnets(
    account,
    subnets.map(({ id }) => id),
  );
  const ofSubnets = subnets.flatMap(({ id, zone }, index) => {
    const subnet = known.get(id);
    if (subnet === undefined)
      return [
        problem(
          inInfrastructure('subnets', index, 'id'),
          'not-found',
          `There is no subnet ${id} in ${account.region}.`,
        ),
      ];
    return checkSubnet(infrastructure, subnet, zone, index);
  });
  return [
    ...(await checkVpc(account, spec, infrastructure)),
    ...ofSubnets,
    ...(await checkWayOut(account, spec, infrastructure, known)),
  ];
};
