import type { ClusterSpec } from '../cluster/cluster-spec.ts';
import type { FieldProblem } from '../shared/problem.ts';
import type { SpecPath } from './platform-rules.ts';
import { collect, conflicting, duplicate, required, unsupported } from './problems.ts';
import { isOlderThan } from './version-checks.ts';

/** Capabilities of OpenShift that HyperShift can leave out. */
const clusterCapabilities: readonly string[] = [
  'ImageRegistry',
  'openshift-samples',
  'Insights',
  'baremetal',
  'Console',
  'NodeTuning',
  'Ingress',
];

/** Those that every supported release can do without; the others only from 4.20 on. */
const optionalEverywhere: readonly string[] = ['ImageRegistry', 'baremetal'];

const checkNames = (names: readonly string[], at: SpecPath): readonly FieldProblem[] =>
  names.flatMap((name, index) =>
    collect(
      clusterCapabilities.includes(name)
        ? undefined
        : unsupported([...at, index], `${name} is no capability that can be chosen.`, clusterCapabilities),
      names.indexOf(name) < index ? duplicate([...at, index], `${name} is listed before.`) : undefined,
    ),
  );

export const checkCapabilities = (
  { capabilities = {}, version }: ClusterSpec,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { enabled = [], disabled = [] } = capabilities;
  const path = [...at, 'disabled'];
  return collect(
    checkNames(enabled, [...at, 'enabled']),
    checkNames(disabled, path),
    disabled.flatMap((name, index) => [
      enabled.includes(name) ? conflicting([...path, index], `${name} is enabled and disabled.`) : undefined,
      isOlderThan(version, '4.20') && clusterCapabilities.includes(name) && !optionalEverywhere.includes(name)
        ? unsupported([...path, index], `${name} can be disabled from 4.20 on.`, optionalEverywhere)
        : undefined,
    ]),
    disabled.includes('Ingress') && !disabled.includes('Console')
      ? required(path, 'Ingress can only be disabled together with Console.')
      : undefined,
  );
};
