import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from '../../domain/shared/json.ts';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { hasStatus, KubeApiError } from './kube-api-error.ts';
import { apiVersionOf, collectionPath, type KubeResource, type ObjectKey, objectPath } from './resource.ts';
import { createTransport, type KubeConnection } from './transport.ts';

interface KubeList {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
}

/** The few calls that the simulator and the guest API make. All reject with KubeApiError. */
export interface KubeClient {
  get(resource: KubeResource, key: ObjectKey): Promise<KubeObject | undefined>;
  list(
    resource: KubeResource,
    options?: { namespace?: string; labelSelector?: string; signal?: AbortSignal },
  ): Promise<KubeList>;
  create(resource: KubeResource, object: KubeObject): Promise<KubeObject>;
  /** Puts the whole object; its resourceVersion, when there, must be the server's. */
  replace(resource: KubeResource, object: KubeObject): Promise<KubeObject>;
  replaceStatus(resource: KubeResource, object: KubeObject): Promise<KubeObject>;
  mergePatch(resource: KubeResource, key: ObjectKey, patch: JsonObject): Promise<KubeObject>;
  /** Answers also when the object is already gone. */
  remove(resource: KubeResource, key: ObjectKey, uid?: string): Promise<void>;
  openWatch(
    resource: KubeResource,
    options: { resourceVersion: string; timeoutSeconds: number; signal: AbortSignal },
  ): Promise<IncomingMessage>;
  close(): void;
}

const pageSize = '500';

const asObject = (value: unknown): KubeObject => {
  if (!isJsonObject(value) || !isJsonObject(value['metadata'])) {
    throw new KubeApiError(0, 'Unreadable', 'the API server did not answer with an object');
  }
  return value as unknown as KubeObject;
};

const keyOf = (object: KubeObject): ObjectKey => ({
  name: object.metadata.name,
  ...(object.metadata.namespace !== undefined && { namespace: object.metadata.namespace }),
});

export const createKubeClient = (
  connection: KubeConnection,
  options: { timeoutMs?: number } = {},
): KubeClient => {
  const transport = createTransport(connection, options.timeoutMs);

  const listAll: KubeClient['list'] = async (resource, { namespace, labelSelector, signal } = {}) => {
    const items: KubeObject[] = [];
    let from = '';
    for (;;) {
      const page = await transport.send({
        method: 'GET',
        path: collectionPath(resource, namespace),
        query: { limit: pageSize, ...(labelSelector && { labelSelector }), ...(from && { continue: from }) },
        ...(signal && { signal }),
      });
      if (!isJsonObject(page) || !Array.isArray(page['items']) || !isJsonObject(page['metadata'])) {
        throw new KubeApiError(0, 'Unreadable', `not a list of ${resource.plural}`);
      }
      // Items of a list carry no kind of their own.
      for (const item of page['items']) {
        items.push({ ...asObject(item), apiVersion: apiVersionOf(resource), kind: resource.kind });
      }
      const { continue: next, resourceVersion } = page['metadata'];
      if (typeof next !== 'string' || next === '')
        return { items, resourceVersion: String(resourceVersion ?? '') };
      from = next;
    }
  };

  return {
    async get(resource, key) {
      try {
        return asObject(await transport.send({ method: 'GET', path: objectPath(resource, key) }));
      } catch (error) {
        if (hasStatus(error, 404)) return undefined;
        throw error;
      }
    },
    list: listAll,
    async create(resource, object) {
      const path = collectionPath(resource, object.metadata.namespace);
      return asObject(await transport.send({ method: 'POST', path, body: object }));
    },
    async replace(resource, object) {
      const path = objectPath(resource, keyOf(object));
      return asObject(await transport.send({ method: 'PUT', path, body: object }));
    },
    async replaceStatus(resource, object) {
      const path = objectPath(resource, keyOf(object), 'status');
      return asObject(await transport.send({ method: 'PUT', path, body: object }));
    },
    async mergePatch(resource, key, patch) {
      const path = objectPath(resource, key);
      const contentType = 'application/merge-patch+json';
      return asObject(await transport.send({ method: 'PATCH', path, body: patch, contentType }));
    },
    async remove(resource, key, uid) {
      const body = uid === undefined ? {} : { preconditions: { uid } };
      try {
        await transport.send({ method: 'DELETE', path: objectPath(resource, key), body });
      } catch (error) {
        if (!hasStatus(error, 404)) throw error;
      }
    },
    openWatch: (resource, { resourceVersion, timeoutSeconds, signal }) =>
      transport.open({
        method: 'GET',
        path: collectionPath(resource),
        query: {
          watch: 'true',
          allowWatchBookmarks: 'true',
          resourceVersion,
          timeoutSeconds: String(timeoutSeconds),
        },
        signal,
      }),
    close: () => transport.close(),
  };
};
