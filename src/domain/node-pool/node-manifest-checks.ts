import type { SpecPath } from '../platforms/platform-rules.ts';
import { collect, duplicate, unsupported } from '../platforms/problems.ts';
import { ownMember } from '../shared/own-member.ts';
import type { FieldProblem } from '../shared/problem.ts';
import type { NodeManifest, NodePoolSpec } from './node-pool-spec.ts';

type Versions = Readonly<Record<string, readonly string[]>>;

/**
 * Kinds that the operator takes, each with the versions that it can decode. Source: openshift/hypershift nodepool/config.go and
 * nto.go.
 */
const configVersions: Versions = {
  MachineConfig: ['machineconfiguration.openshift.io/v1'],
  KubeletConfig: ['machineconfiguration.openshift.io/v1'],
  ContainerRuntimeConfig: ['machineconfiguration.openshift.io/v1'],
  ImageContentSourcePolicy: ['operator.openshift.io/v1alpha1'],
  ImageDigestMirrorSet: ['config.openshift.io/v1'],
  ClusterImagePolicy: ['config.openshift.io/v1', 'config.openshift.io/v1alpha1'],
};

const tuningVersions: Versions = {
  Tuned: ['tuned.openshift.io/v1'],
  PerformanceProfile: ['performance.openshift.io/v2'],
};

const checkManifest = (manifest: NodeManifest, kinds: Versions, at: SpecPath): FieldProblem | undefined => {
  const { kind, apiVersion } = manifest;
  const versions = ownMember(kinds, kind);
  if (versions === undefined)
    return unsupported([...at, 'kind'], `${kind} has no place here.`, Object.keys(kinds));
  return versions.includes(apiVersion)
    ? undefined
    : unsupported([...at, 'apiVersion'], `There is no ${kind} of ${apiVersion}.`, versions);
};

const checkManifests = (
  manifests: readonly NodeManifest[],
  kinds: Versions,
  at: SpecPath,
): readonly FieldProblem[] =>
  manifests.flatMap((manifest, index) => {
    const { kind, metadata } = manifest;
    const isSame = (other: NodeManifest): boolean =>
      other.kind === kind && other.metadata.name === metadata.name;
    return collect(
      checkManifest(manifest, kinds, [...at, index]),
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
    checkManifests(configs, configVersions, [...at, 'configs']),
    checkManifests(tuning, tuningVersions, [...at, 'tuning']),
    tuning.map((manifest, index) =>
      isProfile(manifest) && tuning.findIndex(isProfile) < index
        ? duplicate([...at, 'tuning', index, 'kind'], 'A pool has at most one PerformanceProfile.')
        : undefined,
    ),
  );
};
