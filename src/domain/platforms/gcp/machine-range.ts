import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { addressesIn } from '../../network/cidr.ts';
import { filled } from '../../shared/present.ts';
import { type MachineRange, platformBlock } from '../platform-rules.ts';
import type { GcpManagedInfrastructure } from './gcp-spec.ts';

/** What the command line of HyperShift takes. */
const defaultSubnetCidr = '10.0.0.0/24';

/** Of every subnet of Google Cloud. */
const keptAddresses = 4;

/** Range of the subnet that Berth makes. */
export const subnetCidrOf = ({ subnetCidr }: GcpManagedInfrastructure): string =>
  filled(subnetCidr) ?? defaultSubnetCidr;

/** It counts among the ranges of the cluster like those that the spec names itself. */
export const gcpMachineRange = (spec: ClusterSpec): MachineRange | undefined => {
  const { infrastructure } = platformBlock(spec, 'gcp').gcp;
  if (infrastructure.mode === 'existing') return undefined;
  const cidr = subnetCidrOf(infrastructure);
  const pointer = '/spec/platform/gcp/infrastructure/subnetCidr';
  const addresses = addressesIn(cidr, keptAddresses);
  return {
    cidr,
    pointer,
    isDefault: filled(infrastructure.subnetCidr) === undefined,
    ...(addresses === undefined ? {} : { room: { addresses, pointer, name: `subnetCidr ${cidr}` } }),
  };
};
