import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import { type MachineRange, platformBlock } from '../platform-rules.ts';
import type { AwsManagedInfrastructure } from './aws-spec.ts';

const defaultMachineCidr = '10.0.0.0/16';

/** Of a /20, without the five that AWS keeps. */
const addressesOfZone = 4091;

/** Range of the VPC that Berth makes. */
export const machineCidrOf = ({ machineCidr }: AwsManagedInfrastructure): string =>
  filled(machineCidr) ?? defaultMachineCidr;

/** It counts among the ranges of the cluster like those that the spec names itself. */
export const awsMachineRange = (spec: ClusterSpec): MachineRange | undefined => {
  const { infrastructure } = platformBlock(spec, 'aws').aws;
  if (infrastructure.mode === 'existing') return undefined;
  const { length: zones } = infrastructure.zones;
  return {
    cidr: machineCidrOf(infrastructure),
    pointer: '/spec/platform/aws/infrastructure/machineCidr',
    isDefault: filled(infrastructure.machineCidr) === undefined,
    room: {
      addresses: zones * addressesOfZone,
      pointer: '/spec/platform/aws/infrastructure/zones',
      name: `The network, with a /20 in each of ${zones} zones,`,
    },
  };
};
