import type { PinnedRelease, Placement } from '../cluster/cluster.ts';
import type { ClusterSpec } from '../cluster/cluster-spec.ts';
import type { PlatformType } from '../platforms/platform-specs.ts';
import { publishingOf } from '../platforms/platforms.ts';
import { effectiveStrategy } from '../platforms/publishing-checks.ts';
import { clusterNamespace } from '../shared/kube-names.ts';

/** What a cluster asks of the management cluster that it is placed on. */
export interface PlacementRequest {
  readonly platform: PlatformType;
  readonly region?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly version: string;
  /** At least one of its services is published as an OpenShift Route. */
  readonly needsRoutes: boolean;
}

/** Everything but nodePort publishes OAuth, Konnectivity and Ignition as Routes. */
const publishesRoutes = (spec: ClusterSpec): boolean =>
  effectiveStrategy(publishingOf(spec), spec.publishing ?? {}) !== 'nodePort';

export const placementRequestOf = (cluster: {
  readonly spec: ClusterSpec;
  readonly release: PinnedRelease;
}): PlacementRequest => ({
  platform: cluster.spec.platform.type,
  ...(cluster.spec.platform.type === 'aws' ? { region: cluster.spec.platform.aws.region } : {}),
  labels: cluster.spec.placement?.labels ?? {},
  version: cluster.release.version,
  needsRoutes: publishesRoutes(cluster.spec),
});

/** The placement to be stored for a choice, before anything is made there. */
export const placementOf = (
  cluster: { readonly id: string; readonly domainPrefix: string },
  choice: { readonly managementClusterId: string; readonly reason: string },
  now: string,
): Placement => ({
  managementClusterId: choice.managementClusterId,
  namespace: clusterNamespace(cluster.id),
  hostedClusterName: cluster.domainPrefix,
  reason: choice.reason,
  decidedAt: now,
});
