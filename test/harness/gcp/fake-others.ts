import type { JsonObject } from '../../../src/domain/shared/json.ts';
import {
  type FakeAnswer,
  type FakeCall,
  noSuchThing,
  ok,
  refusedNewForm,
  refusedOldForm,
  unknownCall,
} from './fake-answers.ts';
import { pageOf } from './fake-lists.ts';
import { answerPolicy } from './fake-policies.ts';
import type { FakeWorld } from './fake-world.ts';

export const answerResourceManager = (world: FakeWorld, call: FakeCall): FakeAnswer => {
  const { method, path, body } = call;
  const [resource, action] = path.split(':');
  // A project that is not there and one that may not be seen are the same to a stranger.
  if (resource !== `projects/${world.project}`)
    throw refusedNewForm(403, 'PERMISSION_DENIED', `The caller does not have permission on ${resource}`);
  const policy = answerPolicy(world, call);
  if (policy !== undefined) return policy;
  if (method === 'GET')
    return ok({ name: `projects/${world.number}`, projectId: world.project, state: 'ACTIVE' });
  if (method !== 'POST' || action !== 'testIamPermissions') throw unknownCall(call);
  const wanted = Array.isArray(body['permissions']) ? body['permissions'] : [];
  if (wanted.length > 100) throw refusedNewForm(400, 'INVALID_ARGUMENT', 'At most 100 permissions.');
  const unknown = wanted.find((permission) => world.knobs.unknownPermissions.has(String(permission)));
  if (unknown !== undefined)
    throw refusedNewForm(400, 'INVALID_ARGUMENT', `Permission ${unknown} is not valid for this resource.`);
  return ok({ permissions: wanted.filter((permission) => !world.knobs.denied.has(String(permission))) });
};

export const answerServiceUsage = (world: FakeWorld, { path }: FakeCall): FakeAnswer => {
  if (world.knobs.denied.has('serviceusage.quotas.get'))
    throw refusedNewForm(403, 'PERMISSION_DENIED', 'Permission serviceusage.quotas.get denied');
  const metric = 'iam.googleapis.com/quota/service-account-count';
  if (path !== `projects/${world.number}/services/iam.googleapis.com/consumerQuotaMetrics/${metric}`)
    throw refusedNewForm(404, 'NOT_FOUND', path);
  const limit = String(world.quotas.get('SERVICE_ACCOUNTS'));
  return ok({
    metric,
    consumerQuotaLimits: [{ quotaBuckets: [{ effectiveLimit: limit, defaultLimit: '100' }] }],
  });
};

const isOwn = ({ type }: JsonObject): boolean => type === 'NS' || type === 'SOA';

export const answerDns = (world: FakeWorld, call: FakeCall): FakeAnswer => {
  const { method, path, query, body } = call;
  const [, project, , name, part] = path.split('/');
  if (project !== world.project) throw refusedOldForm(403, 'forbidden', 'Forbidden');
  if (name === undefined) {
    const { page, next } = pageOf([...world.zones.values()], query, world.knobs.pageSize);
    return ok({ managedZones: page.map(({ data }) => data), ...next });
  }
  const zone = world.zones.get(name);
  if (zone === undefined) throw refusedOldForm(404, 'notFound', `The zone '${name}' does not exist.`);
  if (method === 'GET' && part === 'rrsets') return ok({ rrsets: zone.records });
  if (method === 'POST' && part === 'changes') {
    const deletions = JSON.stringify(body['deletions']);
    zone.records = zone.records.filter((record) => !deletions.includes(JSON.stringify(record)));
    return ok({ status: 'done' });
  }
  if (method !== 'DELETE' || part !== undefined) throw unknownCall(call);
  if (!zone.records.every(isOwn)) throw refusedOldForm(400, 'containerNotEmpty', 'The zone is not empty.');
  world.zones.delete(name);
  return ok({});
};

export const answerStorage = (world: FakeWorld, call: FakeCall): FakeAnswer => {
  const { method, path, query } = call;
  const [, name, part, ...object] = path.split('/');
  if (name === undefined) {
    if (query.get('project') !== world.project) throw refusedOldForm(403, 'forbidden', 'Forbidden');
    const prefix = query.get('prefix') ?? '';
    const found = [...world.buckets.values()].filter(({ data }) => String(data['name']).startsWith(prefix));
    const { page, next } = pageOf(found, query, world.knobs.pageSize);
    return ok({ items: page.map(({ data }) => data), ...next });
  }
  const bucket = world.buckets.get(name);
  if (bucket === undefined) throw noSuchThing(path);
  if (method === 'GET' && part === undefined) return ok(bucket.data);
  if (method === 'GET' && part === 'o') {
    const { page, next } = pageOf(bucket.objects, query, world.knobs.pageSize);
    return ok({ items: page.map((object) => ({ name: object, generation: '1' })), ...next });
  }
  if (method !== 'DELETE') throw unknownCall(call);
  if (part === 'o') {
    bucket.objects = bucket.objects.filter((known) => known !== object.join('/'));
    return ok({});
  }
  if (bucket.objects.length > 0)
    throw refusedOldForm(409, 'conflict', 'The bucket you tried to delete is not empty.');
  world.buckets.delete(name);
  return ok({});
};
