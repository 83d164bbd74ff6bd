import type { JsonObject } from '../../../src/domain/shared/json.ts';
import {
  type FakeAnswer,
  type FakeCall,
  noSuchThing,
  ok,
  refusedOldForm,
  unknownCall,
} from './fake-answers.ts';
import {
  assertFreeRange,
  assertIdle,
  assertQuota,
  assertReferences,
  assertUnused,
  collectionOf,
  usedOf,
} from './fake-compute-rules.ts';
import { makeChildren } from './fake-controllers.ts';
import { filterOf, pageOf } from './fake-lists.ts';
import { linkHost, renderOperation, runningOn, startOperation } from './fake-operations.ts';
import { type FakeResource, type FakeWorld, secondsAfter } from './fake-world.ts';

const scopePattern = /^projects\/[^/]+\/(?:global|regions\/[^/]+|zones\/[^/]+)/;

const isVisible = (world: FakeWorld, resource: FakeResource): boolean => {
  if (world.knobs.isHiddenUntilDone && runningOn(world, resource.path)?.type === 'insert') return false;
  return secondsAfter(world, resource.insertedAt) >= world.knobs.lagSeconds;
};

const render = (resource: FakeResource): JsonObject => ({
  ...resource.data,
  selfLink: `${linkHost}${resource.path}`,
  creationTimestamp: new Date(resource.insertedAt).toISOString(),
});

export const addResource = (
  world: FakeWorld,
  path: string,
  data: JsonObject,
  isAutomatic = false,
): FakeResource => {
  const resource: FakeResource = {
    path,
    data: { name: path.split('/').at(-1), ...data },
    insertedAt: world.now(),
    isAutomatic,
  };
  world.resources.set(path, resource);
  return resource;
};

const addDefaultRoute = (world: FakeWorld, network: string): void => {
  world.count += 1;
  const path = `projects/${world.project}/global/routes/default-route-${world.count}`;
  addResource(world, path, { network: `${linkHost}${network}`, destRange: '0.0.0.0/0' }, true);
};

const insert = (world: FakeWorld, { path, body, query }: FakeCall): FakeAnswer => {
  const requestId = query.get('requestId');
  if (requestId !== null && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(requestId))
    throw refusedOldForm(400, 'invalid', `Invalid value for field 'requestId': '${requestId}'`);
  const earlier = requestId === null ? undefined : world.requests.get(requestId);
  if (earlier !== undefined) return ok(renderOperation(world, earlier));
  const name = String(body['name']);
  if (!/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name))
    throw refusedOldForm(400, 'invalid', `Invalid value for field 'resource.name': '${name}'`);
  const target = `${path}/${name}`;
  if (world.resources.has(target))
    throw refusedOldForm(409, 'alreadyExists', `The resource '${target}' already exists`);
  assertReferences(world, body);
  assertFreeRange(world, target, body);
  assertQuota(world, target);
  addResource(world, target, body);
  if (collectionOf(target) === 'networks') addDefaultRoute(world, target);
  const operation = startOperation(world, 'insert', target, () => undefined);
  if (requestId !== null) world.requests.set(requestId, operation);
  return ok(renderOperation(world, operation));
};

const existing = (world: FakeWorld, path: string): FakeResource => {
  const resource = world.resources.get(path);
  if (resource === undefined || !isVisible(world, resource)) throw noSuchThing(path);
  return resource;
};

const change = (world: FakeWorld, path: string, body: JsonObject, type: string): FakeAnswer => {
  const resource = existing(world, path);
  assertIdle(world, path);
  assertReferences(world, body);
  const operation = startOperation(world, type, path, () => {
    resource.data = { ...resource.data, ...body };
    if (world.knobs.hasControllers && Array.isArray(body['nats']) && body['nats'].length > 0)
      makeChildren(world, resource);
  });
  return ok(renderOperation(world, operation));
};

const remove = (world: FakeWorld, path: string): FakeAnswer => {
  // A thing that cannot be seen yet can be removed all the same.
  if (!world.resources.has(path)) throw noSuchThing(path);
  assertIdle(world, path);
  assertUnused(world, path);
  const operation = startOperation(world, 'delete', path, () => {
    world.resources.delete(path);
    if (collectionOf(path) !== 'networks') return;
    for (const other of world.resources.values())
      if (other.isAutomatic && other.data['network'] === `${linkHost}${path}`)
        world.resources.delete(other.path);
  });
  return ok(renderOperation(world, operation));
};

const listOperations = (world: FakeWorld, call: FakeCall): FakeAnswer => {
  const scope = call.path.replace(/\/operations$/, '');
  const items = world.operations
    .filter(({ target }) => scopePattern.exec(target)?.[0] === scope)
    .map((operation) => renderOperation(world, operation))
    .filter(filterOf(call.query.get('filter')))
    .toReversed();
  const { page, next } = pageOf(items, call.query, world.knobs.pageSize);
  return ok({ items: page, ...next });
};

const listCollection = (world: FakeWorld, { path, query }: FakeCall): FakeAnswer => {
  const items = [...world.resources.values()]
    .filter((resource) => resource.path.startsWith(`${path}/`) && isVisible(world, resource))
    .map(render)
    .filter(filterOf(query.get('filter')));
  const { page, next } = pageOf(items, query, world.knobs.pageSize);
  return ok({ items: page, ...next });
};

const listAggregated = (world: FakeWorld, { path, query }: FakeCall): FakeAnswer => {
  const collection = path.split('/').at(-1) ?? '';
  const found = [...world.resources.values()]
    .filter((resource) => collectionOf(resource.path) === collection && isVisible(world, resource))
    .filter((resource) => filterOf(query.get('filter'))(render(resource)));
  const { page, next } = pageOf(found, query, world.knobs.pageSize);
  const items: Record<string, JsonObject> = {
    'regions/nowhere1': { warning: { code: 'NO_RESULTS_ON_PAGE' } },
  };
  for (const resource of page) {
    const scope = scopePattern.exec(resource.path)?.[0].split('/').slice(2).join('/') ?? '';
    const before = items[scope]?.[collection];
    items[scope] = { [collection]: [...(Array.isArray(before) ? before : []), render(resource)] };
  }
  return ok({ items, ...next });
};

/** The project, its regions, zones and machine types: there without anybody having made them. */
const readPlace = (world: FakeWorld, { path, query }: FakeCall): FakeAnswer | undefined => {
  const [, , kind, name, leaf, type] = path.split('/');
  if (kind === undefined)
    return ok({
      name: world.project,
      quotas: [...world.quotas].map(([metric, limit]) => ({ metric, limit, usage: usedOf(world, metric) })),
    });
  if (kind === 'regions' && leaf === undefined) {
    if (name === undefined) return ok({ items: world.regions.map((region) => ({ name: region })) });
    if (!world.regions.includes(name)) throw noSuchThing(path);
    return ok({ name, status: 'UP' });
  }
  if (kind === 'zones' && name === undefined)
    return ok({
      items: world.zoneNames
        .map((zone) => ({ name: zone, status: 'UP' }))
        .filter(filterOf(query.get('filter'))),
    });
  if (kind === 'zones' && leaf === 'machineTypes' && type !== undefined) {
    const architecture = world.machineTypes[type];
    if (architecture === undefined) throw noSuchThing(path);
    return ok({ name: type, architecture });
  }
  return undefined;
};

export const answerCompute = (world: FakeWorld, call: FakeCall): FakeAnswer => {
  const { method, path, body } = call;
  if (!path.startsWith(`projects/${world.project}`))
    throw refusedOldForm(403, 'forbidden', `Required permission for '${path}'`);
  const depth = path.replace(scopePattern, '').split('/').length - 1;
  if (method === 'GET' && path.endsWith('/operations')) return listOperations(world, call);
  if (method === 'GET' && path.includes('/aggregated/')) return listAggregated(world, call);
  const place = method === 'GET' ? readPlace(world, call) : undefined;
  if (place !== undefined) return place;
  if (method === 'GET' && depth === 1) return listCollection(world, call);
  if (method === 'GET' && depth === 2) return ok(render(existing(world, path)));
  if (method === 'POST' && depth === 1) return insert(world, call);
  if (method === 'PATCH' && depth === 2) return change(world, path, body, 'patch');
  if (method === 'POST' && path.endsWith('/setPrivateIpGoogleAccess'))
    return change(world, path.slice(0, path.lastIndexOf('/')), body, 'setPrivateIpGoogleAccess');
  if (method === 'DELETE' && depth === 2) return remove(world, path);
  throw unknownCall(call);
};
