import { findCondition } from '../conditions.ts';
import type { HostedCluster } from '../objects.ts';
import { type Pause, readPause } from '../pausing.ts';
import { lookUpRelease, type Release, refuseRelease } from '../release.ts';
import { scriptOf } from '../scripts.ts';
import { refuseNetworks } from './network-rules.ts';
import { refusePublishing, stopsSilently } from './publishing.ts';
import type { ReferenceProblem, ShownBy } from './references.ts';
import type { HostedClusterView } from './view.ts';

/** What the operator thinks of a HostedCluster before it does anything. */
export interface Verdict {
  readonly silent: boolean;
  readonly pause: Pause;
  readonly release: Release | undefined;
  /** Why ValidConfiguration is False. */
  readonly configuration: string | undefined;
  /** Why ValidReleaseImage is False. */
  readonly releaseImage: { readonly reason: string; readonly message: string } | undefined;
  readonly upgrade: string | undefined;
  /** What only ReconciliationSucceeded tells. */
  readonly reconcile: string | undefined;
}

const shownBy = (problems: readonly ReferenceProblem[], by: ShownBy): string | undefined =>
  problems.find((problem) => problem.shownBy === by)?.message;

const refuseAuthentication = ({ spec }: HostedCluster): string | undefined => {
  const authentication = spec.configuration?.authentication;
  if (!authentication) return undefined;
  const type = authentication.type ?? '';
  return ['None', 'IntegratedOAuth', 'OIDC'].includes(type)
    ? undefined
    : `unknown type ${JSON.stringify(type)}`;
};

const judgeReleaseImage = (
  { cluster, referenceProblems, releases }: HostedClusterView,
  release: Release | undefined,
): Verdict['releaseImage'] => {
  const { spec, metadata, status } = cluster;
  const pullSecret = shownBy(referenceProblems, 'release');
  if (pullSecret) return { reason: 'SecretNotFound', message: pullSecret };
  if (release === undefined) {
    const message = `failed to determine the payload architecture of ${spec.release.image}: manifest unknown`;
    return { reason: 'PayloadArchNotFound', message };
  }
  if (metadata.annotations?.['hypershift.openshift.io/skip-release-image-validation'] !== undefined) {
    return undefined;
  }
  const running = status?.version?.desired.image;
  const message = refuseRelease(release, {
    platform: spec.platform.type,
    networkType: spec.networking?.networkType,
    current: running && running !== spec.release.image ? lookUpRelease(running, releases) : undefined,
  });
  return message === undefined ? undefined : { reason: 'InvalidImage', message };
};

/** A y-stream upgrade waits for ClusterVersionUpgradeable unless it is forced (CONTRACT §10.2). */
const refuseUpgrade = (
  { cluster, releases }: HostedClusterView,
  wanted: Release | undefined,
): string | undefined => {
  const { spec, metadata, status } = cluster;
  const running = status?.version?.desired.image;
  if (running === undefined || running === spec.release.image || spec.controlPlaneRelease) return undefined;
  const current = lookUpRelease(running, releases);
  if (!wanted || !current || wanted.minor <= current.minor) return undefined;
  const forced = metadata.annotations?.['hypershift.openshift.io/force-upgrade-to'];
  if (forced !== undefined) {
    return forced === spec.release.image
      ? undefined
      : `force upgrade annotation ${forced} does not match the release image ${spec.release.image}`;
  }
  const upgradeable = findCondition(status?.conditions, 'ClusterVersionUpgradeable');
  return upgradeable && upgradeable.status !== 'True'
    ? `cluster version is not upgradeable: ${upgradeable.message}`
    : undefined;
};

export const judgeHostedCluster = (view: HostedClusterView): Verdict => {
  const { cluster, referenceProblems, releases, now } = view;
  const missing = scriptOf(cluster.metadata.labels) === 'image-pull-fails';
  const release = missing ? undefined : lookUpRelease(cluster.spec.release.image, releases);
  const configuration =
    shownBy(referenceProblems, 'configuration') ??
    refusePublishing(cluster) ??
    refuseNetworks(cluster) ??
    refuseAuthentication(cluster);
  const releaseImage = judgeReleaseImage(view, release);
  const reconcile =
    releaseImage?.reason === 'SecretNotFound'
      ? `critical error: failed to look up the release image: ${releaseImage.message}; blocked operations: control plane, node pools`
      : (configuration ?? shownBy(referenceProblems, 'reconcile'));
  return {
    silent: stopsSilently(cluster),
    pause: readPause(cluster.spec.pausedUntil, now),
    release,
    configuration,
    releaseImage,
    upgrade: refuseUpgrade(view, release),
    reconcile,
  };
};

/** Why Progressing is False/Blocked; undefined when nothing is in the way. */
export const blockerOf = (verdict: Verdict): string | undefined =>
  verdict.configuration ??
  verdict.releaseImage?.message ??
  (verdict.pause.paused ? 'Reconciliation is paused' : undefined) ??
  verdict.upgrade;
