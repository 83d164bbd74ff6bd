import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../domain/shared/json.ts';
import type { CloudError, RemoveResult } from '../contract.ts';
import { objectsOf, textOf } from '../rest/json-fields.ts';
import { nameOfPath, pathOfLink, scopeOf } from './compute-names.ts';
import type { GcpApi } from './http/gcp-api.ts';
import { isRefusal, operationError } from './http/gcp-errors.ts';

/** Links in filters have this host, whatever host is asked. */
const linkHost = 'https://www.googleapis.com/compute/v1/';

/** Operations of Compute Engine take five to twenty seconds. */
export const operationPause = 5;

export interface Operation {
  readonly name: string;
  readonly isRunning: boolean;
  /** `insert`, `delete`, `patch` … */
  readonly type: string;
  readonly error?: CloudError;
}

export const readOperation = (operation: JsonObject): Operation => {
  const error = operationError(operation);
  return {
    name: textOf(operation, 'name') ?? '',
    isRunning: textOf(operation, 'status') !== 'DONE',
    type: textOf(operation, 'operationType') ?? '',
    ...(error === undefined ? {} : { error }),
  };
};

const startOf = (operation: JsonObject): number => Date.parse(textOf(operation, 'insertTime') ?? '') || 0;

/** The operation on a thing that is under way, else the last one; undefined when there is none to be seen. */
export const latestOperation = async (api: GcpApi, path: string): Promise<Operation | undefined> => {
  const pages = await api.list('compute', `${scopeOf(path)}/operations`, {
    filter: `targetLink="${linkHost}${path}"`,
    orderBy: 'creationTimestamp desc',
  });
  const ours = pages
    .flatMap((page) => objectsOf(page, 'items'))
    .filter((operation) => pathOfLink(textOf(operation, 'targetLink') ?? '') === path)
    .toSorted((left, right) => startOf(right) - startOf(left));
  const running = ours.find((operation) => textOf(operation, 'status') !== 'DONE');
  const latest = running ?? ours[0];
  return latest === undefined ? undefined : readOperation(latest);
};

/** Compute Engine takes a UUID and makes one thing of many calls that carry the same. */
export const requestIdOf = (token: string): string => {
  const hex = createHash('sha256').update(token).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Asks for the removal of a thing that is proven to be ours. Not there is gone; one that is under way is waited for. */
export const deleteByPath = async (api: GcpApi, path: string): Promise<RemoveResult> => {
  const waiting = { againInSeconds: operationPause, waitingFor: `${nameOfPath(path)} to be deleted` };
  const before = await latestOperation(api, path);
  if (before?.isRunning === true) return waiting;
  try {
    const operation = await api.call({ method: 'DELETE', service: 'compute', path });
    const error = readOperation(operation).error ?? (before?.type === 'delete' ? before.error : undefined);
    return error === undefined ? waiting : { blockedBy: error.message, code: error.code };
  } catch (error) {
    if (isRefusal(error, 'notFound')) return 'gone';
    if (isRefusal(error, 'notReady')) return waiting;
    if (isRefusal(error, 'inUse')) return { blockedBy: error.message, code: error.code };
    throw error;
  }
};
