import type { JsonObject } from '../../../domain/shared/json.ts';
import { timeText } from '../admission/object-metadata.ts';
import { type ApiObject, setAt } from '../objects/api-object.ts';
import { serviceAccounts } from '../resources/core-kinds.ts';
import { namespaces } from '../resources/namespaces.ts';
import type { StoredVersion } from '../store/object-store.ts';
import { decodeBody } from '../store/stored-body.ts';
import { createObject } from '../writes/create-object.ts';
import { updateObject } from '../writes/update-object.ts';
import { loadObject, type WriteOptions } from '../writes/write-context.ts';
import { attempt, type ControllerParts, deleteStored, forEachRow } from './controller-parts.ts';

const options: WriteOptions = {
  dryRun: false,
  manager: 'kube-controller-manager',
  validation: 'Ignore',
};

const pageSize = 500;

/** How often a namespace that cannot end yet is looked at, beside every deletion of something in it. */
const recheckMs = 1000;

const nextPageMs = 20;

const isNotMarked = ({ body, rv }: StoredVersion): boolean =>
  decodeBody(body, rv).metadata.deletionTimestamp === undefined;

const ensureServiceAccount = async ({ writes }: ControllerParts, namespace: string): Promise<void> => {
  const known = await loadObject(writes, { type: serviceAccounts, namespace, name: 'default' });
  if (known) return;
  const body = { metadata: { name: 'default' } };
  await attempt(createObject(writes, { type: serviceAccounts, namespace, body, options }));
};

const condition = (type: string, held: boolean, reason: string, message: string, now: Date): JsonObject => ({
  type,
  status: held ? 'True' : 'False',
  lastTransitionTime: timeText(now),
  reason,
  message,
});

const countBy = (names: readonly string[], verb: 'has' | 'in'): string => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${verb} ${count} resource instances`).join(', ');
};

const finalizersOf = (rows: readonly StoredVersion[]): readonly string[] =>
  rows.flatMap(({ body, rv }) => decodeBody(body, rv).metadata.finalizers ?? []);

/** What the status of a namespace says about the things that keep it from ending. */
const withRemainder = (namespace: ApiObject, rows: readonly StoredVersion[], now: Date): ApiObject => {
  const resources = rows.map(({ resource }) => resource.split('/').reverse().join('.'));
  const finalizers = finalizersOf(rows);
  return setAt(
    namespace,
    ['status', 'conditions'],
    [
      condition(
        'NamespaceContentRemaining',
        rows.length > 0,
        rows.length > 0 ? 'SomeResourcesRemain' : 'ContentRemoved',
        rows.length > 0
          ? `Some resources are remaining: ${countBy(resources, 'has')}`
          : 'All content successfully removed',
        now,
      ),
      condition(
        'NamespaceFinalizersRemaining',
        finalizers.length > 0,
        finalizers.length > 0 ? 'SomeFinalizersRemain' : 'ContentHasNoFinalizers',
        finalizers.length > 0
          ? `Some content in the namespace has finalizers remaining: ${countBy(finalizers, 'in')}`
          : 'All content-preserving finalizers finished',
        now,
      ),
    ],
  ) as ApiObject;
};

const sameMessages = (left: ApiObject, right: ApiObject): boolean => {
  const messages = (object: ApiObject) =>
    JSON.stringify(object['status'] ?? null)
      .match(/"message":"[^"]*"/g)
      ?.join();
  return messages(left) === messages(right);
};

const reportRemainder = (parts: ControllerParts, name: string, rows: readonly StoredVersion[]) =>
  updateObject(parts.writes, {
    target: { type: namespaces, namespace: '', name },
    subresource: 'status',
    options,
    change: (stored) => {
      const next = withRemainder(stored, rows, parts.writes.now());
      return sameMessages(next, stored) ? stored : next;
    },
  });

const finish = (parts: ControllerParts, name: string) =>
  updateObject(parts.writes, {
    target: { type: namespaces, namespace: '', name },
    subresource: 'finalize',
    options,
    change: (stored) => ({ ...stored, spec: { finalizers: [] } }),
  });

/**
 * Plays the namespace controller: gives a new namespace its default ServiceAccount, and empties a terminating one before
 * it lets it go. Asks to be called again while something in it is held by finalizers.
 */
export const reconcileNamespace = async (
  parts: ControllerParts,
  name: string,
): Promise<number | undefined> => {
  const namespace = await loadObject(parts.writes, { type: namespaces, namespace: '', name });
  if (!namespace) return undefined;
  if (namespace.metadata.deletionTimestamp === undefined) {
    await ensureServiceAccount(parts, name);
    return undefined;
  }
  const { store } = parts.writes;
  const rows = await store.inNamespace(name, pageSize);
  await forEachRow(rows.filter(isNotMarked), (row) => deleteStored(parts, row));
  const left = rows.length === 0 ? [] : await store.inNamespace(name, pageSize);
  if (left.length > 0) {
    await attempt(reportRemainder(parts, name, left));
    return left.some(isNotMarked) ? nextPageMs : recheckMs;
  }
  await attempt(finish(parts, name));
  return undefined;
};
