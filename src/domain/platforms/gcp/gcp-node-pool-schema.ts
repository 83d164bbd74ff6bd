import { listOf, objectOf, optional, text, word } from '../../shared/schema.ts';
import { awsNodePoolFields, awsRootVolumeFields } from '../aws/aws-node-pool-schema.ts';
import * as format from './gcp-formats.ts';
import { labels } from './gcp-schema.ts';

/** Machine settings of a node pool. */
export const gcpNodePoolFields = {
  instanceType: awsNodePoolFields.instanceType,
  bootImage: text('^[A-Za-z0-9][A-Za-z0-9_.:/-]*$', {
    maxLength: 2048,
    hint: 'an image: projects/PROJECT/global/images/NAME',
    description: 'gcp: boot image of the machines; that of the release when absent.',
    examples: ['projects/rhcos-cloud/global/images/rhcos-420-gcp-x86-64'],
  }),
  networkTags: listOf(
    text(format.resourceName, {
      maxLength: 63,
      hint: 'a network tag: lower-case letters, digits and hyphens, starting with a letter',
    }),
    { maxItems: 64, description: 'gcp: network tags of the machines, for firewall rules.' },
  ),
  resourceLabels: labels('gcp: labels of the machines and their disks, besides those of the cluster.'),
  provisioningModel: word(
    ['Standard', 'Spot', 'Preemptible'],
    'gcp: how machines are bought; Spot and Preemptible may be taken away.',
  ),
  onHostMaintenance: word(
    ['MIGRATE', 'TERMINATE'],
    'gcp: what becomes of a machine when its host is serviced.',
  ),
  machineServiceAccount: objectOf(
    'GcpMachineServiceAccountInput',
    {
      email: optional(
        text(format.serviceAccountEmail, {
          maxLength: 85,
          minLength: 37,
          hint: 'the email of a service account',
        }),
      ),
      scopes: optional(
        listOf(
          text('^https://www\\.googleapis\\.com/auth/[a-z0-9._-]+$', {
            maxLength: 512,
            hint: 'a scope such as https://www.googleapis.com/auth/cloud-platform',
          }),
          { maxItems: 50, description: 'Scopes of its tokens.' },
        ),
      ),
    },
    'gcp: service account that the machines themselves act as.',
  ),
};

export const gcpRootVolumeFields = {
  sizeGiB: awsRootVolumeFields.sizeGiB,
  type: awsRootVolumeFields.type,
  kmsKeyName: text(format.kmsKeyName, {
    maxLength: 2048,
    hint: 'projects/PROJECT/locations/LOCATION/keyRings/RING/cryptoKeys/KEY',
    description: 'gcp: key of Cloud KMS that encrypts the volume.',
  }),
};
