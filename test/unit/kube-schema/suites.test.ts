import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { type CompiledResource, compileCrd } from '../../../src/kube-schema/kube-schema.ts';
import {
  type GivenCrd,
  type GivenSuite,
  hasGivenFiles,
  readGivenCrds,
  readGivenSuites,
} from './support/given-files.ts';
import { type Outcome, playCreate, playUpdate, readExpected } from './support/play-case.ts';

const counts = { passed: 0, failed: 0 };

const expectStored = (outcome: Outcome, test: JsonObject): void => {
  expect(outcome).not.toHaveProperty('refused');
  if (!('stored' in outcome) || test['expected'] === undefined) return;
  const expected = readExpected(test);
  expect(outcome.stored['spec']).toEqual(expected['spec']);
  if (expected['status'] !== undefined) expect(outcome.stored['status']).toEqual(expected['status']);
};

const expectRefused = (outcome: Outcome | undefined, text: unknown): void => {
  expect(outcome).toHaveProperty('refused');
  if (outcome !== undefined && 'refused' in outcome) expect(outcome.refused).toContain(text);
};

const checkCreate = (resource: CompiledResource, test: JsonObject): void => {
  const outcome = playCreate(resource, test);
  if (test['expectedError'] === undefined) expectStored(outcome, test);
  else expectRefused(outcome, test['expectedError']);
};

const checkUpdate = (resource: CompiledResource, crd: JsonObject, test: JsonObject): void => {
  const { main, status } = playUpdate(resource, crd, test);
  if (test['expectedError'] !== undefined) expectRefused(main, test['expectedError']);
  else if (test['expectedStatusError'] !== undefined) expectRefused(status, test['expectedStatusError']);
  else expectStored(status ?? main, test);
};

const counted = (check: () => void): void => {
  try {
    check();
    counts.passed += 1;
  } catch (error) {
    counts.failed += 1;
    throw error;
  }
};

const isFor = (suite: GivenSuite, { plural, isTechPreview }: GivenCrd): boolean =>
  suite.crdName.startsWith(`${plural}.`) && (isTechPreview || !suite.isGated);

/** A name can stand in a suite twice: the place keeps the cases apart. */
const nameOf = (test: JsonObject, index: number): string => `${index + 1}. ${test['name']}`;

const runSuite = (suite: GivenSuite, resource: CompiledResource, crd: JsonObject): void => {
  suite.creates.forEach((test, index) => {
    it(`create ${nameOf(test, index)}`, () => counted(() => checkCreate(resource, test)));
  });
  suite.updates.forEach((test, index) => {
    it(`update ${nameOf(test, index)}`, () => counted(() => checkUpdate(resource, crd, test)));
  });
};

describe.skipIf(!hasGivenFiles)('validation suites of the HyperShift CRDs', () => {
  const compiled = readGivenCrds().map((given) => ({ given, resources: compileCrd(given.crd) }));
  const unsupported = compiled.flatMap(({ resources }) => resources.flatMap((r) => r.unsupportedRules()));

  for (const suite of readGivenSuites())
    for (const { given, resources } of compiled) {
      const [resource] = resources;
      if (!isFor(suite, given) || resource === undefined) continue;
      describe(`${suite.file} on ${given.file}`, () => runSuite(suite, resource, given.crd));
    }

  it('can run every rule of every CRD', () => {
    expect(unsupported).toEqual([]);
  });

  afterAll(() => {
    const { passed, failed } = counts;
    console.log(`kube-schema suites: ${passed} passed, ${failed} failed, ${unsupported.length} unsupported`);
  });
});
