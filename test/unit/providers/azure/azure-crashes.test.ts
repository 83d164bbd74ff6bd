import { expect, it, onTestFinished } from 'vitest';
import type { AzureManagedInfrastructure } from '../../../../src/domain/platforms/azure/azure-spec.ts';
import { enumerateLives } from '../../../crash/enumerate.ts';
import { customersGroup, startAzureLifeCloud } from '../../../harness/azure/azure-life-cloud.ts';

/** Every call by `npm run test:crash`. */
const everyHere = 61;
/** One in a group of the customer has three times as many calls. */
const everyThere = 307;

const lives = async (every: number, infrastructure: Partial<AzureManagedInfrastructure> = {}) => {
  const cloud = await startAzureLifeCloud(infrastructure);
  onTestFinished(() => cloud.stop?.());
  return enumerateLives(cloud, { every });
};

it('a worker that dies or a reply that is lost doubles nothing and leaves nothing', async () => {
  const { runs, callsOfOneLife, problems } = await lives(everyHere);
  expect(problems).toEqual([]);
  expect(callsOfOneLife).toBeGreaterThan(300);
  expect(runs).toBeGreaterThan(20);
}, 60_000);

it('nor in a group of the customer, where nothing goes by itself', async () => {
  const { runs, problems } = await lives(everyThere, { resourceGroup: customersGroup });
  expect(problems).toEqual([]);
  expect(runs).toBeGreaterThan(10);
}, 60_000);
