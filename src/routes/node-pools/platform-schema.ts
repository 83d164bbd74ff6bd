import { Type } from 'typebox';
import { InstanceProfile, KmsKeyArn } from '../shared/aws-names.ts';
import { LabelMap } from '../shared/label-map.ts';
import { Quantity, Subdomain, Text, Word } from '../shared/text.ts';

const closed = { additionalProperties: false } as const;

const RootVolume = Type.Object(
  {
    sizeGiB: Type.Optional(Type.Integer({ minimum: 8, maximum: 65_536, description: 'Size in GiB.' })),
    type: Type.Optional(
      Text('^[a-z0-9]+$', { maxLength: 32, hint: 'a volume type such as gp3', description: 'aws.' }),
    ),
    iops: Type.Optional(Type.Integer({ minimum: 100, maximum: 256_000, description: 'aws.' })),
    kmsKeyArn: Type.Optional(KmsKeyArn('aws.')),
    storageClass: Type.Optional(Subdomain('kubevirt: storage class on the management cluster.')),
    accessModes: Type.Optional(
      Type.Array(Word(['ReadWriteOnce', 'ReadWriteMany', 'ReadOnly', 'ReadWriteOncePod']), {
        maxItems: 4,
        description: 'kubevirt.',
      }),
    ),
    volumeMode: Type.Optional(Word(['Block', 'Filesystem'], 'kubevirt.')),
    cacheStrategy: Type.Optional(
      Word(['None', 'PVC'], 'kubevirt: whether the image is kept on the management cluster.'),
    ),
  },
  { ...closed, title: 'RootVolumeInput' },
);

const HostDevice = Type.Object(
  {
    name: Text('^[0-9A-Za-z][0-9A-Za-z._/-]*$', { maxLength: 253, hint: 'the name of a device' }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
  },
  { ...closed, title: 'HostDeviceInput' },
);

/** Machine settings; which of them a platform has is checked when the request is admitted. */
export const NodePoolPlatform = Type.Object(
  {
    instanceType: Type.Optional(
      Text('^[a-z0-9][a-z0-9.-]*$', {
        maxLength: 64,
        hint: 'an instance type such as m6i.xlarge',
        description: 'aws.',
        examples: ['m6i.xlarge'],
      }),
    ),
    instanceProfile: Type.Optional(InstanceProfile('aws.')),
    rootVolume: Type.Optional(RootVolume),
    cores: Type.Optional(Type.Integer({ minimum: 1, maximum: 512, description: 'kubevirt.' })),
    memory: Type.Optional(Quantity('kubevirt.')),
    qosClass: Type.Optional(Word(['Burstable', 'Guaranteed'], 'kubevirt.')),
    networkMultiqueue: Type.Optional(Word(['Enable', 'Disable'], 'kubevirt.')),
    additionalNetworks: Type.Optional(
      Type.Array(
        Text('^[a-z0-9][-a-z0-9.]*/[a-z0-9][-a-z0-9.]*$', {
          maxLength: 317,
          hint: 'a network as namespace/name',
        }),
        { maxItems: 16, description: 'kubevirt.' },
      ),
    ),
    attachDefaultNetwork: Type.Optional(Type.Boolean({ description: 'kubevirt.' })),
    nodeSelector: Type.Optional(LabelMap('kubevirt: nodes of the management cluster for the machines.')),
    hostDevices: Type.Optional(Type.Array(HostDevice, { maxItems: 16, description: 'kubevirt.' })),
    agentLabelSelector: Type.Optional(
      Type.Object(
        { matchLabels: Type.Optional(LabelMap('Labels that an Agent must have.')) },
        { ...closed, title: 'AgentLabelSelectorInput', description: 'agent.' },
      ),
    ),
  },
  {
    ...closed,
    title: 'NodePoolPlatformInput',
    description: 'Machine settings of the platform of the cluster.',
  },
);
