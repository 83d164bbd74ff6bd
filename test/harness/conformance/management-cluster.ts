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
    const namespaces: string[] = [];
    beforeAll(async () => {
      backend = await setup();
    });
    afterAll(async () => {
      // The server may be shared with other tests.
      for (const namespace of namespaces) {
        const ref = { ...NAMESPACE, name: namespace };
        const uid = (await backend.cluster.get(ref))?.metadata.uid;
        if (uid) await backend.cluster.delete(ref, { uid });
      }
      await backend?.close();
    });

    for (const [index, { name: caseName, run }] of cases.entries()) {
      it(caseName, async () => {
        const namespace = `conformance-${index}`;
        namespaces.push(namespace);
        await backend.cluster.apply({ ...NAMESPACE, metadata: { name: namespace } });
        await run({ ...backend, namespace });
      });
    }
  });
};
