import { formatCidr, isCidr, parseCidr } from '../network/cidr.ts';
import type { JsonObject } from '../shared/json.ts';
import { filled, filledMembers, members } from '../shared/present.ts';
import type { CompleteClusterSpec } from './cluster-defaults.ts';

type Network = CompleteClusterSpec['network'];

/**
 * The form that the operator writes back (`FD01:0::/48` becomes `fd01::/48`): ranges may not change and are compared as text.
 * Text that is no range stays as it is.
 */
const canonicalCidr = (text: string): string => {
  const parsed = parseCidr(text);
  return isCidr(parsed) ? formatCidr(parsed) : text;
};

const isIpv6 = (cidr: string): boolean => cidr.includes(':');

/** hostPrefix is meant for the family of the first range: a slice of /23 would be far too large in IPv6. */
const clusterNetwork = ({ clusterCidrs, hostPrefix }: Network): readonly JsonObject[] => {
  const [first = ''] = clusterCidrs;
  return clusterCidrs.map((cidr) =>
    members({
      cidr: canonicalCidr(cidr),
      hostPrefix: isIpv6(cidr) === isIpv6(first) ? hostPrefix : undefined,
    }),
  );
};

const ranges = (cidrs: readonly string[] | undefined): readonly JsonObject[] | undefined =>
  filled(cidrs)?.map((cidr) => ({ cidr: canonicalCidr(cidr) }));

/** `spec.networking` of a HostedCluster. */
export const renderNetworking = (network: Network): JsonObject =>
  members({
    networkType: network.type,
    clusterNetwork: clusterNetwork(network),
    serviceNetwork: ranges(network.serviceCidrs),
    machineNetwork: ranges(network.machineCidrs),
    allocateNodeCIDRs: network.allocateNodeCidrs === true ? 'Enabled' : undefined,
    apiServer: filledMembers({
      advertiseAddress: filled(network.apiServerAdvertiseAddress),
      port: network.apiServerPort,
      allowedCIDRBlocks: filled(network.apiServerAllowedCidrs),
    }),
  });

/** Ranges inside OVN-Kubernetes of one family. */
const innerRanges = (
  { ovnJoinCidrs = [], ovnTransitCidrs = [] }: Network,
  isOfFamily: (cidr: string) => boolean,
): JsonObject | undefined => {
  const [join, transit] = [ovnJoinCidrs.find(isOfFamily), ovnTransitCidrs.find(isOfFamily)];
  return filledMembers({
    internalJoinSubnet: join && canonicalCidr(join),
    internalTransitSwitchSubnet: transit && canonicalCidr(transit),
  });
};

/** `spec.operatorConfiguration` of a HostedCluster; undefined when nothing is asked of the network operator. */
export const renderOperatorConfiguration = (network: Network): JsonObject | undefined =>
  filledMembers({
    clusterNetworkOperator: filledMembers({
      disableMultiNetwork: network.disableMultiNetwork === true ? true : undefined,
      ovnKubernetesConfig: filledMembers({
        mtu: network.ovnMtu,
        ipv4: innerRanges(network, (cidr) => !isIpv6(cidr)),
        ipv6: innerRanges(network, isIpv6),
      }),
    }),
  });
