import type { ClusterSpec } from '../../../../domain/cluster/cluster-spec.ts';
import { overlapsWithCluster } from '../../../../domain/network/users-network.ts';
import type { GcpExistingInfrastructure, GcpPlatform } from '../../../../domain/platforms/gcp/gcp-spec.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { type FieldProblem, pointerOf } from '../../../../domain/shared/problem.ts';
import { objectsOf, textOf } from '../../rest/json-fields.ts';
import { pathOfLink, pathsIn } from '../compute-names.ts';
import type { GcpApi } from '../http/gcp-api.ts';

const at = (...parts: readonly string[]): string =>
  pointerOf('spec', 'platform', 'gcp', 'infrastructure', ...parts);

const problem = (pointer: string, code: string, detail: string): FieldProblem => ({ pointer, code, detail });

const checkRanges = (spec: ClusterSpec, subnet: JsonObject): readonly FieldProblem[] =>
  overlapsWithCluster(
    [
      textOf(subnet, 'ipCidrRange'),
      ...objectsOf(subnet, 'secondaryIpRanges').map((range) => textOf(range, 'ipCidrRange')),
    ].flatMap((text) => text ?? []),
    spec,
  ).map(({ outer, inner }) =>
    problem(
      at('privateServiceConnectSubnet'),
      'overlap',
      `The subnet has ${outer}, which overlaps ${inner}.`,
    ),
  );

/** Purposes of subnets in which machines and endpoints can be. */
const purposes: readonly string[] = ['PRIVATE', 'PRIVATE_RFC_1918'];

const checkSubnet = (
  spec: ClusterSpec,
  infrastructure: GcpExistingInfrastructure,
  subnet: JsonObject,
  network: string,
): readonly FieldProblem[] => {
  const name = infrastructure.privateServiceConnectSubnet;
  const pointer = at('privateServiceConnectSubnet');
  const found = pathOfLink(textOf(subnet, 'network') ?? '');
  const purpose = textOf(subnet, 'purpose') ?? 'PRIVATE';
  return [
    ...(found === network
      ? []
      : [
          problem(
            pointer,
            'conflict',
            `Subnet ${name} is in network ${found.split('/').at(-1)}, not in ${infrastructure.network}.`,
          ),
        ]),
    ...(purposes.includes(purpose)
      ? []
      : [problem(pointer, 'conflict', `Subnet ${name} is kept for ${purpose}; give one for machines.`)]),
    ...checkRanges(spec, subnet),
  ];
};

/** Network and subnet are there, belong together, and do not overlap the cluster's own ranges. */
export const checkExistingNetwork = async (
  api: GcpApi,
  spec: ClusterSpec,
  { project, region }: GcpPlatform,
  infrastructure: GcpExistingInfrastructure,
): Promise<readonly FieldProblem[]> => {
  const paths = pathsIn(project, region);
  const network = paths.network(infrastructure.network);
  const [foundNetwork, subnet] = await Promise.all([
    api.get('compute', network),
    api.get('compute', paths.subnet(infrastructure.privateServiceConnectSubnet)),
  ]);
  return [
    ...(foundNetwork === undefined
      ? [problem(at('network'), 'not-found', `Project ${project} has no network ${infrastructure.network}.`)]
      : []),
    ...(subnet === undefined
      ? [
          problem(
            at('privateServiceConnectSubnet'),
            'not-found',
            `Region ${region} of project ${project} has no subnet ${infrastructure.privateServiceConnectSubnet}.`,
          ),
        ]
      : checkSubnet(spec, infrastructure, subnet, network)),
  ];
};
