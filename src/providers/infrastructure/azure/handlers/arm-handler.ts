import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { FoundResource, SettleResult, StepContext, StepHandler } from '../../contract.ts';
import { armInputOf, differences, isMarked, provisioningOf } from '../arm-body.ts';
import type { AzureApi } from '../http/azure-api.ts';

const pollSeconds = 5;

const isRunning = (state: string | undefined): boolean =>
  state !== undefined && !['succeeded', 'failed', 'canceled'].includes(state.toLowerCase());

/**
 * One thing that a PUT by its id makes; asked for again, it is the same thing. `hasTags`: false for kinds that have none,
 * which are ours by standing in our own group.
 */
export const armHandler = (api: AzureApi, hasTags: boolean): StepHandler => {
  const foundOf = (step: StepContext, resource: JsonObject): FoundResource => {
    const { id, body } = armInputOf(step);
    const state = provisioningOf(resource);
    const drift = differences(body, resource);
    return {
      id,
      isOurs: !hasTags || isMarked(resource, step),
      ...(isRunning(state) || drift.length === 0 ? {} : { drift }),
    };
  };
  const put = async (step: StepContext): Promise<void> => {
    const { id, apiVersion, body } = armInputOf(step);
    await api.call('PUT', id, apiVersion, body);
  };
  const settle = async (step: StepContext): Promise<SettleResult> => {
    const { id, apiVersion, body } = armInputOf(step);
    const wait = { againInSeconds: pollSeconds, waitingFor: `${step.planned.name} to be made` };
    const resource = await api.get(id, apiVersion);
    if (resource === undefined) return wait;
    const state = provisioningOf(resource);
    if (isRunning(state)) return wait;
    const isDone = state === undefined || state.toLowerCase() === 'succeeded';
    if (isDone && differences(body, resource).length === 0) return 'done';
    await put(step);
    return wait;
  };
  return {
    find: async (step) => {
      const { id, apiVersion } = armInputOf(step);
      const resource = await api.get(id, apiVersion);
      return resource === undefined ? [] : [foundOf(step, resource)];
    },
    create: async (step) => {
      await put(step);
      return armInputOf(step).id;
    },
    settle,
    // It goes with its group; one that is still seen when the group is gone is asked for by name.
    remove: async (step, id) => {
      await api.call('DELETE', id, armInputOf(step).apiVersion).catch((error: unknown) => {
        if (!(error instanceof Error && 'status' in error && error.status === 404)) throw error;
      });
      return 'gone';
    },
  };
};
