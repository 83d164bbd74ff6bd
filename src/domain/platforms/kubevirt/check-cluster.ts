import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { isDnsLabel } from '../../shared/kube-names.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { platformBlock, type SpecPath } from '../platform-rules.ts';
import { collect, conflicting, duplicate, invalidFormat, specRoot } from '../problems.ts';
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
  const storageClasses = kubevirt.storageClassMappings ?? [];
  const snapshotClasses = kubevirt.volumeSnapshotClassMappings ?? [];
  const { namespace } = kubevirt.externalInfrastructure ?? {};
  return collect(
    checkMappings(storageClasses, [...path, 'storageClassMappings']),
    checkMappings(snapshotClasses, [...path, 'volumeSnapshotClassMappings']),
    kubevirt.storageDriver !== undefined && storageClasses.length + snapshotClasses.length > 0
      ? conflicting([...path, 'storageDriver'], 'Mappings are a driver of their own; give one of the two.')
      : undefined,
    namespace === undefined || isDnsLabel(namespace)
      ? undefined
      : invalidFormat(
          [...path, 'externalInfrastructure', 'namespace'],
          'Give a namespace: lower case letters, digits and -, at most 63 characters.',
        ),
  );
};
