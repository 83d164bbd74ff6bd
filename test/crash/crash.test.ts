import { availableParallelism } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { createAwsLifeCloud } from '../harness/aws/aws-life-cloud.ts';
import { customersGroup, startAzureLifeCloud } from '../harness/azure/azure-life-cloud.ts';
import { createGcpLifeCloud } from '../harness/gcp/gcp-life-cloud.ts';
import type { LifeCloud } from './cloud-life.ts';
import { enumerateLives } from './enumerate.ts';
import { every } from './every.ts';

interface CloudUnderTest {
  readonly type: string;
  /** Doubles that share the lives: as many as keep the machine busy. */
  readonly doubles: number;
  readonly start: () => Promise<LifeCloud>;
}

const clouds: readonly CloudUnderTest[] = [
  { type: 'gcp', doubles: 1, start: async () => createGcpLifeCloud() },
  { type: 'azure', doubles: 1, start: () => startAzureLifeCloud() },
  {
    type: 'azure, in a group of the customer',
    doubles: 1,
    start: () => startAzureLifeCloud({ resourceGroup: customersGroup }),
  },
  { type: 'aws', doubles: Math.min(4, availableParallelism()), start: () => createAwsLifeCloud() },
];

const table: string[] = [];
afterAll(() => console.log(['cloud | lives | calls of a life | problems | seconds', ...table].join('\n')));

describe.each(clouds)('a cluster on $type', ({ type, doubles, start }) => {
  it('leaves nothing doubled and nothing behind, whatever dies or is lost at whichever call', async () => {
    const own: LifeCloud[] = [];
    const begun = performance.now();
    try {
      for (let count = 0; count < doubles; count += 1) own.push(await start());
      const { runs, callsOfOneLife, problems } = await enumerateLives(own, { every });
      const seconds = Math.round((performance.now() - begun) / 1000);
      table.push([type, runs, callsOfOneLife, problems.length, seconds].join(' | '));
      expect(problems).toEqual([]);
      expect(runs).toBeGreaterThan(20);
    } finally {
      for (const cloud of own) await cloud.stop?.();
    }
  });
});
