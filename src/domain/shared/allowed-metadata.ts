import {
  apiServerVerbosityAnnotation,
  cleanupAnnotation,
  gracePeriodAnnotation,
  healthCheckAnnotations,
  machinePublicIpsAnnotation,
  restartAnnotation,
  silenceAlertsLabel,
} from './kube-names.ts';

export type GuardedKind = 'HostedCluster' | 'NodePool';

export interface AllowedName {
  readonly type: 'annotation' | 'label';
  readonly name: string;
  readonly kinds: readonly GuardedKind[];
  /** What it can do at worst: why it may be set. */
  readonly reason: string;
}

/**
 * All that Berth sets of HyperShift's annotations and labels. Others of them replace images of the control plane or machines of the
 * platform, which is to run code beside other tenants: a name gets in here with a reason, never by a pattern. The admission
 * policies in `deploy/management-cluster` and the page `docs/reference/annotations.md` say the same, held by tests.
 */
export const allowedMetadata: readonly AllowedName[] = [
  {
    type: 'annotation',
    name: cleanupAnnotation,
    kinds: ['HostedCluster'],
    reason: 'Always `true`: without it a deletion leaves load balancers, volumes and records behind.',
  },
  {
    type: 'annotation',
    name: restartAnnotation,
    kinds: ['HostedCluster'],
    reason: 'An instant. A new one restarts the control plane of this cluster, and no other.',
  },
  {
    type: 'annotation',
    name: gracePeriodAnnotation,
    kinds: ['HostedCluster'],
    reason: 'A duration. How long the deletion of this cluster waits.',
  },
  {
    type: 'annotation',
    name: apiServerVerbosityAnnotation,
    kinds: ['HostedCluster'],
    reason: 'A whole number. How much the API server of this cluster logs.',
  },
  {
    type: 'annotation',
    name: machinePublicIpsAnnotation,
    kinds: ['HostedCluster'],
    reason:
      "Always `true`, on AWS without private subnets. Public addresses for machines in the tenant's own account.",
  },
  {
    type: 'annotation',
    name: healthCheckAnnotations.timeout,
    kinds: ['NodePool'],
    reason: 'A duration. When a machine of this pool counts as lost.',
  },
  {
    type: 'annotation',
    name: healthCheckAnnotations.startupTimeout,
    kinds: ['NodePool'],
    reason: 'A duration. When a machine of this pool that never joined counts as lost.',
  },
  {
    type: 'annotation',
    name: healthCheckAnnotations.maxUnhealthy,
    kinds: ['NodePool'],
    reason: 'A number or a percentage. With more machines lost, none of this pool is replaced.',
  },
  {
    type: 'label',
    name: silenceAlertsLabel,
    kinds: ['HostedCluster'],
    reason: 'Always `true`. Alerts about this cluster are not sent.',
  },
];

/** Names that the operator may give a meaning to: of HyperShift's domain, or of one below it. The policies have the same pattern. */
const ofHyperShift = /^([^/]*\.)?hypershift\.openshift\.io\//;

/** Every name that Berth may set of one type on one kind. */
export const allowedNames = (type: AllowedName['type'], kind: GuardedKind): readonly string[] =>
  allowedMetadata
    .filter((entry) => entry.type === type && entry.kinds.includes(kind))
    .map(({ name }) => name);

/** The same texts. Throws when a name of HyperShift's is not in the list: that is a fault of our own, and nothing is sent. */
export const onlyAllowed = (
  type: AllowedName['type'],
  kind: GuardedKind,
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const allowed = allowedNames(type, kind);
  const foreign = Object.keys(texts).find(
    (name) => ofHyperShift.test(name.toLowerCase()) && !allowed.includes(name),
  );
  if (foreign === undefined) return texts;
  throw new Error(`${type} ${foreign} is not one that may be set on a ${kind}`);
};
