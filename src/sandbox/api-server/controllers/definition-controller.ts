import { textAt, withMetadata } from '../objects/api-object.ts';
import { cleanupFinalizer } from '../resources/crd-kind.ts';
import { customResourceDefinitions } from '../resources/custom-resource-definitions.ts';
import { updateObject } from '../writes/update-object.ts';
import { loadObject } from '../writes/write-context.ts';
import { attempt, type ControllerParts, deleteStored, forEachRow } from './controller-parts.ts';

const options = { dryRun: false, manager: 'kube-apiserver', validation: 'Ignore' } as const;
const recheckMs = 500;

/** Removes the objects of a definition that is being deleted, then lets the definition go. */
export const reconcileDefinition = async (
  parts: ControllerParts,
  name: string,
): Promise<number | undefined> => {
  const target = { type: customResourceDefinitions, namespace: '', name };
  const crd = await loadObject(parts.writes, target);
  if (crd?.metadata.deletionTimestamp === undefined) return undefined;
  const resource = `${textAt(crd, 'spec', 'group')}/${textAt(crd, 'spec', 'names', 'plural')}`;
  const all = { resource, namespace: undefined, labels: [], fields: [], limit: undefined };
  const { items } = await parts.writes.store.list(all);
  await forEachRow(
    items.map((item) => ({ ...item, resource })),
    (row) => deleteStored(parts, row),
  );
  if (items.length > 0) return recheckMs;
  await attempt(
    updateObject(parts.writes, {
      target,
      subresource: undefined,
      options,
      change: (stored) =>
        withMetadata(stored, {
          finalizers: (stored.metadata.finalizers ?? []).filter(
            (finalizer) => finalizer !== cleanupFinalizer,
          ),
        }),
    }),
  );
  return undefined;
};
