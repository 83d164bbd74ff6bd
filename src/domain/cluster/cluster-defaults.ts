import { platformOf, publishingOf } from '../platforms/platforms.ts';
import { effectiveStrategy } from '../platforms/publishing-checks.ts';
import { filled } from '../shared/present.ts';
import type {
  ClusterControlPlane,
  ClusterEncryption,
  ClusterNetwork,
  ClusterPublishing,
  ClusterSpec,
  PublishingStrategy,
} from './cluster-spec.ts';

/** Networks of a cluster whose spec names none: those of HyperShift. */
const defaultNetwork = {
  type: 'OVNKubernetes',
  clusterCidrs: ['10.132.0.0/14'],
  serviceCidrs: ['172.31.0.0/16'],
} as const;

const defaultEtcdSize = '8Gi';

/** A cluster is made to stay: three control-plane replicas, where the command line of HyperShift makes one. */
const defaultAvailability = 'high';

export interface CompleteClusterSpec extends ClusterSpec {
  readonly network: ClusterNetwork & Required<Pick<ClusterNetwork, 'type' | 'clusterCidrs' | 'serviceCidrs'>>;
  readonly publishing: ClusterPublishing & { readonly strategy: PublishingStrategy };
  readonly controlPlane: ClusterControlPlane &
    Required<Pick<ClusterControlPlane, 'availability' | 'operatorCatalogs' | 'fips'>> & {
      readonly etcd: {
        readonly storage: { readonly size: string; readonly className?: string };
        readonly restoreSnapshotUrl?: string;
      };
    };
  readonly encryption: ClusterEncryption;
}

/** With both families, as the command line of HyperShift gives them. */
const dualStackNetwork = {
  clusterCidrs: [...defaultNetwork.clusterCidrs, 'fd01::/48'],
  serviceCidrs: [...defaultNetwork.serviceCidrs, 'fd02::/112'],
} as const;

const completeNetwork = (network: ClusterNetwork = {}): CompleteClusterSpec['network'] => {
  const ranges = network.dualStack === true ? dualStackNetwork : defaultNetwork;
  return {
    ...network,
    type: network.type ?? defaultNetwork.type,
    clusterCidrs: filled(network.clusterCidrs) ?? ranges.clusterCidrs,
    serviceCidrs: filled(network.serviceCidrs) ?? ranges.serviceCidrs,
  };
};

const completeControlPlane = (
  controlPlane: ClusterControlPlane = {},
  etcdStorageClass: string | undefined,
): CompleteClusterSpec['controlPlane'] => {
  const { size, className } = controlPlane.etcd?.storage ?? {};
  return {
    ...controlPlane,
    availability: controlPlane.availability ?? defaultAvailability,
    operatorCatalogs: controlPlane.operatorCatalogs ?? 'management',
    fips: controlPlane.fips ?? false,
    etcd: {
      ...controlPlane.etcd,
      storage: { size: filled(size) ?? defaultEtcdSize, className: filled(className) ?? etcdStorageClass },
    },
  };
};

/**
 * The spec with everything that Berth decides when the user does not. The stored spec stays as it was sent; what is neither
 * in the spec nor here is left to the defaults of the management cluster.
 */
export const applyClusterDefaults = (spec: ClusterSpec): CompleteClusterSpec => {
  const rules = platformOf(spec.platform.type);
  const { publishing = {}, dns = {} } = spec;
  return {
    ...spec,
    dns: { ...dns, baseDomain: filled(dns.baseDomain) ?? rules.baseDomain },
    network: completeNetwork(spec.network),
    publishing: { ...publishing, strategy: effectiveStrategy(publishingOf(spec), publishing) },
    controlPlane: completeControlPlane(spec.controlPlane, rules.etcdStorageClass),
    encryption: spec.encryption ?? { type: 'aescbc' },
  };
};
