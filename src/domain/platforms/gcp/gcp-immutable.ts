import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import { type ImmutablePlatformField, platformBlock } from '../platform-rules.ts';
import type { GcpExistingInfrastructure } from './gcp-spec.ts';
import { subnetCidrOf } from './machine-range.ts';

const stays = 'A cluster stays where it was made.';
const byOperator = 'HyperShift fixes it when the control plane is made.';

const infrastructureOf = (spec: ClusterSpec) => platformBlock(spec, 'gcp').gcp.infrastructure;

const ofExisting = (
  member: Exclude<keyof GcpExistingInfrastructure, 'mode'>,
  reason: string,
): ImmutablePlatformField => ({
  pointer: `/infrastructure/${member}`,
  reason,
  read: (spec) => {
    const infrastructure = infrastructureOf(spec);
    return infrastructure.mode === 'existing' ? filled<unknown>(infrastructure[member]) : undefined;
  },
});

/** The CRD refuses most of these; the rest would leave things in the cloud that nobody takes away. */
export const gcpImmutableFields: readonly ImmutablePlatformField[] = [
  { pointer: '/project', reason: stays, read: (spec) => platformBlock(spec, 'gcp').gcp.project },
  { pointer: '/region', reason: stays, read: (spec) => platformBlock(spec, 'gcp').gcp.region },
  { pointer: '/infrastructure/mode', reason: stays, read: (spec) => infrastructureOf(spec).mode },
  {
    pointer: '/infrastructure/infraId',
    reason: 'Cloud resources are named with it.',
    read: (spec, infraId) => {
      const infrastructure = infrastructureOf(spec);
      return infrastructure.mode === 'existing' ? (filled(infrastructure.infraId) ?? infraId) : infraId;
    },
  },
  ofExisting('network', byOperator),
  ofExisting('privateServiceConnectSubnet', byOperator),
  ofExisting('workloadIdentity', byOperator),
  ofExisting('serviceAccounts', byOperator),
  ofExisting('issuerUrl', 'Every service-account token of the cluster carries it.'),
  {
    pointer: '/infrastructure/subnetCidr',
    reason: 'The addresses of a running cluster cannot be moved.',
    read: (spec) => {
      const infrastructure = infrastructureOf(spec);
      return infrastructure.mode === 'managed' ? subnetCidrOf(infrastructure) : undefined;
    },
  },
];
