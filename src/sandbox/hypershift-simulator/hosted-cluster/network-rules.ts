import { type Network, overlap, parseNetwork } from '../networks.ts';
import type { HostedCluster } from '../objects.ts';

const defaultAdvertiseAddress = '172.20.0.1';
/** OVN's join subnet on KubeVirt, where the operator sets it when nobody else does. */
const kubevirtJoinSubnet = '100.66.0.0/16';

const present = (networks: readonly (Network | undefined)[]): readonly Network[] =>
  networks.filter((network) => network !== undefined);

/** The rules of CONTRACT §8 that the CRD leaves out; undefined when the networks are sound. */
export const refuseNetworks = ({ spec }: HostedCluster): string | undefined => {
  const { networking, platform } = spec;
  if (!networking || platform.type === 'IBMCloud') return undefined;
  const cidrs = [
    ...(networking.machineNetwork ?? []),
    ...(networking.serviceNetwork ?? []),
    ...(networking.clusterNetwork ?? []),
  ].map(({ cidr }) => cidr);
  const networks = present(
    [...cidrs, ...(platform.type === 'KubeVirt' ? [kubevirtJoinSubnet] : [])].map(parseNetwork),
  );

  for (const [index, first] of networks.entries()) {
    const second = networks.slice(index + 1).find((other) => overlap(first, other));
    if (second) {
      return `CIDR ranges in machineNetwork, serviceNetwork and clusterNetwork overlap: ${first.text} and ${second.text}`;
    }
  }
  const families = new Set(
    [networking.clusterNetwork?.[0], networking.serviceNetwork?.[0], networking.machineNetwork?.[0]].flatMap(
      (entry) => parseNetwork(entry?.cidr ?? '')?.width ?? [],
    ),
  );
  if (families.size > 1) return 'cluster, service and machine networks must be of one address family';

  const usesIpv6 = families.has(128);
  const address = networking.apiServer?.advertiseAddress ?? (usesIpv6 ? 'fd00::1' : defaultAdvertiseAddress);
  const advertised = parseNetwork(address);
  const hit = advertised && networks.find((network) => overlap(network, advertised));
  return hit ? `the API server advertise address ${address} is within network ${hit.text}` : undefined;
};
