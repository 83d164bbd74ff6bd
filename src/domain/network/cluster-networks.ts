import type { CompleteClusterSpec } from '../cluster/cluster-defaults.ts';
import type { ClusterNetwork } from '../cluster/cluster-spec.ts';
import type { MachineRange } from '../platforms/platform-rules.ts';
import { type FieldProblem, pointerOf } from '../shared/problem.ts';
import { type Cidr, isCidr, parseCidr } from './cidr.ts';

type Field = 'machineCidrs' | 'clusterCidrs' | 'serviceCidrs' | 'ovnJoinCidrs' | 'ovnTransitCidrs';

/** One range of a cluster and where it comes from. */
export interface NamedRange {
  readonly field: Field;
  readonly index: number;
  readonly range: Cidr;
  readonly text: string;
  /** It is Berth's default: the request has no such member to point at. */
  readonly isDefault: boolean;
  /** Where it stands, when that is not its member of `network`. */
  readonly pointer?: string;
}

export interface ClusterNetworks {
  readonly ranges: readonly NamedRange[];
  /** Of ranges that could not be read. */
  readonly problems: readonly FieldProblem[];
}

export const networkPointer = (...parts: readonly (string | number)[]): string =>
  pointerOf('spec', 'network', ...parts);

export const pointerOfRange = ({
  field,
  index,
  pointer,
}: Pick<NamedRange, 'field' | 'index' | 'pointer'>): string => pointer ?? networkPointer(field, index);

/** `clusterCidrs 10.132.0.0/14 (default)`. */
export const nameRange = ({ field, text, isDefault }: NamedRange): string =>
  `${field} ${text}${isDefault ? ' (default)' : ''}`;

export const ofField = (networks: ClusterNetworks, field: Field): readonly NamedRange[] =>
  networks.ranges.filter((named) => named.field === field);

const fields = ['machineCidrs', 'clusterCidrs', 'serviceCidrs'] as const;

interface Entry extends Pick<NamedRange, 'field' | 'index' | 'text' | 'isDefault' | 'pointer'> {}

const entriesOf = (
  asked: ClusterNetwork | undefined,
  complete: CompleteClusterSpec['network'],
  machines: MachineRange | undefined,
): readonly Entry[] =>
  fields.flatMap((field): readonly Entry[] => {
    if (field === 'machineCidrs' && machines !== undefined) {
      const { cidr, pointer, isDefault } = machines;
      return [{ field, index: 0, text: cidr, isDefault, pointer }];
    }
    const isDefault = (asked?.[field] ?? []).length === 0;
    return (complete[field] ?? []).map((text, index) => ({ field, index, text, isDefault }));
  });

const readEntries = (entries: readonly Entry[]): ClusterNetworks => {
  const ranges: NamedRange[] = [];
  const problems: FieldProblem[] = [];
  for (const entry of entries) {
    const parsed = parseCidr(entry.text);
    if (isCidr(parsed)) ranges.push({ ...entry, range: parsed });
    else
      problems.push({
        ...parsed,
        pointer: pointerOfRange(entry),
        detail: `${entry.field} ${entry.text} ${parsed.detail}`,
      });
  }
  return { ranges, problems };
};

/** Ranges inside OVN-Kubernetes that a spec names instead of the usual ones. */
export const readInnerNetworks = (asked: ClusterNetwork | undefined): ClusterNetworks =>
  readEntries(
    (['ovnJoinCidrs', 'ovnTransitCidrs'] as const).flatMap((field) =>
      (asked?.[field] ?? []).map((text, index) => ({ field, index, text, isDefault: false })),
    ),
  );

/** Reads the ranges that count, defaults included. `machines`: the infrastructure decides that of the machines. */
export const readNetworks = (
  asked: ClusterNetwork | undefined,
  complete: CompleteClusterSpec['network'],
  machines?: MachineRange,
): ClusterNetworks => readEntries(entriesOf(asked, complete, machines));
