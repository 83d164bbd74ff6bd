import { isJsonObject, type JsonObject } from '../../../src/domain/shared/json.ts';
import {
  type FakeAnswer,
  type FakeCall,
  noSuchEntity,
  ok,
  refusedNewForm,
  unknownCall,
} from './fake-answers.ts';
import { pageOf } from './fake-lists.ts';
import { answerPolicy, killMember } from './fake-policies.ts';
import { type FakeIdentity, type FakeWorld, secondsAfter } from './fake-world.ts';

const invalid = (message: string) => refusedNewForm(400, 'INVALID_ARGUMENT', message);
const taken = (path: string) =>
  refusedNewForm(409, 'ALREADY_EXISTS', `Requested entity already exists: ${path}`);

/** Ids of what was removed are kept for thirty days. */
const keptSeconds = 30 * 24 * 3600;

const started = (world: FakeWorld): FakeAnswer => {
  world.count += 1;
  return ok({ name: `operations/iam-${world.count}`, done: false });
};

const render = ({ path, data, deletedAt }: FakeIdentity): JsonObject => ({
  ...data,
  name: path,
  state: deletedAt === undefined ? 'ACTIVE' : 'DELETED',
});

const isSeen = (world: FakeWorld, { createdAt }: FakeIdentity): boolean =>
  secondsAfter(world, createdAt) >= world.knobs.lagSeconds;

const identityAt = (world: FakeWorld, path: string): FakeIdentity | undefined => {
  const found = world.identities.get(path);
  if (found?.deletedAt !== undefined && secondsAfter(world, found.deletedAt) >= keptSeconds)
    world.identities.delete(path);
  return world.identities.get(path);
};

const assertKeys = (body: JsonObject): void => {
  const { oidc } = body;
  if (!isJsonObject(oidc)) return;
  const { keys } = JSON.parse(String(oidc['jwksJson'])) as { keys?: unknown };
  if (!Array.isArray(keys)) throw invalid('jwksJson has no keys.');
  if (!String(oidc['issuerUri']).startsWith('https://')) throw invalid('issuerUri must be https.');
};

const createIdentity = (world: FakeWorld, { path, query, body }: FakeCall): FakeAnswer => {
  const id = query.get('workloadIdentityPoolId') ?? query.get('workloadIdentityPoolProviderId') ?? '';
  if (!/^(?!gcp-)[a-z0-9-]{4,32}$/.test(id)) throw invalid(`Invalid id: ${id}`);
  if (String(body['description'] ?? '').length > 256) throw invalid('description is too long.');
  if (String(body['displayName'] ?? '').length > 32) throw invalid('displayName is too long.');
  const target = `${path}/${id}`;
  if (identityAt(world, target) !== undefined) throw taken(target);
  const parent = /^(.+)\/providers$/.exec(path)?.[1];
  const pool = parent === undefined ? undefined : identityAt(world, parent);
  if (parent !== undefined && (pool === undefined || !isSeen(world, pool))) throw noSuchEntity(parent);
  if (pool?.deletedAt !== undefined) throw refusedNewForm(400, 'FAILED_PRECONDITION', 'The pool is deleted.');
  assertKeys(body);
  world.identities.set(target, { path: target, data: body, createdAt: world.now() });
  return started(world);
};

const changeIdentity = (world: FakeWorld, call: FakeCall): FakeAnswer => {
  const [path = '', action] = call.path.split(':');
  const found = identityAt(world, path);
  if (found === undefined) throw noSuchEntity(path);
  const isDeleted = found.deletedAt !== undefined;
  if (call.method === 'POST' && action === 'undelete') {
    if (!isDeleted) throw refusedNewForm(400, 'FAILED_PRECONDITION', 'It is not deleted.');
    delete found.deletedAt;
    return started(world);
  }
  if (isDeleted) throw refusedNewForm(400, 'FAILED_PRECONDITION', 'It is deleted.');
  if (call.method === 'DELETE') {
    found.deletedAt = world.now();
    return started(world);
  }
  if (call.method !== 'PATCH' || call.query.get('updateMask') === null) throw unknownCall(call);
  assertKeys(call.body);
  found.data = { ...found.data, ...call.body };
  return started(world);
};

const answerIdentities = (world: FakeWorld, call: FakeCall): FakeAnswer => {
  const { method, path } = call;
  const isCollection = /\/(?:workloadIdentityPools|providers)$/.test(path);
  if (method === 'POST' && isCollection) return createIdentity(world, call);
  if (method !== 'GET') return changeIdentity(world, call);
  if (isCollection) {
    const pools = [...world.identities.values()].filter(
      (identity) =>
        identity.path.slice(0, identity.path.lastIndexOf('/')) === path && identity.deletedAt === undefined,
    );
    const { page, next } = pageOf(pools.map(render), call.query, world.knobs.pageSize);
    return ok({ workloadIdentityPools: page, ...next });
  }
  const found = identityAt(world, path);
  if (found === undefined || !isSeen(world, found)) throw noSuchEntity(path);
  return ok(render(found));
};

const createAccount = (world: FakeWorld, { path, body }: FakeCall): FakeAnswer => {
  const { accountId, serviceAccount } = body;
  const data = isJsonObject(serviceAccount) ? serviceAccount : {};
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(String(accountId)))
    throw invalid(`Invalid accountId: ${accountId}`);
  if (String(data['description'] ?? '').length > 256) throw invalid('description is too long.');
  const target = `${path}/${accountId}@${world.project}.iam.gserviceaccount.com`;
  if (world.accounts.has(target)) throw taken(target);
  if (world.accounts.size >= (world.quotas.get('SERVICE_ACCOUNTS') ?? 0))
    throw refusedNewForm(429, 'RESOURCE_EXHAUSTED', 'Maximum number of service accounts on project reached.');
  world.count += 1;
  const account = { ...data, email: target.split('/').at(-1), uniqueId: String(100_000 + world.count) };
  world.accounts.set(target, { path: target, data: account, createdAt: world.now() });
  return ok({ ...account, name: target });
};

const answerAccounts = (world: FakeWorld, call: FakeCall): FakeAnswer => {
  const { method } = call;
  const [path = '', action] = call.path.split(':');
  const isCollection = path.endsWith('/serviceAccounts');
  if (method === 'POST' && isCollection) return createAccount(world, call);
  if (method === 'GET' && isCollection) {
    const accounts = [...world.accounts.values()].map(({ path: name, data }) => ({ ...data, name }));
    const { page, next } = pageOf(accounts, call.query, world.knobs.pageSize);
    return ok({ accounts: page, ...next });
  }
  const account = world.accounts.get(path);
  if (account === undefined || !isSeen(world, account)) throw noSuchEntity(path);
  const policy = answerPolicy(world, call);
  if (policy !== undefined) return policy;
  if (method === 'GET') return ok({ ...account.data, name: path });
  if (method === 'POST' && action === 'enable') {
    account.data = { ...account.data, disabled: false };
    return ok({});
  }
  if (method !== 'DELETE') throw unknownCall(call);
  world.accounts.delete(path);
  world.policies.delete(`iam ${path}`);
  killMember(world, String(account.data['email']), String(account.data['uniqueId']));
  return ok({});
};

export const answerIam = (world: FakeWorld, call: FakeCall): FakeAnswer => {
  const own = `projects/${world.project}/`;
  const path = call.path.replace(`projects/${world.number}/`, own);
  if (!path.startsWith(own)) throw refusedNewForm(403, 'PERMISSION_DENIED', `Permission denied on ${path}`);
  if (path.includes('/workloadIdentityPools')) return answerIdentities(world, { ...call, path });
  if (path.includes('/serviceAccounts')) return answerAccounts(world, { ...call, path });
  throw unknownCall(call);
};
