import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import { type MachineRange, platformBlock } from '../platform-rules.ts';
import type { AwsManagedInfrastructure } from './aws-spec.ts';

const defaultMachineCidr = '10.0.0.0/16';

/** Range of the VPC that Berth makes. */
export const machineCidrOf = ({ machineCidr }: AwsManagedInfrastructure): string =>
  filled(machineCidr) ?? defaultMachineCidr;

/** It counts among the ranges of the cluster like those that the spec names itself. */
export const awsMachineRange = (spec: ClusterSpec): MachineRange | undefined => {
  const { infrastructure } = platformBlock(spec, 'aws').aws;
  if (infrastructure.mode === 'existing') return undefined;
  return {
    cidr: machineCidrOf(infrastructure),
    pointer: '/spec/platform/aws/infrastructure/machineCidr',
    isDefault: filled(infrastructure.machineCidr) === undefined,
  };
};
