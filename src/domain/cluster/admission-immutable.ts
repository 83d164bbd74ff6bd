import { filled } from '../shared/present.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { canonicalQuantity } from '../shared/quantity.ts';
import { sameJson } from '../shared/same-json.ts';
import type { Cluster } from './cluster.ts';
import { applyClusterDefaults, type CompleteClusterSpec } from './cluster-defaults.ts';
import type { AwsPlatform, ClusterSpec, KubevirtPlatform } from './cluster-spec.ts';

type Named = Pick<Cluster, 'domainPrefix' | 'infraId'>;

/** A field that keeps the value that it was created with, its default included. */
export interface ImmutableClusterField {
  readonly pointer: string;
  readonly reason: string;
  /** What to do when another value is needed. */
  readonly instead: string;
  /** It may be given later, once. */
  readonly canBeAdded?: true;
  read(spec: CompleteClusterSpec, names: Named): unknown;
}

const remake = 'Make another cluster.';
const byOperator = 'HyperShift fixes it when the control plane is made.';
const byNetwork = 'The addresses of a running cluster cannot be moved.';

const aws = ({ platform }: CompleteClusterSpec): Partial<AwsPlatform> =>
  platform.type === 'aws' ? platform.aws : {};

const kubevirt = ({ platform }: CompleteClusterSpec): KubevirtPlatform =>
  platform.type === 'kubevirt' ? platform.kubevirt : {};

const field = (
  pointer: string,
  reason: string,
  read: ImmutableClusterField['read'],
  instead: string = remake,
): ImmutableClusterField => ({ pointer, reason, instead, read });

/** Source: the CEL rules of the HostedCluster CRD, and what HyperShift documents but does not enforce. */
export const immutableClusterFields: readonly ImmutableClusterField[] = [
  field('/spec/platform/type', 'A cluster stays where it was made.', ({ platform }) => platform.type),
  field('/spec/platform/aws/region', 'A cluster stays where it was made.', (spec) => aws(spec).region),
  field(
    '/spec/platform/aws/endpointAccess',
    'The endpoints of a public cluster and of a private one are made differently.',
    (spec) => (aws(spec).endpointAccess ?? 'public') === 'public',
    'publicAndPrivate and private can be changed into each other; for public make another cluster.',
  ),
  field(
    '/spec/platform/aws/infrastructure/vpcId',
    'A cluster stays where it was made.',
    (spec) => aws(spec).infrastructure?.vpcId,
  ),
  field(
    '/spec/platform/aws/infrastructure/infraId',
    'Cloud resources are named and tagged with it.',
    (spec, { infraId }) => aws(spec).infrastructure?.infraId ?? infraId,
  ),
  field(
    '/spec/platform/aws/infrastructure/issuerUrl',
    'Every service-account token of the cluster carries it.',
    (spec) => aws(spec).infrastructure?.issuerUrl,
  ),
  field('/spec/platform/kubevirt/storageClassMappings', byOperator, (spec) =>
    filled(kubevirt(spec).storageClassMappings),
  ),
  field('/spec/platform/kubevirt/volumeSnapshotClassMappings', byOperator, (spec) =>
    filled(kubevirt(spec).volumeSnapshotClassMappings),
  ),
  field('/spec/platform/agent/namespace', 'The machines of the cluster are there.', ({ platform }) =>
    platform.type === 'agent' ? platform.agent.namespace : undefined,
  ),
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
  field('/spec/capabilities/enabled', byOperator, ({ capabilities }) => filled(capabilities?.enabled)),
  field('/spec/capabilities/disabled', byOperator, ({ capabilities }) => filled(capabilities?.disabled)),
];

const isOfPlatform = (pointer: string): boolean => pointer.startsWith('/spec/platform/');

/** Every immutable field that a change would touch. Defaults count: giving the default explicitly is no change. */
export const checkImmutableClusterFields = (
  cluster: Named & { readonly spec: ClusterSpec },
  wanted: ClusterSpec,
): readonly FieldProblem[] => {
  const isMoved = cluster.spec.platform.type !== wanted.platform.type;
  const old = applyClusterDefaults(cluster.spec);
  // The defaults of another platform are not what the user changed.
  const { platform } = isMoved ? cluster.spec : wanted;
  const next = { ...applyClusterDefaults({ ...wanted, platform }), platform: wanted.platform };
  return immutableClusterFields
    .filter(({ pointer }) => !isMoved || pointer === '/spec/platform/type' || !isOfPlatform(pointer))
    .filter(({ read, canBeAdded }) => {
      const before = read(old, cluster);
      return !sameJson(before, read(next, cluster)) && !(canBeAdded === true && before === undefined);
    })
    .map(({ pointer, reason, instead }) => ({
      pointer,
      code: 'immutable',
      detail: `${pointer.slice('/spec/'.length).replaceAll('/', '.')} cannot be changed. ${reason} ${instead}`,
    }));
};
