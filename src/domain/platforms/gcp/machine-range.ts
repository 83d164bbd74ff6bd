import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import { type MachineRange, platformBlock } from '../platform-rules.ts';
import type { GcpManagedInfrastructure } from './gcp-spec.ts';

/** What the command line of HyperShift takes. */
const defaultSubnetCidr = '10.0.0.0/24';

/** Range of the subnet that Berth makes. */
export const subnetCidrOf = ({ subnetCidr }: GcpManagedInfrastructure): string =>
  filled(subnetCidr) ?? defaultSubnetCidr;

/** It counts among the ranges of the cluster like those that the spec names itself. */
export const gcpMachineRange = (spec: ClusterSpec): MachineRange | undefined => {
  const { infrastructure } = platformBlock(spec, 'gcp').gcp;
  if (infrastructure.mode === 'existing') return undefined;
  return {
    cidr: subnetCidrOf(infrastructure),
    pointer: '/spec/platform/gcp/infrastructure/subnetCidr',
    isDefault: filled(infrastructure.subnetCidr) === undefined,
  };
};
