import { flag, integer, listOf, objectOf, optional, text, word } from '../../shared/schema.ts';
import { credentialId, dnsLabel, labelMap, quantity, subdomain } from '../platform-fields.ts';

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
    externalInfrastructure: optional(
      objectOf(
        'KubevirtExternalInfrastructureInput',
        {
          credentialId: credentialId('Credential of kind kubeconfig.'),
          namespace: dnsLabel(63, 'Namespace of the virtual machines there.', 'payments-machines'),
        },
        'Cluster with the virtual machines; the management cluster itself when absent.',
      ),
    ),
    storageDriver: optional(
      word(
        ['default', 'none'],
        'Which storage classes the cluster gets when no mapping is given: the default one of the infrastructure, or none.',
      ),
    ),
    storageClassMappings: optional(
      listOf(classMapping, { maxItems: 50, description: 'Storage classes handed through.' }),
    ),
    volumeSnapshotClassMappings: optional(
      listOf(classMapping, { maxItems: 50, description: 'Snapshot classes handed through.' }),
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
      maxLength: 255,
      hint: 'a network as namespace/name',
    }),
    { maxItems: 20, description: 'kubevirt.' },
  ),
  attachDefaultNetwork: flag('kubevirt.'),
  nodeSelector: labelMap('kubevirt: nodes of the management cluster for the machines.'),
  hostDevices: listOf(hostDevice, { maxItems: 10, description: 'kubevirt.' }),
};

export const kubevirtRootVolumeFields = {
  sizeGiB: integer(8, 65_536, 'Size in GiB.'),
  storageClass: subdomain('kubevirt: storage class on the management cluster.'),
  accessModes: listOf(word(['ReadWriteOnce', 'ReadWriteMany', 'ReadOnly', 'ReadWriteOncePod']), {
    maxItems: 4,
    description: 'kubevirt.',
  }),
  volumeMode: word(['Block', 'Filesystem'], 'kubevirt.'),
  containerDiskImage: text('^[0-9A-Za-z][0-9A-Za-z._:/@-]*$', {
    maxLength: 2048,
    hint: 'an image of a registry',
    description: 'kubevirt: image with the disk that machines start from; that of the release when absent.',
  }),
  cacheStrategy: word(['None', 'PVC'], 'kubevirt: whether the image is kept on the management cluster.'),
};
