import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { platformBlock, type SpecPath } from '../platform-rules.ts';
import { collect, duplicate, invalidFormat, specRoot } from '../problems.ts';
import type { StorageClassMapping } from './kubevirt-spec.ts';

/** RFC 1123 subdomain: what names a storage class. */
const className = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;

const checkMappings = (mappings: readonly StorageClassMapping[], at: SpecPath): readonly FieldProblem[] =>
  mappings.flatMap((mapping, index) =>
    collect(
      (['infra', 'guest'] as const).map((side) =>
        className.test(mapping[side])
          ? undefined
          : invalidFormat(
              [...at, index, side],
              'Give the name of a class: lower case letters, digits, - and dots.',
            ),
      ),
      mappings.slice(0, index).some((earlier) => earlier.guest === mapping.guest)
        ? duplicate([...at, index, 'guest'], `Class ${mapping.guest} of the guest is mapped before.`)
        : undefined,
    ),
  );

export const checkKubevirtCluster = (spec: ClusterSpec, at: SpecPath = specRoot): readonly FieldProblem[] => {
  const { kubevirt } = platformBlock(spec, 'kubevirt');
  const path = [...at, 'platform', 'kubevirt'];
  return [
    ...checkMappings(kubevirt.storageClassMappings ?? [], [...path, 'storageClassMappings']),
    ...checkMappings(kubevirt.volumeSnapshotClassMappings ?? [], [...path, 'volumeSnapshotClassMappings']),
  ];
};
