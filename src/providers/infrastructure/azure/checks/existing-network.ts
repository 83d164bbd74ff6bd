import type { ClusterSpec } from '../../../../domain/cluster/cluster-spec.ts';
import { cidrSize, isCidr, parseCidr } from '../../../../domain/network/cidr.ts';
import { overlapsWithCluster } from '../../../../domain/network/users-network.ts';
import type { AzurePlatform } from '../../../../domain/platforms/azure/azure-spec.ts';
import { apiVersions } from '../../../../domain/platforms/azure/plan/api-versions.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { FieldProblem } from '../../../../domain/shared/problem.ts';
import { objectOf, objectsOf, textOf, textsOf } from '../../rest/json-fields.ts';
import type { ArmApi } from '../http/arm-api.ts';
import { propertiesOf, sameText } from '../http/fields.ts';
import { inInfrastructure, missing, problem } from './problems.ts';

/** Network of the user's that a cluster is put into, and where in the request it is named. */
export interface UsersNetwork {
  readonly vnetId: string;
  readonly subnetId: string;
  readonly securityGroupId: string;
  /** Members before the three, below `infrastructure`. */
  readonly at: readonly string[];
}

const plain = (location: string | undefined): string => (location ?? '').replaceAll(' ', '').toLowerCase();

const checkPlace = (
  resource: JsonObject | undefined,
  pointer: string,
  id: string,
  location: string,
): readonly FieldProblem[] => {
  if (resource === undefined) return [missing(pointer, id)];
  const found = textOf(resource, 'location');
  return found === undefined || plain(found) === plain(location)
    ? []
    : [problem(pointer, 'conflict', `It is in ${found}, the cluster in ${location}.`)];
};

const checkRanges = (spec: ClusterSpec, vnet: JsonObject, pointer: string): readonly FieldProblem[] =>
  overlapsWithCluster(textsOf(objectOf(propertiesOf(vnet), 'addressSpace'), 'addressPrefixes'), spec).map(
    ({ outer, inner }) => problem(pointer, 'overlap', `The network has ${outer}, which overlaps ${inner}.`),
  );

/** Addresses that Azure keeps of each subnet. */
const kept = 5n;

const checkSubnet = (subnet: JsonObject, { securityGroupId, at }: UsersNetwork): readonly FieldProblem[] => {
  const pointer = inInfrastructure(...at, 'subnetId');
  const properties = propertiesOf(subnet);
  const guard = textOf(objectOf(properties, 'networkSecurityGroup'), 'id');
  const prefixes = [textOf(properties, 'addressPrefix'), ...textsOf(properties, 'addressPrefixes')];
  const size = prefixes
    .map((text) => parseCidr(text ?? ''))
    .filter(isCidr)
    .reduce((sum, range) => sum + cidrSize(range), 0n);
  const used = BigInt(objectsOf(properties, 'ipConfigurations').length);
  const delegations = objectsOf(properties, 'delegations');
  return [
    ...(guard === undefined || sameText(guard, securityGroupId)
      ? []
      : [
          problem(
            inInfrastructure(...at, 'securityGroupId'),
            'conflict',
            `The subnet has another security group: ${guard}.`,
          ),
        ]),
    ...(delegations.length === 0
      ? []
      : [problem(pointer, 'conflict', 'The subnet is delegated to a service; give one for machines.')]),
    ...(size > 0n && size - kept - used <= 0n
      ? [problem(pointer, 'out-of-range', 'The subnet has no free address.')]
      : []),
  ];
};

/** Network, subnet and security group are there, in the right place, belong together, and overlap nothing of the cluster. */
export const checkUsersNetwork = async (
  api: ArmApi,
  spec: ClusterSpec,
  { location }: AzurePlatform,
  network: UsersNetwork,
): Promise<readonly FieldProblem[]> => {
  const { vnetId, subnetId, securityGroupId, at } = network;
  const [vnet, subnet, group] = await Promise.all([
    api.get(vnetId, apiVersions.network),
    api.get(subnetId, apiVersions.network),
    api.get(securityGroupId, apiVersions.network),
  ]);
  return [
    ...checkPlace(vnet, inInfrastructure(...at, 'vnetId'), vnetId, location),
    ...checkPlace(group, inInfrastructure(...at, 'securityGroupId'), securityGroupId, location),
    ...(vnet === undefined ? [] : checkRanges(spec, vnet, inInfrastructure(...at, 'vnetId'))),
    ...(subnet === undefined
      ? [missing(inInfrastructure(...at, 'subnetId'), subnetId)]
      : checkSubnet(subnet, network)),
  ];
};
