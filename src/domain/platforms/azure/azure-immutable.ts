import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import { type ImmutablePlatformField, platformBlock } from '../platform-rules.ts';
import { readKeyUrl } from './azure-formats.ts';
import type { AzureExistingInfrastructure, AzureManagedInfrastructure } from './azure-spec.ts';
import { subnetCidrOf, vnetCidrOf } from './machine-range.ts';

const stays = 'A cluster stays where it was made.';
const byOperator = 'HyperShift fixes it when the control plane is made.';
const madeWith = 'What was made with it would be left behind.';

const azureOf = (spec: ClusterSpec) => platformBlock(spec, 'azure').azure;

const ofExisting = (
  member: Exclude<keyof AzureExistingInfrastructure, 'mode'>,
  reason: string,
): ImmutablePlatformField => ({
  pointer: `/infrastructure/${member}`,
  reason,
  read: (spec) => {
    const { infrastructure } = azureOf(spec);
    return infrastructure.mode === 'existing' ? filled<unknown>(infrastructure[member]) : undefined;
  },
});

/** With its default: to say it is no change. */
const ofManaged = (
  member: string,
  read: (infrastructure: AzureManagedInfrastructure) => unknown,
): ImmutablePlatformField => ({
  pointer: `/infrastructure/${member}`,
  reason: madeWith,
  read: (spec) => {
    const { infrastructure } = azureOf(spec);
    return infrastructure.mode === 'managed' ? read(infrastructure) : undefined;
  },
});

/** The CRD refuses most of these; the rest would leave things in the cloud that nobody takes away. */
export const azureImmutableFields: readonly ImmutablePlatformField[] = [
  { pointer: '/subscriptionId', reason: stays, read: (spec) => azureOf(spec).subscriptionId },
  { pointer: '/tenantId', reason: stays, read: (spec) => azureOf(spec).tenantId },
  { pointer: '/location', reason: stays, read: (spec) => azureOf(spec).location },
  { pointer: '/cloud', reason: stays, read: (spec) => azureOf(spec).cloud ?? 'AzurePublicCloud' },
  {
    pointer: '/endpointAccess',
    reason: 'The endpoints of a public cluster and of a private one are made differently.',
    instead: 'publicAndPrivate and private can be changed into each other; for public make another cluster.',
    read: (spec) => (azureOf(spec).endpointAccess ?? 'public') === 'public',
  },
  {
    pointer: '/private/natSubnetId',
    reason: byOperator,
    canBeAdded: true,
    read: (spec) => filled(azureOf(spec).private?.natSubnetId),
  },
  {
    pointer: '/oauthPublishing',
    reason: byOperator,
    read: (spec) => azureOf(spec).oauthPublishing ?? 'route',
  },
  {
    pointer: '/encryption/azure/keyUrl',
    isOfSpec: true,
    reason: 'Keys of a vault and of a managed HSM are reached in different ways.',
    instead: 'Give another key of the same kind.',
    read: ({ encryption }) =>
      encryption?.type === 'kms' && encryption.azure !== undefined
        ? readKeyUrl(encryption.azure.keyUrl)?.isHsm
        : undefined,
  },
  { pointer: '/infrastructure/mode', reason: stays, read: (spec) => azureOf(spec).infrastructure.mode },
  {
    pointer: '/infrastructure/infraId',
    reason: 'Cloud resources are named with it.',
    read: (spec, infraId) => {
      const { infrastructure } = azureOf(spec);
      return infrastructure.mode === 'existing' ? (filled(infrastructure.infraId) ?? infraId) : infraId;
    },
  },
  ofExisting('resourceGroup', byOperator),
  ofExisting('vnetId', byOperator),
  ofExisting('subnetId', byOperator),
  ofExisting('securityGroupId', byOperator),
  ofExisting('issuerUrl', 'Every service-account token of the cluster carries it.'),
  {
    pointer: '/infrastructure/managedIdentities',
    reason: 'Operators are let in by one way or the other.',
    read: (spec) => {
      const { infrastructure } = azureOf(spec);
      return infrastructure.mode === 'existing' && infrastructure.managedIdentities !== undefined;
    },
  },
  ofManaged('vnetCidr', vnetCidrOf),
  ofManaged('subnetCidr', subnetCidrOf),
  ofManaged('network', ({ network }) => network),
  ofManaged('resourceGroup', ({ resourceGroup }) => filled(resourceGroup)),
  ofManaged('dnsZoneResourceGroup', ({ dnsZoneResourceGroup }) => filled(dnsZoneResourceGroup)),
];
