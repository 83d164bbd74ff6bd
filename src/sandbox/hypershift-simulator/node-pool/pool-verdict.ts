import { condition, type NewCondition } from '../conditions.ts';
import { lastCompleted } from '../hosted-cluster/version-history.ts';
import type { HostedCluster } from '../objects.ts';
import { readPause } from '../pausing.ts';
import { lookUpRelease, parseRelease, type Release, refuseRelease, refuseSkew } from '../release.ts';
import { type NodePoolView, poolScriptOf } from './view.ts';

const architecturesOf: Readonly<Record<string, readonly string[]>> = {
  AWS: ['amd64', 'arm64'],
  Azure: ['amd64', 'arm64'],
  GCP: ['amd64', 'arm64'],
  None: ['amd64', 'arm64'],
  KubeVirt: ['amd64', 's390x'],
  Agent: ['amd64', 'arm64', 'ppc64le'],
  OpenStack: ['amd64'],
  PowerVS: ['ppc64le'],
};

export const lookUpPoolRelease = (view: NodePoolView): Release | undefined =>
  poolScriptOf(view) === 'image-pull-fails'
    ? undefined
    : lookUpRelease(view.pool.spec.release.image, view.releases);

/** Not above the cluster's last whole version, or its wanted one before the first is whole (CONTRACT §10.3). */
const refusePoolRelease = (
  view: NodePoolView,
  cluster: HostedCluster,
  release: Release | undefined,
): string | undefined => {
  const { pool, releases } = view;
  if (release === undefined)
    return `failed to look up release image ${pool.spec.release.image}: manifest unknown`;
  const version = pool.status?.version;
  return refuseRelease(release, {
    platform: pool.spec.platform.type,
    networkType: cluster.spec.networking?.networkType,
    current: version === undefined ? undefined : parseRelease(version),
    max: lastCompleted(cluster.status) ?? lookUpRelease(cluster.spec.release.image, releases),
  });
};

/** The conditions that a pool has from its first write on. */
export const firstPoolConditions = (
  view: NodePoolView,
  cluster: HostedCluster,
  release: Release | undefined,
): { readonly conditions: readonly NewCondition[]; readonly stops: boolean } => {
  const { autoScaling } = view.pool.spec;
  const problem = refusePoolRelease(view, cluster, release);
  return {
    stops: problem !== undefined,
    conditions: [
      autoScaling
        ? condition(
            'AutoscalingEnabled',
            'True',
            'AsExpected',
            `Maximum nodes: ${autoScaling.max}, Minimum nodes: ${autoScaling.min ?? 1}`,
          )
        : condition('AutoscalingEnabled', 'False', 'AsExpected'),
      condition('UpdateManagementEnabled', 'True', 'AsExpected'),
      problem === undefined
        ? condition(
            'ValidReleaseImage',
            'True',
            'AsExpected',
            `Using release image: ${view.pool.spec.release.image}`,
          )
        : condition('ValidReleaseImage', 'False', 'ValidationFailed', problem),
    ],
  };
};

const validArchPlatform = (view: NodePoolView, cluster: HostedCluster) => {
  const { arch = 'amd64', platform } = view.pool.spec;
  const payload = cluster.status?.payloadArch ?? 'Multi';
  if (payload !== 'Multi' && payload.toLowerCase() !== arch) {
    const words = `NodePool CPU arch ${arch} does not match the payload architecture ${payload} of the HostedCluster`;
    return { stops: true, condition: condition('ValidArchPlatform', 'False', 'InvalidArchPlatform', words) };
  }
  const supported = architecturesOf[platform.type]?.includes(arch) ?? true;
  const words = `CPU arch ${arch} is not supported for platform ${platform.type}`;
  return {
    stops: false,
    condition: supported
      ? condition('ValidArchPlatform', 'True', 'AsExpected')
      : condition('ValidArchPlatform', 'False', 'InvalidArchPlatform', words),
  };
};

const reconciliationActive = ({ pool, now }: NodePoolView): NewCondition => {
  const { paused, invalid } = readPause(pool.spec.pausedUntil, now);
  if (paused)
    return condition('ReconciliationActive', 'False', 'ReconciliationPaused', 'Reconciliation paused');
  return invalid
    ? condition('ReconciliationActive', 'True', 'InvalidPausedUntilValue', 'Invalid value of pausedUntil')
    : condition('ReconciliationActive', 'True', 'ReconciliationActive', 'Reconciliation active on resource');
};

const versionSkew = (cluster: HostedCluster, release: Release, isFirst: boolean): NewCondition => {
  const clusterVersion = parseRelease(cluster.status?.version?.desired.version ?? '');
  if (isFirst || !clusterVersion) {
    return condition(
      'SupportedVersionSkew',
      'Unknown',
      'StatusUnknown',
      'HostedCluster version is not known yet',
    );
  }
  const problem = refuseSkew(release, clusterVersion);
  return problem === undefined
    ? condition('SupportedVersionSkew', 'True', 'AsExpected', 'Release image version is valid')
    : condition('SupportedVersionSkew', 'False', 'UnsupportedSkew', problem);
};

/** What a pool is told once its control plane answers. */
export const laterPoolConditions = (
  view: NodePoolView,
  cluster: HostedCluster,
  release: Release,
): { readonly conditions: readonly NewCondition[]; readonly stops: boolean } => {
  const arch = validArchPlatform(view, cluster);
  const isFirst = !view.pool.status?.conditions?.some(({ type }) => type === 'SupportedVersionSkew');
  return {
    stops: arch.stops,
    conditions: [arch.condition, reconciliationActive(view), versionSkew(cluster, release, isFirst)],
  };
};
