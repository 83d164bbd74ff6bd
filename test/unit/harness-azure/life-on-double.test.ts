import { expect, it } from 'vitest';
import { runLife } from '../../crash/cloud-life.ts';
import { startAzureLifeCloud } from '../../harness/azure/azure-life-cloud.ts';

it.each([
  ['at once', 0],
  ['late', 20],
])('carries a life from its beginning to its end when new things are seen %s', async (_when, lagSeconds) => {
  const cloud = await startAzureLifeCloud();
  try {
    const { problems, made } = await runLife(cloud, { lagSeconds });
    expect(problems).toEqual([]);
    expect(made).toEqual(
      expect.arrayContaining([
        'virtualMachines b2c3d4e5f6g7h-node',
        'loadBalancers b2c3d4e5f6g7h',
        'A *.apps.payments',
      ]),
    );
  } finally {
    await cloud.stop?.();
  }
});
