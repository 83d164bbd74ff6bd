import { flag, listOf, objectOf, optional, text, word } from '../../shared/schema.ts';
import { credentialId } from '../platform-fields.ts';
import { keyArnField, roleArnField, tagsField } from './aws-fields.ts';
import { awsInfrastructureSchema } from './aws-infrastructure-schema.ts';

export const awsSchema = objectOf(
  'AwsPlatformInput',
  {
    region: text('^[a-z]{2,4}(-[a-z0-9]+)+$', {
      maxLength: 32,
      hint: 'a region such as eu-west-1',
      description: 'AWS region.',
      examples: ['eu-west-1'],
    }),
    credentialId: optional(
      credentialId(
        'Role that Berth assumes: a credential of kind awsRole. Needed for managed infrastructure; existing infrastructure is only read with it.',
      ),
    ),
    endpointAccess: optional(
      word(
        ['public', 'publicAndPrivate', 'private'],
        'From where the API server is reached; public when absent.',
      ),
    ),
    multiArch: optional(flag('Whether node pools may have other architectures.')),
    infrastructure: awsInfrastructureSchema,
    tags: optional(tagsField('Tags of every AWS resource of the cluster.')),
    additionalAllowedPrincipals: optional(
      listOf(
        text('^arn:aws[a-z-]*:iam::[0-9]{12}:[0-9A-Za-z_+=,.@/-]+$', {
          maxLength: 255,
          hint: 'the ARN of a principal',
        }),
        { maxItems: 25, description: 'Further principals that may connect to the endpoint service.' },
      ),
    ),
    terminationHandlerQueueUrl: optional(
      text('^https://sqs\\.[0-9a-z.-]+/[0-9]{12}/[0-9A-Za-z_-]+(\\.fifo)?$', {
        maxLength: 512,
        hint: 'the URL of an SQS queue',
        description: 'Queue with the interruption notices of spot machines.',
        examples: ['https://sqs.eu-west-1.amazonaws.com/123456789012/interruptions'],
      }),
    ),
  },
  'Settings of AWS.',
);

export const awsEncryptionSchema = objectOf('AwsKmsInput', {
  keyArn: keyArnField('Key that encrypts.'),
  roleArn: optional(roleArnField('Role that may use the key; with existing infrastructure only.')),
});
