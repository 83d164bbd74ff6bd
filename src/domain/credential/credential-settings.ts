import { objectOf, optional, type Schema, text, type ValueOf } from '../shared/schema.ts';
import type { CredentialKind } from './credential.ts';

const uuid = (description: string): Schema<string> =>
  text('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', {
    maxLength: 36,
    hint: 'a UUID in lower case',
    description,
    examples: ['8c2f1a34-5b6d-4e7f-8091-a2b3c4d5e6f7'],
  });

/** Path and name as IAM has them: at most 512 and 64 characters, and no longer path than people can read. */
const rolePattern =
  '^arn:aws(-cn|-us-gov|-iso|-iso-b|-iso-e|-iso-f|-eusc)?:iam::[0-9]{12}:role/([A-Za-z0-9+=,.@_-]{1,64}/){0,8}[A-Za-z0-9+=,.@_-]{1,64}$';

const awsRole = objectOf('AwsRoleCredentialInput', {
  roleArn: text(rolePattern, {
    maxLength: 700,
    hint: 'the ARN of an IAM role',
    description: 'Role that Berth assumes. It may be made afterwards, from `GET …/setup`.',
    examples: ['arn:aws:iam::123456789012:role/berth'],
  }),
});

const azureFederated = objectOf('AzureFederatedCredentialInput', {
  tenantId: uuid('Directory of the application.'),
  clientId: uuid('Application (client) id.'),
  subscriptionId: uuid('Subscription that clusters are made in.'),
});

const poolPart = (what: string, example: string): Schema<string> =>
  text('^(?!gcp-)[a-z0-9-]{4,32}$', {
    maxLength: 32,
    hint: '4 to 32 lower-case letters, digits and hyphens, not starting with gcp-',
    description: `Id of the ${what}. It may be made afterwards, from \`GET …/setup\`.`,
    examples: [example],
  });

const gcpWorkloadIdentity = objectOf('GcpWorkloadIdentityCredentialInput', {
  projectNumber: text('^[1-9][0-9]{5,18}$', {
    maxLength: 19,
    hint: 'the number of a project, in digits',
    description: 'Number of the project that has the pool.',
    examples: ['123456789012'],
  }),
  poolId: poolPart('workload identity pool', 'berth'),
  providerId: poolPart('provider in the pool', 'berth'),
  serviceAccountEmail: text(
    '^[a-z][a-z0-9-]{4,28}[a-z0-9]@[a-z][a-z0-9-]{4,28}[a-z0-9]\\.iam\\.gserviceaccount\\.com$',
    {
      maxLength: 86,
      hint: 'the address of a service account, NAME@PROJECT.iam.gserviceaccount.com',
      description: 'Service account that Berth acts as, in the project that clusters are made in.',
      examples: ['berth-clusters@acme-clusters.iam.gserviceaccount.com'],
    },
  ),
});

const openstackClouds = objectOf('OpenstackCloudsCredentialInput', {
  cloud: optional(
    text('^[A-Za-z0-9][A-Za-z0-9_.-]*$', {
      maxLength: 64,
      hint: 'letters, digits, hyphens, dots and underscores',
      description: 'Which cloud of the clouds.yaml it is; `openstack` when absent.',
      examples: ['openstack'],
    }),
  ),
});

/** Settings that a user may give with each kind; kinds that are not here are nothing but their value. */
export const credentialSettings = {
  awsRole,
  azureFederated,
  gcpWorkloadIdentity,
  openstackClouds,
} as const satisfies Partial<Record<CredentialKind, Schema<unknown>>>;

export type AwsRoleInput = ValueOf<typeof awsRole>;
/** As stored. The external id is Berth's own choice: whoever could choose it could have Berth assume somebody else's role. */
export type AwsRoleSettings = AwsRoleInput & { readonly externalId: string };
export type AzureFederatedSettings = ValueOf<typeof azureFederated>;
export type GcpWorkloadIdentitySettings = ValueOf<typeof gcpWorkloadIdentity>;
export type OpenstackCloudsInput = ValueOf<typeof openstackClouds>;

const defaultCloud = 'openstack';

export const cloudNameOf = ({ cloud }: OpenstackCloudsInput): string => cloud ?? defaultCloud;

/** The twelve digits of the account that a role is in. */
export const accountOfRole = (roleArn: string): string => roleArn.split(':')[4] ?? '';
