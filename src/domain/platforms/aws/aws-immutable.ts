import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import { type ImmutablePlatformField, platformBlock } from '../platform-rules.ts';
import { machineCidrOf } from './aws-machine-range.ts';
import type { AwsExistingInfrastructure, AwsManagedInfrastructure, AwsPlatform } from './aws-spec.ts';

const stays = 'A cluster stays where it was made.';
const standing = 'The network stands, and what is in it cannot be moved.';
const growing = 'Further ones may be added at the end.';

const awsOf = (spec: ClusterSpec): AwsPlatform => platformBlock(spec, 'aws').aws;

/** Fields of one mode are undefined in the other; that the mode has changed is said once, by its own field. */
const ofExisting =
  (read: (infrastructure: AwsExistingInfrastructure, infraId: string) => unknown) =>
  (spec: ClusterSpec, infraId: string): unknown => {
    const { infrastructure } = awsOf(spec);
    return infrastructure.mode === 'existing' ? read(infrastructure, infraId) : undefined;
  };

const ofManaged =
  (read: (infrastructure: AwsManagedInfrastructure) => unknown) =>
  (spec: ClusterSpec): unknown => {
    const { infrastructure } = awsOf(spec);
    return infrastructure.mode === 'managed' ? read(infrastructure) : undefined;
  };

const existingFields: readonly ImmutablePlatformField[] = [
  {
    pointer: '/infrastructure/vpcId',
    reason: stays,
    read: ofExisting(({ vpcId }) => vpcId),
  },
  {
    pointer: '/infrastructure/subnets',
    reason: 'Control plane and node pools refer to them.',
    instead: growing,
    canGrow: true,
    read: ofExisting(({ subnets }) => subnets.map(({ id, zone }) => [id, zone])),
  },
  {
    pointer: '/infrastructure/infraId',
    reason: 'Cloud resources are named and tagged with it.',
    read: ofExisting((infrastructure, infraId) => infrastructure.infraId ?? infraId),
  },
  {
    pointer: '/infrastructure/issuerUrl',
    reason: 'Every service-account token of the cluster carries it.',
    read: ofExisting(({ issuerUrl }) => issuerUrl),
  },
  {
    pointer: '/infrastructure/serviceAccountSigningKeyCredentialId',
    reason: 'Every service-account token of the cluster is signed with it.',
    instead: 'Give the credential another value.',
    read: ofExisting(({ serviceAccountSigningKeyCredentialId }) =>
      filled(serviceAccountSigningKeyCredentialId),
    ),
  },
];

const managedFields: readonly ImmutablePlatformField[] = [
  {
    pointer: '/credentialId',
    reason: 'The infrastructure is in the account of this credential.',
    instead: 'Give the credential itself another role of the same account.',
    read: (spec) => ofManaged(() => awsOf(spec).credentialId)(spec),
  },
  {
    pointer: '/infrastructure/zones',
    reason: 'The place of a zone in the list decides its addresses.',
    instead: growing,
    canGrow: true,
    read: ofManaged(({ zones }) => zones),
  },
  {
    pointer: '/infrastructure/machineCidr',
    reason: standing,
    read: ofManaged(machineCidrOf),
  },
  {
    pointer: '/infrastructure/natGateways',
    reason: standing,
    read: ofManaged(({ natGateways }) => natGateways ?? 'perZone'),
  },
  {
    pointer: '/infrastructure/egress',
    reason: standing,
    read: ofManaged(({ egress }) => egress ?? 'natGateway'),
  },
  {
    pointer: '/infrastructure/permissionsBoundaryArn',
    reason: 'The roles of the cluster were made within it.',
    read: ofManaged(({ permissionsBoundaryArn }) => filled(permissionsBoundaryArn)),
  },
  {
    pointer: '/infrastructure/rosaManagedPolicies',
    reason: 'The roles of the cluster were made with or without them.',
    read: ofManaged(({ rosaManagedPolicies }) => rosaManagedPolicies ?? false),
  },
];

/** Documented by HyperShift as fixed; most of it is not enforced there. */
export const awsImmutableFields: readonly ImmutablePlatformField[] = [
  { pointer: '/region', reason: stays, read: (spec) => awsOf(spec).region },
  {
    pointer: '/endpointAccess',
    reason: 'The endpoints of a public cluster and of a private one are made differently.',
    instead: 'publicAndPrivate and private can be changed into each other; for public make another cluster.',
    read: (spec) => (awsOf(spec).endpointAccess ?? 'public') === 'public',
  },
  {
    pointer: '/infrastructure/mode',
    reason: 'Who made the infrastructure takes it away.',
    read: (spec) => awsOf(spec).infrastructure.mode,
  },
  {
    pointer: '/infrastructure/publicOnly',
    reason: standing,
    read: (spec) => awsOf(spec).infrastructure.publicOnly ?? false,
  },
  {
    pointer: '/infrastructure/sharedVpc',
    reason: standing,
    read: (spec) => awsOf(spec).infrastructure.sharedVpc,
  },
  ...existingFields,
  ...managedFields,
];
