import { Type } from 'typebox';
import { LabelMap } from '../shared/label-map.ts';
import { Duration, Id, Instant, Text, TrustBundle, Version } from '../shared/text.ts';
import {
  ClusterAutoscaling,
  ClusterConfiguration,
  ClusterMonitoring,
  ClusterUpdates,
} from './configuration-schema.ts';
import { ClusterControlPlane, ClusterEncryption } from './control-plane-schema.ts';
import { ClusterDns, ClusterNetwork, ClusterPublishing } from './network-schema.ts';
import { ClusterPlatform } from './platform-schema.ts';

const closed = { additionalProperties: false } as const;

const Channel = Type.Object(
  {
    channel: Text('^[a-z0-9][-a-z0-9.]*$', {
      maxLength: 64,
      hint: 'a channel such as stable-4.20',
      description: 'The newest release of this channel, resolved at once and recorded.',
      examples: ['stable-4.20'],
    }),
  },
  { ...closed, title: 'ChannelInput' },
);

const CapabilityNames = Type.Array(
  Text('^[A-Za-z][0-9A-Za-z]*$', { maxLength: 64, hint: 'the name of a capability' }),
  { maxItems: 32 },
);

const Registry = (description: string) =>
  Text('^[0-9A-Za-z][0-9A-Za-z._:/@-]*$', {
    maxLength: 255,
    hint: 'a registry, with or without a path',
    description,
  });

/** The members of a cluster's spec, apart from what only a create may have. */
export const clusterSpecMembers = {
  version: Type.Union([Version('Exact version.'), Channel], {
    description: 'An exact version of the catalogue, or a channel.',
  }),
  platform: ClusterPlatform,
  dns: Type.Optional(ClusterDns),
  network: Type.Optional(ClusterNetwork),
  publishing: Type.Optional(ClusterPublishing),
  controlPlane: Type.Optional(ClusterControlPlane),
  encryption: Type.Optional(ClusterEncryption),
  pullSecretCredentialId: Id('credential', 'Credential of kind pullSecret.'),
  sshPublicKey: Type.Optional(
    Text('^(ssh|ecdsa|sk)-[0-9A-Za-z@.-]+ [0-9A-Za-z+/]+={0,3}( [ -~]*)?$', {
      maxLength: 16_384,
      hint: 'a public key in the form of authorized_keys',
      description: 'Key for the user core on the nodes.',
      examples: [
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8m9Qm2c9v3n2u1y0k7y1mJm0Yk3m5q2l8R1t4v6x7z ops@example.org',
      ],
    }),
  ),
  configuration: Type.Optional(ClusterConfiguration),
  autoscaling: Type.Optional(ClusterAutoscaling),
  autoNode: Type.Optional(
    Type.Object(
      { provisioner: Type.Literal('karpenter') },
      {
        ...closed,
        title: 'ClusterAutoNodeInput',
        description: 'aws: machines that come and go with the pods that need them.',
      },
    ),
  ),
  capabilities: Type.Optional(
    Type.Object(
      { enabled: Type.Optional(CapabilityNames), disabled: Type.Optional(CapabilityNames) },
      { ...closed, title: 'ClusterCapabilitiesInput' },
    ),
  ),
  additionalTrustBundle: Type.Optional(TrustBundle('Further certificate authorities (PEM).')),
  imageContentSources: Type.Optional(
    Type.Array(
      Type.Object(
        {
          source: Registry('What is mirrored.'),
          mirrors: Type.Array(Registry('A mirror.'), { minItems: 1, maxItems: 255 }),
        },
        { ...closed, title: 'ImageContentSourceInput' },
      ),
      { maxItems: 255 },
    ),
  ),
  monitoring: Type.Optional(ClusterMonitoring),
  updates: Type.Optional(ClusterUpdates),
  openshiftId: Type.Optional(
    Text('^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', {
      maxLength: 36,
      hint: 'a UUID',
      description:
        "UUID by which OpenShift's own services know the cluster; chosen by HyperShift when absent.",
    }),
  ),
  paused: Type.Optional(Type.Boolean({ description: 'Nothing is reconciled while this is true.' })),
  pausedUntil: Type.Optional(Instant('Nothing is reconciled until then; instead of `paused`.')),
  deletionGracePeriod: Type.Optional(
    Duration('How long a deletion waits, after everything of the cluster is gone, before it ends.'),
  ),
  deletionProtection: Type.Optional(Type.Boolean({ description: 'A delete is refused while this is true.' })),
  placement: Type.Optional(
    Type.Object(
      { labels: Type.Optional(LabelMap('Labels that the management cluster must have.')) },
      { ...closed, title: 'ClusterPlacementInput' },
    ),
  ),
} as const;

/** What the user wants of a cluster, as it is stored. */
export const ClusterSpec = Type.Object(clusterSpecMembers, {
  ...closed,
  title: 'ClusterSpecInput',
  description: 'What the user wants of the cluster.',
});
