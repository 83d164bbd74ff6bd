import { ownershipDescription } from '../../../../domain/platforms/gcp/plan/marks.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { FoundResource, StepContext, StepHandler } from '../../contract.ts';
import { textOf } from '../../rest/json-fields.ts';
import { nameOfPath } from '../compute-names.ts';
import {
  deleteByPath,
  latestOperation,
  operationPause,
  readOperation,
  requestIdOf,
} from '../compute-operations.ts';
import { isRefusal } from '../http/gcp-errors.ts';
import { isOfCluster } from '../marks.ts';
import { adoptOrRefuse, type HandlerTools } from './tools.ts';

/** How a type of Compute Engine differs from the others. */
export interface ComputeType {
  pathOf(step: StepContext): string;
  /** Of the insert, without its name and description. */
  bodyOf(step: StepContext): JsonObject;
  /** What somebody has changed, and the call that puts it right. */
  readonly repair?: (step: StepContext, resource: JsonObject) => Repair | undefined;
}

export interface Repair {
  readonly drift: readonly string[];
  readonly call: {
    readonly method: 'PATCH' | 'POST';
    /** Behind the path of the thing: `/setPrivateIpGoogleAccess`. */
    readonly action?: string;
    readonly body: JsonObject;
  };
}

const collectionOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

const waitFor = (path: string, what: string) => ({
  againInSeconds: operationPause,
  waitingFor: `${nameOfPath(path)} to be ${what}`,
});

/**
 * Things of Compute Engine go by their names. Making, changing and removing are operations: a thing is settled when none is
 * under way, and a failed one is told.
 */
export const computeHandler = (tools: HandlerTools, type: ComputeType): StepHandler => {
  const { api, proven, isDestroying } = tools;

  /** What was asked for and is not there: under way, or failed, which `settle` tells and tries again. */
  const findUnfinished = async (path: string): Promise<readonly FoundResource[]> => {
    const operation = await latestOperation(api, path);
    const hasFailed = operation?.type === 'insert' && operation.error !== undefined && !isDestroying;
    return operation?.isRunning === true || hasFailed ? [{ id: path, isOurs: true }] : [];
  };

  const find = async (step: StepContext, idHint?: string): Promise<readonly FoundResource[]> => {
    const path = type.pathOf(step);
    const resource = await api.get('compute', path);
    if (resource === undefined) return idHint === path ? await findUnfinished(path) : [];
    const isOurs = isOfCluster(resource, step.request);
    if (isOurs) proven.add(path);
    const createdAt = textOf(resource, 'creationTimestamp');
    return [
      {
        id: path,
        isOurs,
        drift: isOurs && !isDestroying ? (type.repair?.(step, resource)?.drift ?? []) : [],
        ...(createdAt === undefined ? {} : { createdAt }),
      },
    ];
  };

  const insert = (step: StepContext, token: string): Promise<JsonObject> =>
    api.call({
      method: 'POST',
      service: 'compute',
      path: collectionOf(type.pathOf(step)),
      query: { requestId: requestIdOf(token) },
      body: {
        ...type.bodyOf(step),
        name: step.planned.name,
        description: ownershipDescription(step.request),
      },
    });

  const create = async (step: StepContext): Promise<string> => {
    const path = type.pathOf(step);
    try {
      let operation = await insert(step, step.clientToken);
      if (readOperation(operation).error !== undefined) {
        // The answer of an earlier try that has failed since; the same token would bring it for ever.
        await step.assertHeld();
        operation = await insert(step, `${step.clientToken} ${textOf(operation, 'name')}`);
      }
      const { error } = readOperation(operation);
      if (error !== undefined) throw error;
      return path;
    } catch (error) {
      if (isRefusal(error, 'alreadyExists')) return adoptOrRefuse(api, 'compute', step, path);
      throw error;
    }
  };

  const settle: StepHandler['settle'] = async (step, path) => {
    const operation = await latestOperation(api, path);
    if (operation?.isRunning === true) return waitFor(path, 'ready');
    const resource = await api.get('compute', path);
    if (resource === undefined) {
      if (operation?.error === undefined) return waitFor(path, 'visible');
      await step.assertHeld();
      await insert(step, `${step.clientToken} ${operation.name}`);
      throw operation.error;
    }
    const repair = type.repair?.(step, resource);
    if (repair === undefined) return 'done';
    await step.assertHeld();
    const { method, action = '', body } = repair.call;
    const change = await api.call({ method, service: 'compute', path: `${path}${action}`, body });
    const error = readOperation(change).error ?? operation?.error;
    if (error !== undefined) throw error;
    return waitFor(path, 'changed');
  };

  const remove: StepHandler['remove'] = async (step, path) => {
    if (!proven.has(path)) {
      const resource = await api.get('compute', path);
      // What has the name now is somebody else's.
      if (resource !== undefined && !isOfCluster(resource, step.request)) return 'gone';
      if (resource === undefined && (await latestOperation(api, path))?.isRunning !== true) return 'gone';
    }
    return deleteByPath(api, path);
  };

  return { find, create, settle, remove };
};
