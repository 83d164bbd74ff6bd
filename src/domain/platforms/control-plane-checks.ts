import type { ClusterControlPlane, Toleration } from '../cluster/cluster-spec.ts';
import { isLabelKey, isLabelValue } from '../shared/names.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { parseQuantity } from '../shared/quantity.ts';
import { checkLabelMap } from './label-checks.ts';
import type { SpecPath } from './platform-rules.ts';
import { collect, conflicting, invalidFormat, outOfRange, required } from './problems.ts';

/** A database that cannot hold an empty cluster only fails much later. */
const leastEtcdGiB = 1n;

const checkEtcdSize = (size: string | undefined, at: SpecPath): FieldProblem | undefined => {
  if (size === undefined) return undefined;
  const bytes = parseQuantity(size);
  if (bytes === undefined) return invalidFormat(at, 'Give a quantity of bytes such as 8Gi.');
  return bytes < leastEtcdGiB * 1024n ** 3n ? outOfRange(at, `Give at least ${leastEtcdGiB}Gi.`) : undefined;
};

/** Rules of pods that the CRD does not have: a bad toleration shows only as control-plane pods that are never made. */
const checkToleration = (toleration: Toleration, at: SpecPath): readonly FieldProblem[] => {
  const { key = '', operator = 'Equal', value = '', effect, tolerationSeconds } = toleration;
  return collect(
    key === '' && operator !== 'Exists'
      ? required([...at, 'key'], 'Only operator Exists goes without a key.')
      : undefined,
    key !== '' && !isLabelKey(key)
      ? invalidFormat([...at, 'key'], 'A taint key is [PREFIX/]NAME.')
      : undefined,
    operator === 'Exists' && value !== ''
      ? conflicting([...at, 'value'], 'Operator Exists takes no value.')
      : undefined,
    isLabelValue(value)
      ? undefined
      : invalidFormat([...at, 'value'], 'A taint value has the form of a label value.'),
    tolerationSeconds !== undefined && effect !== 'NoExecute'
      ? conflicting([...at, 'tolerationSeconds'], 'Seconds are only for effect NoExecute.')
      : undefined,
  );
};

export const checkControlPlane = (controlPlane: ClusterControlPlane, at: SpecPath): readonly FieldProblem[] =>
  collect(
    checkEtcdSize(controlPlane.etcd?.storage?.size, [...at, 'etcd', 'storage', 'size']),
    (controlPlane.tolerations ?? []).flatMap((toleration, index) =>
      checkToleration(toleration, [...at, 'tolerations', index]),
    ),
    checkLabelMap(controlPlane.nodeSelector, [...at, 'nodeSelector']),
  );
