import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import type { KubeMetadata, KubeObject } from '../../domain/shared/kube-object.ts';
import type { GuestCluster, GuestState } from './guest-cluster.ts';
import { GuestError, notFound } from './guest-error.ts';
import { apiVersionOf, type GuestResource, guestResources } from './guest-resources.ts';
import type { ResourcePath } from './request-path.ts';
import { servedObjects } from './served-objects.ts';

/** One write to one kind of one hosted cluster. */
export interface Change {
  readonly state: GuestState;
  readonly cluster: GuestCluster;
  readonly resource: GuestResource;
  readonly path: ResourcePath;
  readonly now: number;
}

const invalid = (message: string): GuestError => new GuestError(422, 'Invalid', message);

export const findObject = (
  cluster: GuestCluster,
  resource: GuestResource,
  name: string,
  namespace: string | undefined,
): KubeObject | undefined =>
  servedObjects(cluster, resource).find(
    ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
  );

const existing = ({ cluster, resource, path }: Change): KubeObject => {
  const found = findObject(cluster, resource, path.name ?? '', path.namespace);
  if (!found) throw notFound(resource.plural, path.name ?? '');
  return found;
};

const checkNamespace = ({ cluster, resource, path }: Change): void => {
  if (!resource.namespaced) return;
  const namespaces = guestResources.find(({ plural }) => plural === 'namespaces');
  if (path.namespace === undefined || !namespaces)
    throw new GuestError(405, 'MethodNotAllowed', 'a namespace is needed');
  if (!findObject(cluster, namespaces, path.namespace, undefined))
    throw notFound('namespaces', path.namespace);
};

const namePattern = /^[a-zA-Z0-9]([-a-zA-Z0-9._:]{0,251}[a-zA-Z0-9])?$/;

const bodyOf = ({ resource }: Change, body: unknown): JsonObject => {
  if (!isJsonObject(body)) throw new GuestError(400, 'BadRequest', 'the body is no object');
  if (body['kind'] !== resource.kind || body['apiVersion'] !== apiVersionOf(resource)) {
    throw new GuestError(400, 'BadRequest', `the body is no ${resource.kind} of ${apiVersionOf(resource)}`);
  }
  return body;
};

/** The parts of metadata that a client may set. */
const ownMetadata = (metadata: JsonValue | undefined): Pick<KubeMetadata, 'labels' | 'annotations'> => {
  const given = isJsonObject(metadata) ? metadata : {};
  return {
    ...(isJsonObject(given['labels']) && { labels: given['labels'] as Record<string, string> }),
    ...(isJsonObject(given['annotations']) && {
      annotations: given['annotations'] as Record<string, string>,
    }),
  };
};

const nameOf = (body: JsonObject, fallback: string | undefined): string => {
  const metadata = isJsonObject(body['metadata']) ? body['metadata'] : {};
  const { name, generateName } = metadata;
  const made = typeof generateName === 'string' ? `${generateName}${randomUUID().slice(0, 5)}` : undefined;
  const chosen = typeof name === 'string' && name !== '' ? name : (fallback ?? made ?? '');
  if (!namePattern.test(chosen)) throw invalid(`metadata.name: Invalid value: ${JSON.stringify(chosen)}`);
  return chosen;
};

export const createObject = async (change: Change, given: unknown): Promise<KubeObject> => {
  const { state, cluster, resource, path, now } = change;
  checkNamespace(change);
  const body = bodyOf(change, given);
  const name = nameOf(body, path.name);
  if (findObject(cluster, resource, name, path.namespace)) {
    throw new GuestError(409, 'AlreadyExists', `${resource.plural} "${name}" already exists`);
  }
  return state.save(cluster, {
    ...body,
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: {
      ...ownMetadata(body['metadata']),
      name,
      ...(path.namespace !== undefined && { namespace: path.namespace }),
      uid: randomUUID(),
      creationTimestamp: `${new Date(now).toISOString().slice(0, 19)}Z`,
    },
    ...(resource.kind === 'Namespace' && { status: { phase: 'Active' } }),
  });
};

export const replaceObject = async (change: Change, given: unknown): Promise<KubeObject> => {
  const old = existing(change);
  const body = bodyOf(change, given);
  const metadata = isJsonObject(body['metadata']) ? body['metadata'] : {};
  const { resourceVersion = old.metadata.resourceVersion } = metadata;
  return change.state.save(change.cluster, {
    ...body,
    apiVersion: old.apiVersion,
    kind: old.kind,
    metadata: { ...old.metadata, ...ownMetadata(metadata), resourceVersion: String(resourceVersion) },
  });
};

const merge = (target: JsonValue | undefined, patch: JsonObject): JsonObject => {
  const result: Record<string, JsonValue | undefined> = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = isJsonObject(value) ? merge(result[key], value) : value;
  }
  return result;
};

/** Merge patch, strategic merge patch (lists are replaced) and server-side apply, which also creates. */
export const patchObject = async (change: Change, given: unknown, isApply: boolean): Promise<KubeObject> => {
  const { cluster, resource, path } = change;
  if (!isJsonObject(given)) throw new GuestError(400, 'BadRequest', 'the patch is no object');
  if (isApply && !findObject(cluster, resource, path.name ?? '', path.namespace)) {
    return createObject(change, given);
  }
  const old = existing(change);
  const { metadata, ...fields } = given;
  const merged = merge(old as unknown as JsonObject, fields);
  return change.state.save(cluster, {
    ...merged,
    apiVersion: old.apiVersion,
    kind: old.kind,
    metadata: {
      ...old.metadata,
      ...merge({ ...old.metadata } as JsonObject, { ...ownMetadata(metadata) } as JsonObject),
    },
  } as KubeObject);
};

export const deleteObject = async (change: Change, options: unknown): Promise<KubeObject> => {
  const { state, cluster, resource } = change;
  const found = existing(change);
  const preconditions = isJsonObject(options) ? options['preconditions'] : undefined;
  const uid = isJsonObject(preconditions) ? preconditions['uid'] : undefined;
  if (uid !== undefined && uid !== found.metadata.uid) {
    throw new GuestError(
      409,
      'Conflict',
      `the UID in the precondition (${String(uid)}) is not the UID of the object`,
    );
  }
  const isMade = cluster.objects.some(({ metadata }) => metadata.uid === found.metadata.uid);
  if (!isMade)
    throw new GuestError(403, 'Forbidden', `${resource.plural} "${found.metadata.name}" may not be deleted`);
  const inside = cluster.objects.filter(
    ({ metadata }) => resource.kind === 'Namespace' && metadata.namespace === found.metadata.name,
  );
  for (const object of [...inside, found]) await state.remove(cluster, object);
  return found;
};
