import type { ClusterSpec } from '../cluster/cluster-spec.ts';
import type { FieldProblem } from '../shared/problem.ts';
import type { SpecPath } from './platform-rules.ts';
import { collect, conflicting, duplicate, required, unsupported } from './problems.ts';

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

/** Major and minor of a version or of a channel name such as stable-4.19; undefined when neither says it. */
const minorOf = (version: ClusterSpec['version']): readonly [number, number] | undefined => {
  const text = typeof version === 'string' ? version : version.channel;
  const [, major, minor] = /(?:^|-)(\d+)\.(\d+)/.exec(text) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
};

const isBefore420 = (version: ClusterSpec['version']): boolean => {
  const [major, minor] = minorOf(version) ?? [4, 20];
  return major < 4 || (major === 4 && minor < 20);
};

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
      isBefore420(version) && clusterCapabilities.includes(name) && !optionalEverywhere.includes(name)
        ? unsupported([...path, index], `${name} can be disabled from 4.20 on.`, optionalEverywhere)
        : undefined,
    ]),
    disabled.includes('Ingress') && !disabled.includes('Console')
      ? required(path, 'Ingress can only be disabled together with Console.')
      : undefined,
  );
};
