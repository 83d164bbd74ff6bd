import type { PlatformType } from '../platforms/platform-specs.ts';
import { platformOf } from '../platforms/platforms.ts';
import { filled } from '../shared/present.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { canonicalQuantity } from '../shared/quantity.ts';
import { sameJson } from '../shared/same-json.ts';
import type { Cluster } from './cluster.ts';
import { applyClusterDefaults, type CompleteClusterSpec } from './cluster-defaults.ts';
import type { ClusterSpec } from './cluster-spec.ts';

type Named = Pick<Cluster, 'domainPrefix' | 'infraId'>;

/** A field that keeps the value that it was created with, its default included. */
export interface ImmutableClusterField {
  readonly pointer: string;
  readonly reason: string;
  /** What to do when another value is needed. */
  readonly instead: string;
  /** It may be given later, once. */
  readonly canBeAdded?: true;
  /** A list that may get further entries at its end. */
  readonly canGrow?: true;
  read(spec: CompleteClusterSpec, names: Named): unknown;
}

const remake = 'Make another cluster.';
const byOperator = 'HyperShift fixes it when the control plane is made.';
const byNetwork = 'The addresses of a running cluster cannot be moved.';

const field = (
  pointer: string,
  reason: string,
  read: ImmutableClusterField['read'],
  instead: string = remake,
): ImmutableClusterField => ({ pointer, reason, instead, read });

/** Source: the CEL rules of the HostedCluster CRD, and what HyperShift documents but does not enforce. */
export const immutableClusterFields: readonly ImmutableClusterField[] = [
  field('/spec/platform/type', 'A cluster stays where it was made.', ({ platform }) => platform.type),
  field('/spec/dns/baseDomain', byOperator, ({ dns }) => dns?.baseDomain),
  field(
    '/spec/dns/baseDomainPrefix',
    byOperator,
    ({ dns }, { domainPrefix }) => dns?.baseDomainPrefix ?? domainPrefix,
  ),
  field(
    '/spec/dns/domainPrefix',
    'It is the name of the HostedCluster.',
    ({ dns }, { domainPrefix }) => dns?.domainPrefix ?? domainPrefix,
  ),
  {
    ...field('/spec/dns/publicZoneId', byOperator, ({ dns }) => filled(dns?.publicZoneId)),
    canBeAdded: true,
  },
  {
    ...field('/spec/dns/privateZoneId', byOperator, ({ dns }) => filled(dns?.privateZoneId)),
    canBeAdded: true,
  },
  field(
    '/spec/network/type',
    'The network plugin of a running cluster cannot be replaced.',
    ({ network }) => network.type,
  ),
  field('/spec/network/clusterCidrs', byNetwork, ({ network }) => network.clusterCidrs),
  field('/spec/network/serviceCidrs', byNetwork, ({ network }) => network.serviceCidrs),
  {
    ...field('/spec/network/machineCidrs', byNetwork, ({ network }) => filled(network.machineCidrs)),
    canBeAdded: true,
  },
  field('/spec/network/dualStack', byNetwork, ({ network }) => network.dualStack ?? false),
  field('/spec/network/apiServerAdvertiseAddress', byOperator, ({ network }) =>
    filled(network.apiServerAdvertiseAddress),
  ),
  field('/spec/network/apiServerPort', byOperator, ({ network }) => network.apiServerPort),
  field('/spec/network/ovnJoinCidrs', byNetwork, ({ network }) => filled(network.ovnJoinCidrs)),
  field('/spec/network/ovnTransitCidrs', byNetwork, ({ network }) => filled(network.ovnTransitCidrs)),
  field('/spec/network/hostPrefix', byNetwork, ({ network }) => network.hostPrefix),
  field('/spec/network/ovnMtu', byNetwork, ({ network }) => network.ovnMtu),
  field(
    '/spec/network/disableMultiNetwork',
    byOperator,
    ({ network }) => network.disableMultiNetwork ?? false,
  ),
  field('/spec/network/allocateNodeCidrs', byOperator, ({ network }) => network.allocateNodeCidrs ?? false),
  field('/spec/publishing/strategy', byOperator, ({ publishing }) => publishing.strategy),
  field('/spec/publishing/apiServerAddress', byOperator, ({ publishing }) =>
    filled(publishing.apiServerAddress),
  ),
  field('/spec/publishing/externalDnsDomain', byOperator, ({ publishing }) =>
    filled(publishing.externalDnsDomain),
  ),
  field('/spec/controlPlane/availability', byOperator, ({ controlPlane }) => controlPlane.availability),
  field('/spec/controlPlane/etcd/storage/size', byOperator, ({ controlPlane }) =>
    canonicalQuantity(controlPlane.etcd.storage.size),
  ),
  field(
    '/spec/controlPlane/etcd/storage/className',
    byOperator,
    ({ controlPlane }) => controlPlane.etcd.storage.className,
  ),
  field(
    '/spec/controlPlane/etcd/restoreSnapshotUrl',
    'A snapshot is for a database that is still empty.',
    ({ controlPlane }) => filled(controlPlane.etcd.restoreSnapshotUrl),
  ),
  field(
    '/spec/controlPlane/operatorCatalogs',
    byOperator,
    ({ controlPlane }) => controlPlane.operatorCatalogs,
  ),
  field('/spec/controlPlane/fips', byOperator, ({ controlPlane }) => controlPlane.fips),
  field(
    '/spec/encryption/type',
    'What is stored could not be read any more.',
    ({ encryption }) => encryption.type,
  ),
  {
    ...field(
      '/spec/configuration/featureSet',
      'A feature set without upgrades is final.',
      ({ configuration }) => configuration?.featureSet,
    ),
    canBeAdded: true,
  },
  {
    ...field('/spec/configuration/ingress/domain', byOperator, ({ configuration }) =>
      filled(configuration?.ingress?.domain),
    ),
    canBeAdded: true,
  },
  field('/spec/openshiftId', byOperator, ({ openshiftId }) => filled(openshiftId)),
  field('/spec/capabilities/enabled', byOperator, ({ capabilities }) => filled(capabilities?.enabled)),
  field('/spec/capabilities/disabled', byOperator, ({ capabilities }) => filled(capabilities?.disabled)),
];

/** The fields of the platform's own block, as it wants them. */
const platformFields = (type: PlatformType): readonly ImmutableClusterField[] =>
  platformOf(type).immutableFields.map(({ pointer, isOfSpec, read, instead = remake, ...more }) => ({
    ...more,
    pointer: `/spec${isOfSpec === true ? '' : `/platform/${type}`}${pointer}`,
    instead,
    read: (spec, { infraId }) => read(spec, infraId),
  }));

const isGrown = (before: unknown, after: unknown): boolean =>
  Array.isArray(before) && Array.isArray(after) && sameJson(before, after.slice(0, before.length));

/** Every immutable field that a change would touch. Defaults count: giving the default explicitly is no change. */
export const checkImmutableClusterFields = (
  cluster: Named & { readonly spec: ClusterSpec },
  wanted: ClusterSpec,
): readonly FieldProblem[] => {
  const { type } = cluster.spec.platform;
  const isMoved = type !== wanted.platform.type;
  const old = applyClusterDefaults(cluster.spec);
  // The defaults of another platform are not what the user changed.
  const { platform } = isMoved ? cluster.spec : wanted;
  const next = { ...applyClusterDefaults({ ...wanted, platform }), platform: wanted.platform };
  return [...immutableClusterFields, ...(isMoved ? [] : platformFields(type))]
    .filter(({ read, canBeAdded, canGrow }) => {
      const before = read(old, cluster);
      const after = read(next, cluster);
      if (canBeAdded === true && before === undefined) return false;
      return !sameJson(before, after) && !(canGrow === true && isGrown(before, after));
    })
    .map(({ pointer, reason, instead }) => ({
      pointer,
      code: 'immutable',
      detail: `${pointer.slice('/spec/'.length).replaceAll('/', '.')} cannot be changed. ${reason} ${instead}`,
    }));
};
