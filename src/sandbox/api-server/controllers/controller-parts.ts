import { ApiError } from '../objects/api-error.ts';
import type { ResourceRegistry } from '../resources/resource-registry.ts';
import type { StoredVersion } from '../store/object-store.ts';
import { type DeleteOptions, deleteObject } from '../writes/delete-object.ts';
import type { WriteContext } from '../writes/write-context.ts';

export interface ControllerParts {
  readonly writes: WriteContext;
  readonly registry: ResourceRegistry;
}

/** How many deletions of one sweep run at once. */
const deletionsAtOnce = 16;

/** Does something with every row, a few at a time. */
export const forEachRow = async (
  rows: readonly StoredVersion[],
  work: (row: StoredVersion) => Promise<void>,
): Promise<void> => {
  const waiting = rows.values();
  const workOff = async (): Promise<void> => {
    for (const row of waiting) await work(row);
  };
  await Promise.all(Array.from({ length: deletionsAtOnce }, workOff));
};

const ignoreGone = (error: unknown): void => {
  const code = error instanceof ApiError ? error.parts.code : 0;
  if (code !== 404 && code !== 409) throw error;
};

/** Deletes a stored object, if it is still the one that was read. */
export const deleteStored = async (
  { writes, registry }: ControllerParts,
  row: StoredVersion,
  propagation: DeleteOptions['propagation'] = 'Background',
): Promise<void> => {
  const type = registry.findStored(row.resource);
  if (!type) return;
  const target = { type, namespace: row.namespace, name: row.name };
  const options = { uid: row.uid, resourceVersion: undefined, propagation, dryRun: false };
  await deleteObject(writes, target, options).catch(ignoreGone);
};

/** For a change that only has to happen while the object is there and as it was. */
export const attempt = async (work: Promise<unknown>): Promise<void> => {
  await work.catch(ignoreGone);
};
