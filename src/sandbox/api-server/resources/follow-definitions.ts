import { decodeBody } from '../store/stored-body.ts';
import type { WatchHub } from '../watch/watch-hub.ts';
import { crdStorageKey } from './crd-kind.ts';
import type { ResourceRegistry } from './resource-registry.ts';

/** Serves the definitions that other processes on the same database store. */
export const followDefinitions = async (
  hub: WatchHub,
  registry: ResourceRegistry,
  onError: (error: unknown) => void,
): Promise<void> => {
  await hub.subscribe(crdStorageKey, (changes) => {
    for (const { change, name, body, rv } of changes) {
      try {
        if (change === 'DELETED') registry.undefine(name);
        else registry.define(decodeBody(body, rv));
      } catch (error) {
        onError(error);
      }
    }
  });
};
