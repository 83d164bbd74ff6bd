import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import { type MachineRange, platformBlock } from '../platform-rules.ts';
import type { AzureManagedInfrastructure } from './azure-spec.ts';

/** What the command line of HyperShift takes. */
const defaults = { vnet: '10.0.0.0/16', subnet: '10.0.0.0/24' } as const;

export const vnetCidrOf = ({ vnetCidr }: AzureManagedInfrastructure): string =>
  filled(vnetCidr) ?? defaults.vnet;

/** The first addresses of another network, when only that was named. */
export const subnetCidrOf = (infrastructure: AzureManagedInfrastructure): string => {
  const given = filled(infrastructure.subnetCidr);
  if (given !== undefined) return given;
  const [address = ''] = vnetCidrOf(infrastructure).split('/');
  return vnetCidrOf(infrastructure) === defaults.vnet ? defaults.subnet : `${address}/24`;
};

/** It counts among the ranges of the cluster like those that the spec names itself. */
export const azureMachineRange = (spec: ClusterSpec): MachineRange | undefined => {
  const { infrastructure } = platformBlock(spec, 'azure').azure;
  if (infrastructure.mode === 'existing') return undefined;
  return {
    cidr: vnetCidrOf(infrastructure),
    pointer: '/spec/platform/azure/infrastructure/vnetCidr',
    isDefault: filled(infrastructure.vnetCidr) === undefined,
  };
};
