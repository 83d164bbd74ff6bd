import { type Schema, text, textMap } from '../../shared/schema.ts';

/** Forms that several schemas of AWS share. Admission is stricter, and says more. */
export const roleArnField = (description: string): Schema<string> =>
  text('^arn:aws[a-z-]*:iam::[0-9]{12}:role/[0-9A-Za-z_+=,.@/-]+$', {
    maxLength: 600,
    hint: 'the ARN of an IAM role',
    description,
    examples: ['arn:aws:iam::123456789012:role/payments-ingress'],
  });

export const policyArnField = (description: string): Schema<string> =>
  text('^arn:aws[a-z-]*:iam::([0-9]{12}|aws):policy/[0-9A-Za-z_+=,.@/-]+$', {
    maxLength: 600,
    hint: 'the ARN of an IAM policy',
    description,
    examples: ['arn:aws:iam::123456789012:policy/clusters-boundary'],
  });

export const keyArnField = (description: string): Schema<string> =>
  text('^arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:(key|alias)/[0-9A-Za-z/_-]+$', {
    maxLength: 600,
    hint: 'the ARN of a KMS key',
    description,
    examples: ['arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab'],
  });

/** `vpc-0a1b2c3d4e5f60718` and the like. */
export const resourceIdField = (prefix: string, what: string, description: string): Schema<string> =>
  text(`^${prefix}-[0-9a-z]+$`, {
    maxLength: 40,
    hint: `the id of ${what}, such as ${prefix}-0a1b2c3d4e5f60718`,
    description,
    examples: [`${prefix}-0a1b2c3d4e5f60718`],
  });

export const zoneField: Schema<string> = text('^[a-z0-9-]+$', {
  maxLength: 64,
  hint: 'an availability zone such as eu-west-1a',
  description: 'Availability zone.',
  examples: ['eu-west-1a'],
});

export const hostedZoneIdField = (description: string): Schema<string> =>
  text('^[A-Z0-9]+$', {
    maxLength: 32,
    hint: 'the id of a Route 53 hosted zone',
    description,
    examples: ['Z0123456789ABCDEFGHIJ'],
  });

export const instanceProfileField = (description: string): Schema<string> =>
  text('^[0-9A-Za-z_+=,.@-]+$', { maxLength: 128, hint: 'the name of an instance profile', description });

export const tagsField = (description: string): Schema<Readonly<Record<string, string>>> =>
  textMap({
    keyPattern: '^[0-9A-Za-z_.:/=+@-]+$',
    keyHint: 'a tag key: letters, digits and _ . : / = + - @',
    maxKeyLength: 128,
    valuePattern: '^[0-9A-Za-z_.:/=+@-]+$',
    valueHint: 'a tag value: letters, digits and _ . : / = + - @',
    maxValueLength: 256,
    maxProperties: 25,
    description,
  });
