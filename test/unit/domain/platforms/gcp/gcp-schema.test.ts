import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { gcpExamples } from '../../../../../src/domain/platforms/gcp/gcp-examples.ts';
import type {
  gcpNodePoolFields,
  gcpRootVolumeFields,
} from '../../../../../src/domain/platforms/gcp/gcp-node-pool-schema.ts';
import { gcpSchema } from '../../../../../src/domain/platforms/gcp/gcp-schema.ts';
import type {
  GcpNodePool,
  GcpPlatform,
  GcpRootVolume,
} from '../../../../../src/domain/platforms/gcp/gcp-spec.ts';
import type { ValueOf } from '../../../../../src/domain/shared/schema.ts';
import { existing } from './gcp-samples.ts';

type Fields<F> = { readonly [Name in keyof F]?: ValueOf<F[Name]> };

test('the types and the schemas speak of the same values', () => {
  expectTypeOf<GcpPlatform>().toExtend<ValueOf<typeof gcpSchema>>();
  expectTypeOf<ValueOf<typeof gcpSchema>>().toExtend<GcpPlatform>();
  expectTypeOf<GcpNodePool>().toExtend<Fields<typeof gcpNodePoolFields>>();
  expectTypeOf<Fields<typeof gcpNodePoolFields>>().toExtend<GcpNodePool>();
  expectTypeOf<GcpRootVolume>().toExtend<Fields<typeof gcpRootVolumeFields>>();
  expectTypeOf<Fields<typeof gcpRootVolumeFields>>().toExtend<GcpRootVolume>();
});

describe('the schema', () => {
  const ajv = new Ajv2020({ strict: false, discriminator: true });
  const isValid = (value: unknown): boolean => ajv.validate(gcpSchema, value);
  const { infrastructure: _existing, ...place } = gcpExamples.cluster;

  test.each([
    [gcpExamples.cluster],
    [{ ...place, infrastructure: { mode: 'managed' } }],
    [{ ...place, infrastructure: { mode: 'managed', zones: ['europe-west1-b'], subnetCidr: '10.1.0.0/20' } }],
    [
      {
        ...gcpExamples.cluster,
        endpointAccess: 'publicAndPrivate',
        resourceLabels: { team: 'payments', a: '' },
      },
    ],
  ])('takes %j', (value) => {
    expect(isValid(value)).toBe(true);
  });

  test.each([
    ['no infrastructure', place],
    ['a mode of nobody', { ...place, infrastructure: { mode: 'rented' } }],
    ['ids with managed', { ...place, infrastructure: { mode: 'managed', network: 'n' } }],
    ['an access of AWS', { ...gcpExamples.cluster, endpointAccess: 'public' }],
    ['a region of AWS', { ...gcpExamples.cluster, region: 'eu-west-1' }],
    ['a project number', { ...gcpExamples.cluster, project: '123456789012' }],
    ['a reserved label', { ...gcpExamples.cluster, resourceLabels: { 'goog-team': 'x' } }],
    ['a label in capitals', { ...gcpExamples.cluster, resourceLabels: { Team: 'x' } }],
    [
      'a reserved pool',
      {
        ...gcpExamples.cluster,
        infrastructure: {
          ...existing,
          workloadIdentity: { ...existing.workloadIdentity, poolId: 'gcp-pool' },
        },
      },
    ],
  ])('refuses %s', (_name, value) => {
    expect(isValid(value)).toBe(false);
  });
});
