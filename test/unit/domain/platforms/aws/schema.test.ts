import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { awsExamples } from '../../../../../src/domain/platforms/aws/aws-examples.ts';
import {
  awsNodePoolFields,
  awsRootVolumeFields,
} from '../../../../../src/domain/platforms/aws/aws-node-pool-schema.ts';
import { type awsEncryptionSchema, awsSchema } from '../../../../../src/domain/platforms/aws/aws-schema.ts';
import type {
  AwsEncryption,
  AwsNodePool,
  AwsPlatform,
  AwsRootVolume,
} from '../../../../../src/domain/platforms/aws/aws-spec.ts';
import type { JsonSchema, Schema, ValueOf } from '../../../../../src/domain/shared/schema.ts';
import { credentialId, existingSpec, keyArn, managedSpec, roleArn, sharedVpc } from './aws-samples.ts';

const isTaken = (schema: JsonSchema, value: unknown): boolean =>
  new Ajv2020({ strict: false, discriminator: true }).validate(schema, value);

const blockOf = (spec: ReturnType<typeof existingSpec>): unknown =>
  spec.platform.type === 'aws' ? spec.platform.aws : undefined;

type FieldsOf<Fields> = {
  readonly [Name in keyof Fields]?: Fields[Name] extends Schema<infer V> ? V : never;
};

describe('the schemas of aws', () => {
  test('say the same as the types', () => {
    expectTypeOf<ValueOf<typeof awsSchema>>().toExtend<AwsPlatform>();
    expectTypeOf<AwsPlatform>().toExtend<ValueOf<typeof awsSchema>>();
    expectTypeOf<ValueOf<typeof awsEncryptionSchema>>().toExtend<AwsEncryption>();
    expectTypeOf<AwsEncryption>().toExtend<ValueOf<typeof awsEncryptionSchema>>();
    expectTypeOf<FieldsOf<typeof awsNodePoolFields>>().toExtend<AwsNodePool>();
    expectTypeOf<AwsNodePool>().toExtend<FieldsOf<typeof awsNodePoolFields>>();
    expectTypeOf<keyof AwsNodePool>().toEqualTypeOf<keyof typeof awsNodePoolFields>();
    expectTypeOf<FieldsOf<typeof awsRootVolumeFields>>().toExtend<AwsRootVolume>();
    expectTypeOf<keyof AwsRootVolume>().toEqualTypeOf<keyof typeof awsRootVolumeFields>();
  });

  test.each([
    ['the example', awsExamples.cluster],
    ['existing infrastructure', blockOf(existingSpec())],
    [
      'everything of existing infrastructure',
      blockOf(
        existingSpec(
          {
            infraId: 'payments-x7k2p',
            instanceProfile: 'workers',
            serviceAccountSigningKeyCredentialId: credentialId,
            karpenterRoleArn: roleArn('karpenter'),
            sharedVpc,
            publicOnly: true,
          },
          {
            credentialId,
            endpointAccess: 'private',
            multiArch: true,
            tags: { team: 'a' },
            additionalAllowedPrincipals: ['arn:aws:iam::123456789012:root'],
            terminationHandlerQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/q',
          },
        ),
      ),
    ],
    [
      'everything of managed infrastructure',
      blockOf(
        managedSpec({
          machineCidr: '10.0.0.0/16',
          natGateways: 'single',
          publicOnly: false,
          egress: 'natGateway',
          permissionsBoundaryArn: 'arn:aws:iam::aws:policy/PowerUserAccess',
          rosaManagedPolicies: true,
          sharedVpc: { vpcOwnerCredentialId: credentialId, privateZonesInClusterAccount: true },
        }),
      ),
    ],
  ])('take %s', (_, block) => {
    expect(isTaken(awsSchema, block)).toBe(true);
  });

  test.each([
    ['a mode that there is not', { mode: 'adopted', zones: ['eu-west-1a'] }],
    ['zones of existing infrastructure', { ...awsExamples.cluster.infrastructure, zones: ['eu-west-1a'] }],
    ['no zones', { mode: 'managed' }],
    ['nine zones', { mode: 'managed', zones: Array.from({ length: 9 }, () => 'eu-west-1a') }],
    [
      'another credential than an id',
      { mode: 'managed', zones: ['eu-west-1a'], sharedVpc: { vpcOwnerCredentialId: 'x' } },
    ],
  ])('refuse %s', (_, infrastructure) => {
    expect(isTaken(awsSchema, { region: 'eu-west-1', infrastructure })).toBe(false);
  });

  test('take every setting of a pool', () => {
    const nodePool = { type: 'object', properties: awsNodePoolFields, additionalProperties: false };
    const settings = {
      instanceType: 'm6i.xlarge',
      instanceProfile: 'workers',
      securityGroupIds: ['sg-0123456789abcdef0'],
      amiId: 'ami-0123456789abcdef0',
      imageType: 'linux',
      tenancy: 'default',
      marketType: 'spot',
      spotMaxPrice: '0.25',
      capacityReservation: { id: 'cr-0123456789abcdef0', preference: 'open' },
      tags: { team: 'a' },
    };
    expect(Object.keys(settings).sort()).toEqual(Object.keys(awsNodePoolFields).sort());
    expect(isTaken(nodePool, settings)).toBe(true);
    const rootVolume = { type: 'object', properties: awsRootVolumeFields, additionalProperties: false };
    expect(
      isTaken(rootVolume, { sizeGiB: 8, type: 'io2', iops: 100, encrypted: true, kmsKeyArn: keyArn }),
    ).toBe(true);
    expect(isTaken(rootVolume, { sizeGiB: 7 })).toBe(false);
  });
});
