import { isJsonObject } from '../../../../domain/shared/json.ts';
import { CloudError, type StepHandler } from '../../contract.ts';
import { armInputOf, provisioningOf } from '../arm-body.ts';
import type { AzureApi } from '../http/azure-api.ts';
import { AzureRefusal, isNotFound } from '../http/azure-errors.ts';
import { armHandler } from './arm-handler.ts';

const pollSeconds = 15;

/** What Azure says of a thing that keeps a group from going: a lock, a link from outside. */
const blockedBy = (error: AzureRefusal): { readonly blockedBy: string; readonly code: string } => ({
  blockedBy: error.message,
  code: error.code,
});

/** The group of a cluster, with all in it: what the cluster's own controllers made there goes as well. */
export const resourceGroupHandler = (api: AzureApi): StepHandler => ({
  ...armHandler(api, true),
  remove: async (step, id) => {
    const { apiVersion } = armInputOf(step);
    const wait = { againInSeconds: pollSeconds, waitingFor: `${step.planned.name} to be deleted` };
    const group = await api.get(id, apiVersion);
    if (group === undefined) return 'gone';
    const tags = isJsonObject(group['tags']) ? group['tags'] : {};
    if (tags['berth-instance'] !== step.request.instance)
      throw new CloudError('foreign', 'NotOurs', `${step.planned.name} has lost the marks of this service.`);
    if (provisioningOf(group)?.toLowerCase() === 'deleting') return wait;
    await step.assertHeld();
    try {
      await api.call('DELETE', id, apiVersion);
    } catch (error) {
      if (isNotFound(error)) return 'gone';
      if (error instanceof AzureRefusal && error.code === 'ScopeLocked') return blockedBy(error);
      throw error;
    }
    return wait;
  },
});
