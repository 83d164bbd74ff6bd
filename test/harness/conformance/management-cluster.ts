import { afterAll, beforeAll, describe, it } from 'vitest';
import type { ConformanceBackend, ConformanceCase } from './backend.ts';
import { applyCases } from './cases/apply.ts';
import { listCases } from './cases/list.ts';
import { objectCases } from './cases/objects.ts';
import { watchCases } from './cases/watch.ts';
import { NAMESPACE } from './samples.ts';

const cases: readonly ConformanceCase[] = [...applyCases, ...objectCases, ...listCases, ...watchCases];

/** The rules of a management cluster, on one backend. Case names are the same on each, so that runs can be compared. */
export const describeManagementClusterConformance = (
  name: string,
  setup: () => Promise<ConformanceBackend>,
): void => {
  describe(`management cluster conformance: ${name}`, () => {
    let backend: ConformanceBackend;
    beforeAll(async () => {
      backend = await setup();
    });
    afterAll(() => backend?.close());

    for (const [index, { name: caseName, run }] of cases.entries()) {
      it(caseName, async () => {
        const namespace = `conformance-${index}`;
        await backend.cluster.apply({ ...NAMESPACE, metadata: { name: namespace } });
        await run({ ...backend, namespace });
      });
    }
  });
};
