import { onTestFinished } from 'vitest';
import type { InfrastructureRequest } from '../../../../src/domain/infrastructure/infrastructure-plan.ts';
import { azureManaged } from '../../../../src/domain/platforms/azure/plan/azure-plan.ts';
import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { createAzureProvider } from '../../../../src/providers/infrastructure/azure/azure-provider.ts';
import type { AccessPhase, CloudSession } from '../../../../src/providers/infrastructure/contract.ts';
import {
  type DestroyOutcome,
  destroyInfrastructure,
} from '../../../../src/providers/infrastructure/engine/destroy.ts';
import {
  type AzureDouble,
  type AzureDoubleOptions,
  startAzureDouble,
} from '../../../harness/azure/azure-double.ts';
import { azureAccess, azureRequest } from '../../../harness/azure/azure-requests.ts';
import {
  createInfrastructureLife,
  type MemoryJournal,
} from '../../../harness/infrastructure/infrastructure-life.ts';

export const infraId = 'b2c3d4e5f6g7h';

/** A double for one test, and clusters that live in it. */
export const createAzureWorld = async (options: AzureDoubleOptions = {}) => {
  const double: AzureDouble = await startAzureDouble(options);
  onTestFinished(() => double.stop());
  const provider = createAzureProvider({
    clientAssertions: async () => '',
    fetch: double.fetch,
    tokensOf: () => ({ get: async () => double.issueToken() }),
  });
  const open = (phase: AccessPhase = 'create'): Promise<CloudSession> =>
    provider.open(azureAccess(phase), 'westeurope');
  /** Each pass in a session of its own, as a worker does it. */
  const live = (request: InfrastructureRequest = azureRequest(), journal?: MemoryJournal) => {
    const life = createInfrastructureLife({
      request,
      plan: azureManaged.plan(request),
      open,
      clock: double.clock,
      advance: double.advance,
      ...(journal === undefined ? {} : { journal }),
    });
    /** One pass of the end, and the time that it asks for. */
    const destroyOnce = async (): Promise<DestroyOutcome> => {
      const { handlers } = await open('destroy');
      const outcome = await destroyInfrastructure({ ...life.pass(), handlers });
      double.advance(outcome.againInSeconds ?? 10);
      return outcome;
    };
    return { ...life, destroyOnce };
  };
  const subscription = `/subscriptions/${double.subscriptionId}`;
  const group = `${subscription}/resourceGroups/berth-${infraId}`;
  const networkThing = (type: string, name = infraId): string =>
    `${group}/providers/Microsoft.Network/${type}/${name}`;
  /** Properties of a thing, past all rules. */
  const propertiesOf = (id: string): JsonObject =>
    (double.look(id)?.['properties'] as JsonObject | undefined) ?? {};
  /** Somebody else at work, with a token of the account. */
  const call = async (method: string, path: string, apiVersion: string, body?: JsonObject) => {
    const response = await double.fetch(`https://management.azure.com${path}?api-version=${apiVersion}`, {
      method,
      headers: { authorization: `Bearer ${double.issueToken()}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as JsonObject };
  };
  const writes = (): string[] => double.calls.filter(({ isWrite }) => isWrite).map(({ action }) => action);
  return { double, provider, open, live, call, subscription, group, networkThing, propertiesOf, writes };
};

export type AzureWorld = Awaited<ReturnType<typeof createAzureWorld>>;
