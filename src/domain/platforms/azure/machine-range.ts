import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { addressesIn, type Cidr, formatCidr, isCidr, parseCidr } from '../../network/cidr.ts';
import { filled } from '../../shared/present.ts';
import { type MachineRange, platformBlock } from '../platform-rules.ts';
import type { AzureManagedInfrastructure } from './azure-spec.ts';

/** What the command line of HyperShift takes for the network. */
const defaultVnet = '10.0.0.0/16';

/** Of every subnet of Azure. */
const keptAddresses = 5;

/** Of a subnet that the spec does not size. */
const subnetPrefix = 24;

export const vnetCidrOf = ({ vnetCidr }: AzureManagedInfrastructure): string =>
  filled(vnetCidr) ?? defaultVnet;

const vnetOf = (infrastructure: AzureManagedInfrastructure): Cidr | undefined => {
  const range = parseCidr(vnetCidrOf(infrastructure));
  return isCidr(range) && range.family === 4 ? range : undefined;
};

/** The first addresses of the network, unless the spec says which. */
export const subnetCidrOf = (infrastructure: AzureManagedInfrastructure): string => {
  const given = filled(infrastructure.subnetCidr);
  const vnet = vnetOf(infrastructure);
  if (given !== undefined || vnet === undefined) return given ?? vnetCidrOf(infrastructure);
  return formatCidr({ ...vnet, prefix: Math.max(subnetPrefix, vnet.prefix) });
};

/** The last addresses of the network, far from the machines, for the private link service. */
export const privateLinkCidrOf = (infrastructure: AzureManagedInfrastructure): string => {
  const vnet = vnetOf(infrastructure);
  if (vnet === undefined) return vnetCidrOf(infrastructure);
  const prefix = Math.max(subnetPrefix, Math.min(vnet.prefix + 2, 29));
  const base = vnet.base + (1n << BigInt(32 - vnet.prefix)) - (1n << BigInt(32 - prefix));
  return formatCidr({ family: 4, base, prefix });
};

/** It counts among the ranges of the cluster like those that the spec names itself. */
export const azureMachineRange = (spec: ClusterSpec): MachineRange | undefined => {
  const { infrastructure } = platformBlock(spec, 'azure').azure;
  if (infrastructure.mode === 'existing' || infrastructure.network !== undefined) return undefined;
  const subnet = subnetCidrOf(infrastructure);
  const addresses = addressesIn(subnet, keptAddresses);
  const pointer = '/spec/platform/azure/infrastructure/subnetCidr';
  return {
    cidr: vnetCidrOf(infrastructure),
    pointer: '/spec/platform/azure/infrastructure/vnetCidr',
    isDefault: filled(infrastructure.vnetCidr) === undefined,
    ...(addresses === undefined ? {} : { room: { addresses, pointer, name: `subnetCidr ${subnet}` } }),
  };
};
