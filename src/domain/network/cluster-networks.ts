import type { CompleteClusterSpec } from '../cluster/cluster-defaults.ts';
import type { ClusterNetwork } from '../cluster/cluster-spec.ts';
import { type FieldProblem, pointerOf } from '../shared/problem.ts';
import { type Cidr, isCidr, parseCidr } from './cidr.ts';

type Field = 'machineCidrs' | 'clusterCidrs' | 'serviceCidrs';

/** One range of a cluster and where it comes from. */
export interface NamedRange {
  readonly field: Field;
  readonly index: number;
  readonly range: Cidr;
  readonly text: string;
  /** It is Berth's default: the request has no such member to point at. */
  readonly isDefault: boolean;
}

export interface ClusterNetworks {
  readonly ranges: readonly NamedRange[];
  /** Of ranges that could not be read. */
  readonly problems: readonly FieldProblem[];
}

export const networkPointer = (...parts: readonly (string | number)[]): string =>
  pointerOf('spec', 'network', ...parts);

export const pointerOfRange = ({ field, index }: Pick<NamedRange, 'field' | 'index'>): string =>
  networkPointer(field, index);

/** `clusterCidrs 10.132.0.0/14 (default)`. */
export const nameRange = ({ field, text, isDefault }: NamedRange): string =>
  `${field} ${text}${isDefault ? ' (default)' : ''}`;

export const ofField = (networks: ClusterNetworks, field: Field): readonly NamedRange[] =>
  networks.ranges.filter((named) => named.field === field);

const fields: readonly Field[] = ['machineCidrs', 'clusterCidrs', 'serviceCidrs'];

/** Reads the ranges that count, defaults included. */
export const readNetworks = (
  asked: ClusterNetwork | undefined,
  complete: CompleteClusterSpec['network'],
): ClusterNetworks => {
  const ranges: NamedRange[] = [];
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const isDefault = (asked?.[field] ?? []).length === 0;
    for (const [index, text] of (complete[field] ?? []).entries()) {
      const parsed = parseCidr(text);
      if (isCidr(parsed)) ranges.push({ field, index, range: parsed, text, isDefault });
      else
        problems.push({
          ...parsed,
          pointer: pointerOfRange({ field, index }),
          detail: `${field} ${text} ${parsed.detail}`,
        });
    }
  }
  return { ranges, problems };
};
