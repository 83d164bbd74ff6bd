import { type ImmutablePlatformField, platformBlock } from '../platform-rules.ts';

const stays = 'A cluster stays where it was made.';

/** Documented by HyperShift as fixed; most of it is not enforced there. */
export const awsImmutableFields: readonly ImmutablePlatformField[] = [
  { pointer: '/region', reason: stays, read: (spec) => platformBlock(spec, 'aws').aws.region },
  {
    pointer: '/endpointAccess',
    reason: 'The endpoints of a public cluster and of a private one are made differently.',
    instead: 'publicAndPrivate and private can be changed into each other; for public make another cluster.',
    read: (spec) => (platformBlock(spec, 'aws').aws.endpointAccess ?? 'public') === 'public',
  },
  {
    pointer: '/infrastructure/vpcId',
    reason: stays,
    read: (spec) => platformBlock(spec, 'aws').aws.infrastructure.vpcId,
  },
  {
    pointer: '/infrastructure/infraId',
    reason: 'Cloud resources are named and tagged with it.',
    read: (spec, infraId) => platformBlock(spec, 'aws').aws.infrastructure.infraId ?? infraId,
  },
  {
    pointer: '/infrastructure/issuerUrl',
    reason: 'Every service-account token of the cluster carries it.',
    read: (spec) => platformBlock(spec, 'aws').aws.infrastructure.issuerUrl,
  },
];
