import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { RemoveResult, StepContext, StepHandler } from '../../contract.ts';
import { objectsOf, textOf } from '../../rest/json-fields.ts';
import type { HandlerTools } from '../handlers/tools.ts';
import type { GcpApi } from '../http/gcp-api.ts';
import { isRefusal } from '../http/gcp-errors.ts';

/** Objects that are removed at once, and in one pass: a registry may hold many thousands. */
const atOnce = 20;
const inOnePass = 500;

/** Named by the image registry operator after the prefix of the cluster, which nobody else has. */
const prefixOf = ({ request }: StepContext): string => `${request.infraId}-image-registry-`;

const removeObject = async (api: GcpApi, bucket: string, object: JsonObject): Promise<void> => {
  const name = encodeURIComponent(textOf(object, 'name') ?? '');
  const generation = textOf(object, 'generation');
  try {
    await api.call({
      method: 'DELETE',
      service: 'storage',
      path: `${bucket}/o/${name}`,
      ...(generation === undefined ? {} : { query: { generation } }),
    });
  } catch (error) {
    if (!isRefusal(error, 'notFound')) throw error;
  }
};

/** Empties a bucket that is proven to be ours, old versions of objects too, and removes it. */
export const removeBucket = async (
  api: GcpApi,
  id: string,
  assertHeld: () => Promise<void>,
): Promise<RemoveResult> => {
  try {
    const page = await api.call({
      method: 'GET',
      service: 'storage',
      path: `${id}/o`,
      query: { versions: 'true', maxResults: String(inOnePass) },
    });
    const objects = objectsOf(page, 'items');
    for (let start = 0; start < objects.length; start += atOnce) {
      await assertHeld();
      await Promise.all(objects.slice(start, start + atOnce).map((object) => removeObject(api, id, object)));
    }
    if (textOf(page, 'nextPageToken') !== undefined)
      return { againInSeconds: 1, waitingFor: `bucket ${id.slice(2)} to be emptied` };
    await assertHeld();
    await api.call({ method: 'DELETE', service: 'storage', path: id });
  } catch (error) {
    if (!isRefusal(error, 'notFound')) throw error;
  }
  return 'gone';
};

/** Buckets of the cluster's image registry. */
export const bucketHandler = ({ api, proven }: HandlerTools): StepHandler => ({
  find: async (step) => {
    const project = textOf(step.planned.input, 'project') ?? '';
    const prefix = prefixOf(step);
    const pages = await api.list('storage', 'b', { project, prefix });
    const ids = pages
      .flatMap((page) => objectsOf(page, 'items'))
      .flatMap((bucket) => textOf(bucket, 'name') ?? [])
      .filter((name) => name.startsWith(prefix))
      .map((name) => `b/${name}`);
    for (const id of ids) proven.add(id);
    return ids.map((id) => ({ id, isOurs: true }));
  },
  remove: async (step, id) => (proven.has(id) ? removeBucket(api, id, step.assertHeld) : 'gone'),
});
