import { flag, integer, listOf, objectOf, optional, text, word } from '../../shared/schema.ts';
import { labelMap, quantity, subdomain } from '../platform-fields.ts';

const classMapping = objectOf('StorageClassMappingInput', {
  infra: subdomain('Class on the management cluster.'),
  guest: subdomain('Class in the cluster.'),
  group: optional(
    text('^[0-9A-Za-z]([-0-9A-Za-z_.]*[0-9A-Za-z])?$', {
      maxLength: 63,
      hint: 'a word of letters, digits, hyphens, dots and underscores',
      description: 'Storage and snapshot classes of one group work together.',
    }),
  ),
});

export const kubevirtSchema = objectOf(
  'KubevirtPlatformInput',
  {
    storageClassMappings: optional(
      listOf(classMapping, { maxItems: 32, description: 'Storage classes handed through.' }),
    ),
    volumeSnapshotClassMappings: optional(
      listOf(classMapping, { maxItems: 32, description: 'Snapshot classes handed through.' }),
    ),
  },
  'Settings of KubeVirt; may be empty.',
);

const hostDevice = objectOf('HostDeviceInput', {
  name: text('^[0-9A-Za-z][0-9A-Za-z._/-]*$', { maxLength: 253, hint: 'the name of a device' }),
  count: optional(integer(1, 64, 'How many; one when absent.')),
});

/** Machine settings of a node pool. */
export const kubevirtNodePoolFields = {
  cores: integer(1, 512, 'kubevirt.'),
  memory: quantity('kubevirt.'),
  qosClass: word(['Burstable', 'Guaranteed'], 'kubevirt.'),
  networkMultiqueue: word(['Enable', 'Disable'], 'kubevirt.'),
  additionalNetworks: listOf(
    text('^[a-z0-9][-a-z0-9.]*/[a-z0-9][-a-z0-9.]*$', {
      maxLength: 317,
      hint: 'a network as namespace/name',
    }),
    { maxItems: 16, description: 'kubevirt.' },
  ),
  attachDefaultNetwork: flag('kubevirt.'),
  nodeSelector: labelMap('kubevirt: nodes of the management cluster for the machines.'),
  hostDevices: listOf(hostDevice, { maxItems: 16, description: 'kubevirt.' }),
};

export const kubevirtRootVolumeFields = {
  sizeGiB: integer(8, 65_536, 'Size in GiB.'),
  storageClass: subdomain('kubevirt: storage class on the management cluster.'),
  accessModes: listOf(word(['ReadWriteOnce', 'ReadWriteMany', 'ReadOnly', 'ReadWriteOncePod']), {
    maxItems: 4,
    description: 'kubevirt.',
  }),
  volumeMode: word(['Block', 'Filesystem'], 'kubevirt.'),
  cacheStrategy: word(['None', 'PVC'], 'kubevirt: whether the image is kept on the management cluster.'),
};
