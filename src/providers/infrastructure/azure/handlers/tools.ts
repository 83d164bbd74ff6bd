import type { JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError, type RemoveResult, type SettleResult, type StepContext } from '../../contract.ts';
import { objectOf, textOf } from '../../rest/json-fields.ts';
import type { ArmApi, ArmReply } from '../http/arm-api.ts';
import { saysBlocked } from '../http/arm-errors.ts';
import { propertiesOf } from '../http/fields.ts';
import { type OperationMemory, progressOf } from '../http/operations.ts';
import type { ResourceView } from './resource-view.ts';

/** What the handlers of one session share. */
export interface HandlerTools {
  readonly api: ArmApi;
  /** Outlives the session. */
  readonly operations: OperationMemory;
  readonly view: ResourceView;
  /** The session takes things away: nobody asks what has drifted. */
  readonly isDestroying: boolean;
}

/** What the plan says of a thing that is made by a PUT to its id. */
export interface ArmInput {
  readonly id: string;
  readonly apiVersion: string;
  readonly body: JsonObject;
}

export const armInputOf = ({ planned }: StepContext): ArmInput => ({
  id: textOf(planned.input, 'id') ?? '',
  apiVersion: textOf(planned.input, 'apiVersion') ?? '',
  body: objectOf(planned.input, 'body') ?? {},
});

/** Seconds between two looks when Azure does not say. */
const usualPause = 3;

export type Phase = 'ready' | 'changing' | 'deleting' | 'failed';

/** Things without a state are ready as soon as they are there. */
export const phaseOf = (resource: JsonObject): Phase => {
  const state = textOf(propertiesOf(resource), 'provisioningState');
  if (state === undefined || state === 'Succeeded') return 'ready';
  if (state === 'Failed' || state === 'Canceled') return 'failed';
  return state === 'Deleting' ? 'deleting' : 'changing';
};

export const waitFor = (name: string, what: string, seconds?: number): Exclude<SettleResult, 'done'> => ({
  againInSeconds: Math.max(1, seconds ?? usualPause),
  waitingFor: `${name} to be ${what}`,
});

/** Notes what a write has answered, and that it goes on. */
export const noteReply = (tools: HandlerTools, id: string, reply: ArmReply): void => {
  tools.operations.note(id, reply.operation);
  // A write that has only been accepted answers with nothing to go by.
  if (reply.status === 202 || Object.keys(reply.body).length === 0) tools.view.forget(id);
  else tools.view.note(id, reply.body);
};

export const foreign = ({ planned }: StepContext): CloudError =>
  new CloudError('foreign', 'AlreadyExists', `${planned.name} exists and is not ours.`);

/** Asks for the removal of a thing that is proven to be ours. Not there is gone; what goes on is waited for. */
export const removeById = async (
  tools: HandlerTools,
  { id, apiVersion, name }: { readonly id: string; readonly apiVersion: string; readonly name: string },
): Promise<RemoveResult> => {
  const progress = await progressOf(tools.api, tools.operations, id);
  if (progress.state === 'running') return waitFor(name, 'deleted', progress.retryAfterSeconds);
  if (progress.state === 'failed') return { blockedBy: progress.error.message, code: progress.error.code };
  try {
    const reply = await tools.api.remove(id, apiVersion);
    if (reply === undefined || (reply.status === 200 && reply.operation === undefined)) {
      tools.view.noteAbsent(id);
      return 'gone';
    }
    tools.view.forget(id);
    tools.operations.note(id, reply.operation);
    return waitFor(name, 'deleted', reply.operation?.retryAfterSeconds);
  } catch (error) {
    if (error instanceof CloudError && error.code === 'ResourceGroupBeingDeleted')
      return waitFor(name, 'deleted');
    if (saysBlocked(error)) return { blockedBy: error.message, code: error.code };
    throw error;
  }
};
