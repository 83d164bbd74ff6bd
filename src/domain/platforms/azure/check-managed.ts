import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { isCidr, overlapOf, parseCidr } from '../../network/cidr.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { collect, conflicting, invalidFormat, notAllowed, outOfRange, required } from '../problems.ts';
import { readKeyUrl } from './azure-formats.ts';
import type { AzureManagedInfrastructure, AzurePlatform } from './azure-spec.ts';
import { checkNetworkIds } from './check-ids.ts';
import { privateLinkCidrOf, subnetCidrOf, vnetCidrOf } from './machine-range.ts';

/** Source: Azure Virtual Network, limits; a subnet of machines has at least 27 addresses that Azure does not keep. */
const prefixes = { widest: 8, narrowestVnet: 26, narrowestSubnet: 27 } as const;

/** That the network can be read and overlaps nothing of the cluster is checked with the other ranges of the cluster. */
const checkRanges = (
  infrastructure: AzureManagedInfrastructure,
  hasLink: boolean,
  at: SpecPath,
): readonly FieldProblem[] => {
  const vnet = parseCidr(vnetCidrOf(infrastructure));
  const subnetText = subnetCidrOf(infrastructure);
  const subnet = parseCidr(subnetText);
  const subnetAt = [...at, 'subnetCidr'];
  if (!isCidr(vnet)) return [];
  if (vnet.family !== 4) return [outOfRange([...at, 'vnetCidr'], 'Give an IPv4 range such as 10.0.0.0/16.')];
  if (!isCidr(subnet)) return [invalidFormat(subnetAt, `subnetCidr ${subnetText} ${subnet.detail}`)];
  const link = parseCidr(privateLinkCidrOf(infrastructure));
  const { widest, narrowestVnet, narrowestSubnet } = prefixes;
  return collect(
    vnet.prefix < widest || vnet.prefix > narrowestVnet
      ? outOfRange([...at, 'vnetCidr'], `Give a range from /${widest} to /${narrowestVnet}.`)
      : undefined,
    subnet.prefix > narrowestSubnet
      ? outOfRange(subnetAt, `Machines need a range of /${narrowestSubnet} or wider.`)
      : undefined,
    subnet.prefix < vnet.prefix || overlapOf(vnet, subnet) === undefined
      ? conflicting(subnetAt, `It is not inside the network, ${vnetCidrOf(infrastructure)}.`)
      : undefined,
    hasLink && isCidr(link) && overlapOf(link, subnet) !== undefined
      ? conflicting(
          subnetAt,
          `Leave the end of the network, ${privateLinkCidrOf(infrastructure)}, to the private link service.`,
        )
      : undefined,
  );
};

const checkNetwork = (
  azure: AzurePlatform,
  infrastructure: AzureManagedInfrastructure,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { network } = infrastructure;
  if (network === undefined) {
    const isPrivate = (azure.endpointAccess ?? 'public') !== 'public';
    return checkRanges(infrastructure, isPrivate && azure.private?.natSubnetId === undefined, at);
  }
  return collect(
    checkNetworkIds(azure, network, [...at, 'network']),
    (['vnetCidr', 'subnetCidr'] as const)
      .filter((member) => infrastructure[member] !== undefined)
      .map((member) => conflicting([...at, member], 'The network is given; it has its addresses already.')),
  );
};

/** Machine ranges come from the network that is made; other ones would be a lie to the cluster. */
const checkMachineCidrs = (
  { network }: ClusterSpec,
  infrastructure: AzureManagedInfrastructure,
  at: SpecPath,
): FieldProblem | undefined => {
  const asked = filled(network?.machineCidrs);
  const vnetCidr = vnetCidrOf(infrastructure);
  return infrastructure.network !== undefined || asked === undefined || asked.join() === vnetCidr
    ? undefined
    : conflicting(at, `The machines are in the network that Berth makes, ${vnetCidr}; leave this out.`);
};

/** Rights in a managed HSM are not given by Azure Resource Manager. */
const checkKey = ({ encryption }: ClusterSpec, at: SpecPath): FieldProblem | undefined => {
  const azure = encryption?.type === 'kms' ? encryption.azure : undefined;
  const isHsm = azure !== undefined && readKeyUrl(azure.keyUrl)?.isHsm === true;
  return isHsm && azure.assignRole !== false
    ? required(
        [...at, 'assignRole'],
        'Berth cannot give rights in a managed HSM: say false, and let the identity of the cluster use the key once it is made.',
      )
    : undefined;
};

export const checkManagedInfrastructure = (
  spec: ClusterSpec,
  azure: AzurePlatform,
  infrastructure: AzureManagedInfrastructure,
  root: SpecPath,
): readonly FieldProblem[] => {
  const platform = [...root, 'platform', 'azure'];
  const at = [...platform, 'infrastructure'];
  return collect(
    filled(azure.credentialId) === undefined
      ? required(
          [...platform, 'credentialId'],
          'Managed infrastructure needs a credential of kind azureFederated.',
        )
      : undefined,
    azure.cloud !== undefined && azure.cloud !== 'AzurePublicCloud'
      ? notAllowed([...platform, 'cloud'], 'Berth makes infrastructure in AzurePublicCloud only.')
      : undefined,
    checkNetwork(azure, infrastructure, at),
    checkMachineCidrs(spec, infrastructure, [...root, 'network', 'machineCidrs']),
    checkKey(spec, [...root, 'encryption', 'azure']),
    filled(spec.dns?.privateZoneId) === undefined
      ? undefined
      : notAllowed([...root, 'dns', 'privateZoneId'], 'Berth makes the private zone of the cluster.'),
    filled(spec.dns?.publicZoneId) !== undefined && filled(infrastructure.dnsZoneResourceGroup) !== undefined
      ? conflicting([...at, 'dnsZoneResourceGroup'], 'dns.publicZoneId says which zone it is.')
      : undefined,
    infrastructure.roleDefinitionIds?.controlPlaneOperator !== undefined &&
      (azure.endpointAccess ?? 'public') === 'public'
      ? conflicting(
          [...at, 'roleDefinitionIds', 'controlPlaneOperator'],
          'The control plane operator has an identity only when access is not public.',
        )
      : undefined,
  );
};
