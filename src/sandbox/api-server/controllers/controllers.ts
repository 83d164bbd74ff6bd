import type { ApiObject } from '../objects/api-object.ts';
import { crdStorageKey, isCrd } from '../resources/crd-kind.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { Selector } from '../selectors/label-selector.ts';
import type { Write } from '../store/object-store.ts';
import type { ControllerParts } from './controller-parts.ts';
import { reconcileDefinition } from './definition-controller.ts';
import { reconcileDependent, reconcileDependents, reconcileOwner } from './garbage-collector.ts';
import { reconcileNamespace } from './namespace-controller.ts';
import { createWorkQueue } from './work-queue.ts';

/** The controllers that a cluster cannot be without: namespaces, garbage collection, removal of definitions. */
export interface Controllers {
  /** Hears of every change that this process stores. */
  noteChange(type: ResourceType, change: Write['change'], object: ApiObject): void;
  /** Looks at everything that may be unfinished, for example after a restart. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

const terminatingPhase: Selector = [{ key: 'status.phase', operator: 'in', values: ['Terminating'] }];

const retryMs = 500;
const sweepMs = 15_000;

export const startControllers = (parts: ControllerParts, onError: (error: unknown) => void): Controllers => {
  const { store } = parts.writes;
  const terminating = new Set<string>();
  const queue = createWorkQueue({
    retryMs,
    atOnce: 4,
    onError,
    work: async (key) => {
      const at = key.indexOf(' ');
      const subject = key.slice(at + 1);
      switch (key.slice(0, at)) {
        case 'namespace':
          return reconcileNamespace(parts, subject);
        case 'definition':
          return reconcileDefinition(parts, subject);
        case 'owner-gone':
          await reconcileDependents(parts, subject);
          return undefined;
        case 'owner':
          await reconcileOwner(parts, subject);
          return undefined;
        default:
          for (const row of await store.byUids([subject])) await reconcileDependent(parts, row);
          return undefined;
      }
    },
  });

  const noteNamespace = (
    change: Write['change'],
    { name, deletionTimestamp }: ApiObject['metadata'],
  ): void => {
    if (change !== 'DELETED') queue.add(`namespace ${name}`);
    if (change !== 'DELETED' && deletionTimestamp !== undefined) terminating.add(name);
    else terminating.delete(name);
  };

  const noteOwners = (change: Write['change'], { metadata }: ApiObject): void => {
    const { uid = '', ownerReferences = [], deletionTimestamp } = metadata;
    if (change === 'DELETED') {
      queue.add(`owner-gone ${uid}`);
      for (const owner of ownerReferences) queue.add(`owner ${owner.uid}`);
    } else {
      if (change === 'ADDED' && ownerReferences.length > 0) queue.add(`dependent ${uid}`);
      if (deletionTimestamp !== undefined) queue.add(`owner ${uid}`);
    }
  };

  const addAll = async (kind: string, resource: string, fields: Selector = []): Promise<void> => {
    const all = { resource, namespace: undefined, labels: [], fields, limit: undefined };
    for (const { name } of (await store.list(all)).items) queue.add(`${kind} ${name}`);
  };

  const sweepOften = async (): Promise<void> => {
    await addAll('namespace', '/namespaces', terminatingPhase);
    for (const uid of await store.orphans()) queue.add(`dependent ${uid}`);
  };

  const sweep = async (): Promise<void> => {
    await addAll('namespace', '/namespaces');
    await addAll('definition', crdStorageKey);
    await sweepOften();
  };

  const timer = setInterval(() => {
    sweepOften().catch(onError);
  }, sweepMs);
  timer.unref();

  return {
    noteChange: (type, change, object) => {
      const { name, namespace } = object.metadata;
      if (type.storageKey === '/namespaces') noteNamespace(change, object.metadata);
      if (isCrd(type) && change !== 'DELETED') queue.add(`definition ${name}`);
      if (namespace && change === 'DELETED' && terminating.has(namespace))
        queue.add(`namespace ${namespace}`);
      noteOwners(change, object);
    },
    sweep,
    close: async () => {
      clearInterval(timer);
      await queue.close();
    },
  };
};
