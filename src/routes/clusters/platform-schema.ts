import { Type } from 'typebox';
import type { PlatformType } from '../../domain/cluster/cluster-spec.ts';
import { TaggedUnion } from '../shared/tagged-union.ts';
import { DnsLabel, Subdomain, Text } from '../shared/text.ts';
import { AwsPlatform } from './aws-platform-schema.ts';

const StorageClassMapping = Type.Object(
  {
    infra: Subdomain('Class on the management cluster.'),
    guest: Subdomain('Class in the cluster.'),
    group: Type.Optional(
      Text('^[0-9A-Za-z]([-0-9A-Za-z_.]*[0-9A-Za-z])?$', {
        maxLength: 63,
        hint: 'a word of letters, digits, hyphens, dots and underscores',
        description: 'Storage and snapshot classes of one group work together.',
      }),
    ),
  },
  { additionalProperties: false, title: 'StorageClassMappingInput' },
);

const KubevirtPlatform = Type.Object(
  {
    storageClassMappings: Type.Optional(
      Type.Array(StorageClassMapping, { maxItems: 32, description: 'Storage classes handed through.' }),
    ),
    volumeSnapshotClassMappings: Type.Optional(
      Type.Array(StorageClassMapping, { maxItems: 32, description: 'Snapshot classes handed through.' }),
    ),
  },
  {
    additionalProperties: false,
    title: 'KubevirtPlatformInput',
    description: 'Settings of KubeVirt; may be empty.',
  },
);

const AgentPlatform = Type.Object(
  { namespace: DnsLabel(63, 'Namespace of the Agents on the management cluster.', 'lab-agents') },
  {
    additionalProperties: false,
    title: 'AgentPlatformInput',
    description: 'Settings of bare metal by Agents.',
  },
);

const NonePlatform = Type.Unsafe<Record<string, never>>({
  type: 'object',
  properties: {},
  additionalProperties: false,
  title: 'NonePlatformInput',
  description: 'No settings: the caller brings the machines.',
});

/** The block of each platform, as it stands under `spec.platform`. */
export const platformBlocks = {
  aws: AwsPlatform,
  kubevirt: KubevirtPlatform,
  agent: AgentPlatform,
  none: NonePlatform,
} satisfies Record<PlatformType, object>;

const closed = { additionalProperties: false } as const;

/** Exactly the member that `type` names. */
export const ClusterPlatform = TaggedUnion(
  'type',
  [
    Type.Object(
      { type: Type.Literal('aws'), aws: AwsPlatform },
      { ...closed, title: 'ClusterPlatformAwsInput' },
    ),
    Type.Object(
      { type: Type.Literal('kubevirt'), kubevirt: KubevirtPlatform },
      { ...closed, title: 'ClusterPlatformKubevirtInput' },
    ),
    Type.Object(
      { type: Type.Literal('agent'), agent: AgentPlatform },
      { ...closed, title: 'ClusterPlatformAgentInput' },
    ),
    Type.Object(
      { type: Type.Literal('none'), none: NonePlatform },
      { ...closed, title: 'ClusterPlatformNoneInput' },
    ),
  ] as const,
  {
    title: 'ClusterPlatformInput',
    description: 'Where the machines are: `type` and the one member that it names.',
  },
);
