import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { ArmApi } from '../http/arm-api.ts';

/** What one session has last read of each thing. Every `find` reads anew; only what follows it at once relies on it. */
export interface ResourceView {
  /** Reads it; undefined when it is not there. */
  read(api: ArmApi, id: string, apiVersion: string): Promise<JsonObject | undefined>;
  /** The last reading; undefined when there is none, or it was not there. */
  last(id: string): JsonObject | undefined;
  /** What a write has answered. */
  note(id: string, resource: JsonObject): void;
  /** A write has found that it is not there. */
  noteAbsent(id: string): void;
  /** The last reading did not find it. */
  isAbsent(id: string): boolean;
  /** The resource group that it is in was not there at the last reading: neither is it. */
  isInAbsentGroup(id: string): boolean;
  /** It is about to be made, or to change: what was read counts no more. */
  forget(id: string): void;
}

const keyOf = (id: string): string => id.toLowerCase();

const groupOf = (id: string): string | undefined =>
  /^\/subscriptions\/[^/]+\/resourcegroups\/[^/]+(?=\/)/.exec(keyOf(id))?.[0];

export const createResourceView = (): ResourceView => {
  const seen = new Map<string, JsonObject | undefined>();
  const isAbsent = (key: string): boolean => seen.has(key) && seen.get(key) === undefined;
  return {
    read: async (api, id, apiVersion) => {
      const resource = await api.get(id, apiVersion);
      seen.set(keyOf(id), resource);
      return resource;
    },
    last: (id) => seen.get(keyOf(id)),
    note: (id, resource) => void seen.set(keyOf(id), resource),
    noteAbsent: (id) => void seen.set(keyOf(id), undefined),
    isAbsent: (id) => isAbsent(keyOf(id)),
    isInAbsentGroup: (id) => {
      const group = groupOf(id);
      return group !== undefined && isAbsent(group);
    },
    forget: (id) => void seen.delete(keyOf(id)),
  };
};
