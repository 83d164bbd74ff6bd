import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { FoundResource, SettleResult, StepContext, StepHandler } from '../../contract.ts';
import { objectOf, textOf } from '../../rest/json-fields.ts';
import { progressOf } from '../http/operations.ts';
import { isOfCluster } from '../marks.ts';
import { differencesOf, withPlanned } from './body-differences.ts';
import { armInputOf, foreign, type HandlerTools, noteReply, phaseOf, removeById, waitFor } from './tools.ts';

/** A part of another thing has no marks of its own: it is ours as the other is. */
const isOurs = (step: StepContext, resource: JsonObject): boolean =>
  objectOf(armInputOf(step).body, 'tags') === undefined || isOfCluster(resource, step.request);

const driftOf = (step: StepContext, resource: JsonObject): readonly string[] => [
  ...(phaseOf(resource) === 'failed' ? ['its last change has failed'] : []),
  ...differencesOf(armInputOf(step).body, resource),
];

/** Things that a PUT to their id makes and changes, and whose state is their own to tell. */
export const resourceHandler = (tools: HandlerTools): StepHandler => {
  const { api, operations, view, isDestroying } = tools;

  const find = async (step: StepContext): Promise<readonly FoundResource[]> => {
    const { id, apiVersion } = armInputOf(step);
    if (view.isInAbsentGroup(id)) return [];
    const resource = await view.read(api, id, apiVersion);
    if (resource === undefined) return [];
    const ours = isOurs(step, resource);
    const drift = ours && !isDestroying && phaseOf(resource) !== 'changing' ? driftOf(step, resource) : [];
    return [{ id, isOurs: ours, drift }];
  };

  const write = async (step: StepContext, current: JsonObject | undefined): Promise<void> => {
    const { id, apiVersion, body } = armInputOf(step);
    const etag = textOf(current, 'etag');
    const reply = await api.put(id, {
      apiVersion,
      body: current === undefined ? body : (withPlanned(current, body) as JsonObject),
      ...(etag === undefined ? {} : { etag }),
    });
    noteReply(tools, id, reply);
  };

  const create = async (step: StepContext): Promise<string> => {
    const { id } = armInputOf(step);
    // A write that was taken and failed later leaves nothing but its operation to say why.
    const progress = await progressOf(api, operations, id);
    if (progress.state === 'failed') throw progress.error;
    if (progress.state === 'running') return id;
    view.forget(id);
    await write(step, undefined);
    return id;
  };

  const settle = async (step: StepContext, id: string): Promise<SettleResult> => {
    const { apiVersion } = armInputOf(step);
    const { name } = step.planned;
    const resource = view.last(id) ?? (await view.read(api, id, apiVersion));
    if (resource === undefined) {
      const progress = await progressOf(api, operations, id);
      if (progress.state === 'failed') throw progress.error;
      return waitFor(name, 'visible');
    }
    if (!isOurs(step, resource)) throw foreign(step);
    const phase = phaseOf(resource);
    if (phase === 'changing') return waitFor(name, 'ready', operations.get(id)?.retryAfterSeconds);
    if (phase === 'deleting') return waitFor(name, 'deleted, before it is made again');
    if (driftOf(step, resource).length === 0) {
      operations.forget(id);
      return 'done';
    }
    // Why the last change failed is told once it is tried again.
    const progress = await progressOf(api, operations, id);
    await step.assertHeld();
    await write(step, resource);
    if (progress.state === 'failed') throw progress.error;
    const after = view.last(id);
    return after !== undefined && phaseOf(after) === 'ready'
      ? 'done'
      : waitFor(name, 'ready', operations.get(id)?.retryAfterSeconds);
  };

  const remove: StepHandler['remove'] = async (step, id) => {
    const { apiVersion } = armInputOf(step);
    const { name } = step.planned;
    if (view.isInAbsentGroup(id)) return 'gone';
    if (!view.isAbsent(id)) {
      const resource = view.last(id) ?? (await view.read(api, id, apiVersion));
      // What has the name now is somebody else's.
      if (resource === undefined || !isOurs(step, resource)) return 'gone';
      if (phaseOf(resource) === 'deleting')
        return waitFor(name, 'deleted', operations.get(id)?.retryAfterSeconds);
    }
    // It is recorded as ours: it may be there though it cannot be seen.
    return removeById(tools, { id, apiVersion, name });
  };

  return { find, create, settle, remove };
};
