import type { SpecPath } from '../platforms/platform-rules.ts';
import { collect, duplicate, unsupported } from '../platforms/problems.ts';
import type { FieldProblem } from '../shared/problem.ts';
import type { NodeManifest, NodePoolSpec } from './node-pool-spec.ts';

/** Kinds that the operator takes, each with its group. Source: openshift/hypershift nodepool/config.go and nto.go. */
const configGroups: Readonly<Record<string, string>> = {
  MachineConfig: 'machineconfiguration.openshift.io',
  KubeletConfig: 'machineconfiguration.openshift.io',
  ContainerRuntimeConfig: 'machineconfiguration.openshift.io',
  ImageContentSourcePolicy: 'operator.openshift.io',
  ImageDigestMirrorSet: 'config.openshift.io',
  ClusterImagePolicy: 'config.openshift.io',
};

const tuningGroups: Readonly<Record<string, string>> = {
  Tuned: 'tuned.openshift.io',
  PerformanceProfile: 'performance.openshift.io',
};

const groupOf = ({ apiVersion }: NodeManifest): string => apiVersion.slice(0, apiVersion.indexOf('/'));

const checkManifest = (
  manifest: NodeManifest,
  groups: Readonly<Record<string, string>>,
  at: SpecPath,
): FieldProblem | undefined => {
  const { kind } = manifest;
  const group = Object.hasOwn(groups, kind) ? groups[kind] : undefined;
  if (group === undefined)
    return unsupported([...at, 'kind'], `${kind} has no place here.`, Object.keys(groups));
  return groupOf(manifest) === group
    ? undefined
    : unsupported([...at, 'apiVersion'], `${kind} belongs to the group ${group}.`, [`${group}/v1`]);
};

const checkManifests = (
  manifests: readonly NodeManifest[],
  groups: Readonly<Record<string, string>>,
  at: SpecPath,
): readonly FieldProblem[] =>
  manifests.flatMap((manifest, index) => {
    const { kind, metadata } = manifest;
    const isSame = (other: NodeManifest): boolean =>
      other.kind === kind && other.metadata.name === metadata.name;
    return collect(
      checkManifest(manifest, groups, [...at, index]),
      manifests.findIndex(isSame) < index
        ? duplicate([...at, index, 'metadata', 'name'], `There is a ${kind} ${metadata.name} before.`)
        : undefined,
    );
  });

/** The operator would only say that the machine config is not valid, and roll nothing any more. */
export const checkNodeManifests = (
  { configs = [], tuning = [] }: NodePoolSpec,
  at: SpecPath,
): readonly FieldProblem[] => {
  const isProfile = ({ kind }: NodeManifest): boolean => kind === 'PerformanceProfile';
  return collect(
    checkManifests(configs, configGroups, [...at, 'configs']),
    checkManifests(tuning, tuningGroups, [...at, 'tuning']),
    tuning.map((manifest, index) =>
      isProfile(manifest) && tuning.findIndex(isProfile) < index
        ? duplicate([...at, 'tuning', index, 'kind'], 'A pool has at most one PerformanceProfile.')
        : undefined,
    ),
  );
};
