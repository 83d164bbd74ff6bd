import { afterAll, beforeAll, describe } from 'vitest';
import { type AwsDouble, startAwsDouble } from '../../harness/aws/aws-double.ts';
import { mustSkipMoto } from '../../harness/aws/moto-environment.ts';
import { describeChildren } from './cases/children.ts';
import { describeDrift } from './cases/drift.ts';
import { describeExisting } from './cases/existing.ts';
import { describeLife } from './cases/life.ts';
import { describeMishaps } from './cases/mishaps.ts';
import { describePreflight } from './cases/preflight.ts';
import { describeStubborn } from './cases/stubborn.ts';
import { describeVariants } from './cases/variants.ts';
import { describeVerification } from './cases/verification.ts';
import type { World } from './world.ts';

// One moto for all: it takes two seconds of a core to start.
describe.skipIf(await mustSkipMoto('infrastructure on AWS'))('infrastructure on AWS', () => {
  let double: AwsDouble;
  beforeAll(async () => {
    double = await startAwsDouble();
  }, 600_000);
  afterAll(() => double?.stop());

  const world: World = {
    get double() {
      return double;
    },
  };
  describe('in a good life', () => describeLife(world));
  describe('in each of its forms', () => describeVariants(world));
  describe('changed by hand', () => describeDrift(world));
  describe('with things of others in it', () => describeChildren(world));
  describe('with stubborn parts', () => describeStubborn(world));
  describe('in bad luck', () => describeMishaps(world));
  describe('before it is made', () => describePreflight(world));
  describe('made by the user', () => describeExisting(world));
  describe('opened by a role', () => describeVerification(world));
});
