import type { NodePoolSpec } from '../node-pool/node-pool-spec.ts';
import type { FieldProblem } from '../shared/problem.ts';
import {
  type ClusterNetworks,
  type NamedRange,
  nameRange,
  networkPointer,
  ofField,
  pointerOfRange,
} from './cluster-networks.ts';

/** Length of the prefix that each node gets of the pod network, when the spec names none. IPv6 takes no other. */
const defaultHostPrefix = { 4: 23, 6: 64 } as const;

/** The network operator leaves at least two bits for the pods of a node. */
const narrowestHostPrefix = 30;

export type PoolSize = Pick<NodePoolSpec, 'replicas' | 'autoscaling'>;

/** The most nodes that pools ask for; of an autoscaled one the maximum counts. */
export const askedNodes = (pools: readonly PoolSize[]): number =>
  pools.reduce((sum, { replicas, autoscaling }) => sum + (autoscaling?.max ?? replicas ?? 0), 0);

/** How many slices there are. */
const roomIn = (ranges: readonly NamedRange[], hostPrefix: number): bigint =>
  ranges
    .filter(({ range }) => range.prefix <= hostPrefix)
    .reduce((sum, { range }) => sum + (1n << BigInt(hostPrefix - range.prefix)), 0n);

const checkHostPrefix = (networks: ClusterNetworks, asked: number | undefined): readonly FieldProblem[] => {
  const [first] = ofField(networks, 'clusterCidrs');
  if (first === undefined || asked === undefined) return [];
  const { family } = first.range;
  if (family === 6)
    return asked === defaultHostPrefix[6]
      ? []
      : [
          {
            pointer: networkPointer('hostPrefix'),
            code: 'out-of-range',
            detail: 'hostPrefix of an IPv6 cluster is 64.',
            allowed: ['64'],
          },
        ];
  return ofField(networks, 'clusterCidrs')
    .filter(({ range }) => range.family === 4)
    .filter(({ range }) => asked < range.prefix || asked > narrowestHostPrefix)
    .map((named) => ({
      pointer: networkPointer('hostPrefix'),
      code: 'out-of-range',
      detail: `hostPrefix ${asked} does not fit ${nameRange(named)}; give ${named.range.prefix} to ${narrowestHostPrefix}.`,
    }));
};

export interface Shortage {
  /** The first pod network of the family that has too few slices. */
  readonly at: NamedRange;
  /** `… has room for 2 nodes; the node pools ask for up to 3.` */
  readonly detail: string;
}

/**
 * Each node takes a slice of clusterCidrs; when none is left a node joins and stays NotReady.
 * @param asked the spec's hostPrefix, which is meant for the family of the first range.
 */
export const nodeShortages = (
  networks: ClusterNetworks,
  asked: number | undefined,
  pools: readonly PoolSize[],
): readonly Shortage[] => {
  const nodes = askedNodes(pools);
  return ofField(networks, 'clusterCidrs')
    .filter(
      ({ range }, index, all) => all.findIndex((other) => other.range.family === range.family) === index,
    )
    .flatMap((at, index) => {
      const { family } = at.range;
      const hostPrefix = (index === 0 ? asked : undefined) ?? defaultHostPrefix[family];
      const ranges = ofField(networks, 'clusterCidrs').filter(({ range }) => range.family === family);
      const room = roomIn(ranges, hostPrefix);
      if (room > 0n && room >= BigInt(nodes)) return [];
      const detail = `${ranges.map(nameRange).join(' and ')} with hostPrefix ${hostPrefix} has room for ${room} nodes; the node pools ask for up to ${nodes}.`;
      return [{ at, detail }];
    });
};

/** For a request that holds the whole cluster. */
export const checkNodeCapacity = (
  networks: ClusterNetworks,
  asked: number | undefined,
  pools: readonly PoolSize[],
): readonly FieldProblem[] => {
  const prefixProblems = checkHostPrefix(networks, asked);
  if (prefixProblems.length > 0 || networks.problems.length > 0) return prefixProblems;
  return nodeShortages(networks, asked, pools).map(({ at, detail }) => ({
    pointer: at.isDefault ? networkPointer('clusterCidrs') : pointerOfRange(at),
    code: 'too-small',
    detail,
  }));
};
