import {
  listOf,
  literal,
  objectOf,
  optional,
  taggedUnion,
  text,
  textMap,
  word,
} from '../../shared/schema.ts';
import { cidr, credentialId, dnsLabel } from '../platform-fields.ts';
import * as format from './gcp-formats.ts';

const name = (description: string, example: string) =>
  text(format.resourceName, {
    maxLength: 63,
    hint: 'a name: lower-case letters, digits and hyphens, starting with a letter',
    description,
    examples: [example],
  });

const zone = text(format.zoneName, {
  maxLength: 63,
  hint: 'a zone such as europe-west1-b',
  examples: ['europe-west1-b'],
});

const projectNumber = (description: string) =>
  text(format.projectNumber, {
    maxLength: 25,
    hint: 'the number of a project',
    description,
    examples: ['123456789012'],
  });

const poolId = (description: string, example: string) =>
  text(format.poolId, {
    maxLength: 32,
    minLength: 4,
    hint: '4 to 32 lower-case letters, digits and hyphens, not starting with gcp-',
    description,
    examples: [example],
  });

const email = (description: string) =>
  text(format.serviceAccountEmail, {
    maxLength: 85,
    minLength: 37,
    hint: 'the email of a service account',
    description,
    examples: ['payments-nodes@acme-clusters.iam.gserviceaccount.com'],
  });

export const labels = (description: string) =>
  textMap({
    keyPattern: format.labelKey,
    keyHint:
      'a label key: lower-case letters, digits, underscores and hyphens, starting with a letter and not with goog',
    maxKeyLength: 63,
    valuePattern: format.labelValue,
    valueHint:
      'a label value: empty, or lower-case letters, digits, underscores and hyphens, starting with a letter',
    maxValueLength: 63,
    maxProperties: 60,
    description,
  });

const serviceAccounts = objectOf(
  'GcpServiceAccountsInput',
  {
    nodePool: email('Service account of Cluster API, which makes the machines.'),
    controlPlane: email('Service account of the control plane operator.'),
    cloudController: email('Service account of the cloud controller manager.'),
    storage: email('Service account of the CSI driver of persistent disks.'),
    imageRegistry: email('Service account of the image registry operator.'),
    network: email('Service account of the cloud network config controller.'),
  },
  'Service accounts of the cluster, six different ones of its project.',
);

const existing = objectOf(
  'GcpExistingInfrastructureInput',
  {
    mode: literal('existing', 'The caller made the infrastructure.'),
    infraId: optional(dnsLabel(27, 'Prefix of cloud names; made by Berth when absent.', 'payments-x7k2p')),
    network: name('VPC network of the machines.', 'payments-network'),
    privateServiceConnectSubnet: name(
      'Subnet of the private endpoint, and of machines whose pool names no other.',
      'payments-subnet',
    ),
    workloadIdentity: objectOf(
      'GcpWorkloadIdentityInput',
      {
        projectNumber: projectNumber('Number of the project, not its id.'),
        poolId: poolId('Workload identity pool.', 'payments-pool'),
        providerId: poolId('Provider of the pool that trusts the issuer of the cluster.', 'payments-k8s'),
      },
      'What turns tokens of the cluster into tokens of Google.',
    ),
    serviceAccounts,
    issuerUrl: optional(
      text(format.issuerUrl, {
        maxLength: 255,
        hint: 'an https URL without query and fragment',
        description: 'OIDC issuer that the provider trusts.',
        examples: ['https://oidc.example.org/payments'],
      }),
    ),
    serviceAccountSigningKeyCredentialId: optional(
      credentialId('Private key behind the issuer: a credential of kind signingKey.'),
    ),
  },
  'Network and identities that the caller made before; Berth only refers to them.',
);

const managed = objectOf(
  'GcpManagedInfrastructureInput',
  {
    mode: literal('managed', 'Berth makes the infrastructure, and takes it away with the cluster.'),
    zones: optional(
      listOf(zone, {
        minItems: 1,
        maxItems: 8,
        description: 'Zones of the machines; the first is that of pools that name none.',
      }),
    ),
    subnetCidr: optional(cidr('IPv4 range of the subnet; 10.0.0.0/24 when absent.')),
    projectNumber: optional(projectNumber('Number that the project must have: a guard.')),
  },
  'Network and identities that Berth makes.',
);

export const gcpSchema = objectOf(
  'GcpPlatformInput',
  {
    project: text(format.projectId, {
      maxLength: 30,
      minLength: 6,
      hint: 'the id of a project: 6 to 30 lower-case letters, digits and hyphens',
      description: 'Project, by its id.',
      examples: ['acme-clusters'],
    }),
    region: text(format.regionName, {
      maxLength: 63,
      hint: 'a region such as europe-west1',
      description: 'Region.',
      examples: ['europe-west1'],
    }),
    credentialId: optional(
      credentialId('Credential of kind gcpWorkloadIdentity; needed for managed infrastructure.'),
    ),
    endpointAccess: optional(
      word(['private', 'publicAndPrivate'], 'From where the API server is reached; private when absent.'),
    ),
    infrastructure: taggedUnion(
      'mode',
      [existing, managed],
      'GcpInfrastructureInput',
      'Who makes network and identities.',
    ),
    resourceLabels: optional(labels('Labels of what the operators make for the cluster.')),
  },
  'Settings of Google Cloud.',
);
