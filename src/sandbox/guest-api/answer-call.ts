import { Readable } from 'node:stream';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import {
  type Change,
  createObject,
  deleteObject,
  findObject,
  patchObject,
  replaceObject,
} from './change-objects.ts';
import { discover } from './discovery.ts';
import type { GuestCluster, GuestState } from './guest-cluster.ts';
import { GuestError, notFound, unknownPath } from './guest-error.ts';
import { apiVersionOf, findResource, type GuestResource } from './guest-resources.ts';
import type { GuestUser } from './guest-user.ts';
import { parseResourcePath, type ResourcePath, verbOf } from './request-path.ts';
import { requestToken, reviewAccess, reviewSelf } from './reviews.ts';
import { mayAccess } from './roles.ts';
import { selectorOf } from './selectors.ts';
import { servedObjects } from './served-objects.ts';
import { tableOf } from './table.ts';
import type { TokenSigner } from './tokens.ts';
import { watchGuest } from './watch-guest.ts';

export interface GuestQuery {
  readonly watch?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion?: string;
  readonly timeoutSeconds?: string;
  readonly fieldManager?: string;
}

/** One request to one hosted cluster. */
export interface GuestCall {
  readonly method: string;
  readonly path: string;
  readonly query: GuestQuery;
  readonly body: unknown;
  readonly contentType: string;
  readonly wantsTable: boolean;
}

const watchPollMs = 500;
const mostApplies = 5;
const usualWatchSeconds = 300;
const isWatching = ({ watch }: GuestQuery): boolean => watch === 'true' || watch === '1';

export interface GuestAnswer {
  readonly code: number;
  readonly body: object | Readable;
}

const authorize = (user: GuestUser, cluster: GuestCluster, path: ResourcePath, verb: string): void => {
  const { group, plural, subresource, namespace } = path;
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`;
  if (mayAccess(user, cluster.objects, { verb, group, resource })) return;
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  throw new GuestError(
    403,
    'Forbidden',
    `${plural} is forbidden: User "${user.username}" cannot ${verb} resource "${plural}" in API group "${group}" ${where}`,
  );
};

/** Answers what an identified user asks of a cluster that serves. Rejects with GuestError. */
export const createAnswerer = ({
  state,
  signer,
  now,
}: {
  readonly state: GuestState;
  readonly signer: TokenSigner;
  readonly now: () => number;
}) => {
  const readObjects = (
    cluster: GuestCluster,
    resource: GuestResource,
    path: ResourcePath,
    query: GuestQuery,
  ) => {
    const select = selectorOf(query.labelSelector, query.fieldSelector);
    return servedObjects(cluster, resource).filter(
      (object) =>
        (path.namespace === undefined || object.metadata.namespace === path.namespace) &&
        (path.name === undefined || object.metadata.name === path.name) &&
        select(object),
    );
  };

  const render = (resource: GuestResource, call: GuestCall, object: KubeObject): object =>
    call.wantsTable ? tableOf(resource, [object], object.metadata.resourceVersion ?? '', now()) : object;

  const read = (
    cluster: GuestCluster,
    resource: GuestResource,
    path: ResourcePath,
    call: GuestCall,
  ): object => {
    if (path.name !== undefined) {
      const object = findObject(cluster, resource, path.name, path.namespace);
      if (!object) throw notFound(resource.plural, path.name);
      return render(resource, call, object);
    }
    const items = readObjects(cluster, resource, path, call.query);
    const { resourceVersion } = cluster;
    if (call.wantsTable) return tableOf(resource, items, resourceVersion, now());
    return {
      kind: `${resource.kind}List`,
      apiVersion: apiVersionOf(resource),
      metadata: { resourceVersion },
      items,
    };
  };

  const openWatch = (
    cluster: GuestCluster,
    resource: GuestResource,
    path: ResourcePath,
    call: GuestCall,
    signal: AbortSignal,
  ): Readable =>
    Readable.from(
      watchGuest({
        read: async () => {
          const current = await state.load(cluster.namespace, cluster.name);
          return current ? readObjects(current, resource, path, call.query) : [];
        },
        render: (object) => render(resource, call, object),
        since: call.query.resourceVersion,
        timeoutMs: Number(call.query.timeoutSeconds ?? usualWatchSeconds) * 1000,
        pollMs: watchPollMs,
        signal,
      }),
    );

  /** An apply has no version to conflict with: what came between is merged into. */
  const applyAgain = async (change: Change, body: unknown): Promise<KubeObject> => {
    let { cluster } = change;
    for (let attempt = 1; ; attempt++) {
      try {
        return await patchObject({ ...change, cluster }, body, true);
      } catch (error) {
        if (!(error instanceof GuestError) || error.code !== 409 || attempt === mostApplies) throw error;
        cluster = (await state.load(cluster.namespace, cluster.name)) ?? cluster;
      }
    }
  };

  const write = async (
    cluster: GuestCluster,
    resource: GuestResource,
    path: ResourcePath,
    call: GuestCall,
  ): Promise<KubeObject> => {
    const verb = verbOf(call.method, path, false);
    if (!resource.verbs.includes(verb) || (path.name === undefined) !== (verb === 'create')) {
      throw new GuestError(
        405,
        'MethodNotAllowed',
        'the server does not allow this method on the requested resource',
      );
    }
    const change = { state, cluster, resource, path, now: now() };
    if (verb === 'create') return createObject(change, call.body);
    if (verb === 'update') return replaceObject(change, call.body);
    if (verb === 'delete') return deleteObject(change, call.body);
    if (call.contentType.startsWith('application/json-patch')) {
      throw new GuestError(415, 'UnsupportedMediaType', 'use a merge patch or server-side apply');
    }
    const isApply = call.contentType.startsWith('application/apply-patch');
    if (isApply && !call.query.fieldManager) {
      throw new GuestError(422, 'Invalid', 'fieldManager: Required value: is required for apply patch');
    }
    return isApply ? applyAgain(change, call.body) : patchObject(change, call.body, false);
  };

  return async (
    cluster: GuestCluster,
    user: GuestUser,
    call: GuestCall,
    signal: AbortSignal,
  ): Promise<GuestAnswer> => {
    const ok = (body: object | Readable) => ({ code: 200, body });
    const found = call.method === 'GET' ? discover(call.path) : undefined;
    if (found) return ok(found);
    const path = parseResourcePath(call.path);
    if (!path) throw unknownPath();
    if (path.plural === 'selfsubjectreviews') return { code: 201, body: reviewSelf(user) };
    if (path.plural === 'selfsubjectaccessreviews') {
      return { code: 201, body: reviewAccess(user, cluster, call.body) };
    }
    const resource = findResource(path.group, path.version, path.plural);
    if (!resource) throw unknownPath();
    authorize(user, cluster, path, verbOf(call.method, path, isWatching(call.query)));
    if (path.subresource !== undefined) {
      const { namespace, name } = path;
      const isToken =
        call.method === 'POST' && path.plural === 'serviceaccounts' && path.subresource === 'token';
      if (!isToken || namespace === undefined || name === undefined) throw unknownPath();
      return { code: 201, body: requestToken(signer, cluster, { namespace, name }, call.body, now()) };
    }
    if (call.method !== 'GET') {
      const written = await write(cluster, resource, path, call);
      return { code: call.method === 'POST' ? 201 : 200, body: render(resource, call, written) };
    }
    return isWatching(call.query)
      ? ok(openWatch(cluster, resource, path, call, signal))
      : ok(read(cluster, resource, path, call));
  };
};
