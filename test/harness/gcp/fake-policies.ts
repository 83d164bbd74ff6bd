import { isJsonObject, type JsonObject } from '../../../src/domain/shared/json.ts';
import { type FakeAnswer, type FakeCall, ok, refusedNewForm } from './fake-answers.ts';
import { type FakePolicy, type FakeWorld, secondsAfter } from './fake-world.ts';

const invalid = (message: string) => refusedNewForm(400, 'INVALID_ARGUMENT', message);

const policyOf = (world: FakeWorld, key: string): FakePolicy => {
  const known = world.policies.get(key);
  if (known !== undefined) return known;
  const fresh: FakePolicy = { version: 1, etag: 1, bindings: [] };
  world.policies.set(key, fresh);
  return fresh;
};

const render = ({ version, etag, bindings }: FakePolicy): JsonObject => ({
  version,
  etag: `etag-${etag}`,
  ...(bindings.length === 0 ? {} : { bindings }),
});

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Members that Google knows: accounts of the project once they have spread, pools that are active. */
const assertMember = (world: FakeWorld, member: string): void => {
  const email = /^serviceAccount:(.+)$/.exec(member)?.[1];
  if (email !== undefined) {
    const account = world.accounts.get(`projects/${world.project}/serviceAccounts/${email}`);
    const isSpread =
      account !== undefined && secondsAfter(world, account.createdAt) >= world.knobs.iamLagSeconds;
    if (!isSpread) throw invalid(`Service account ${email} does not exist.`);
    return;
  }
  const pool = /^principal:\/\/iam\.googleapis\.com\/projects\/([0-9]+)\/(.+)\/subject\/.+$/.exec(member);
  if (pool !== null) {
    const identity = world.identities.get(`projects/${world.project}/${pool[2]}`);
    if (pool[1] !== world.number || identity === undefined || identity.deletedAt !== undefined)
      throw invalid(`Identity Pool does not exist (${member}).`);
    return;
  }
  if (!/^(?:deleted:serviceAccount|user|group|principalSet|domain):/.test(member))
    throw invalid(`Invalid member: ${member}`);
};

const hasConditions = ({ bindings }: Pick<FakePolicy, 'bindings'>): boolean =>
  bindings.some((binding) => isJsonObject(binding['condition']));

/** Resource Manager takes the version in the body; IAM in the query, and no body. */
const versionOf = ({ service, query, body }: FakeCall): number => {
  const { options } = body;
  if (service !== 'iam') return isJsonObject(options) ? Number(options['requestedPolicyVersion'] ?? 1) : 1;
  if (Object.keys(body).length > 0) throw invalid('The request body must be empty.');
  return Number(query.get('options.requestedPolicyVersion') ?? 1);
};

const read = (world: FakeWorld, key: string, call: FakeCall): FakeAnswer => {
  const policy = policyOf(world, key);
  if (versionOf(call) >= 3 || !hasConditions(policy)) return ok(render(policy));
  const bindings = policy.bindings.filter((binding) => !isJsonObject(binding['condition']));
  return ok(render({ ...policy, version: 1, bindings }));
};

const write = (world: FakeWorld, key: string, body: JsonObject): FakeAnswer => {
  const current = policyOf(world, key);
  const { policy } = body;
  if (!isJsonObject(policy) || typeof policy['etag'] !== 'string')
    throw invalid('The double takes no policy without the etag that was read.');
  if (world.knobs.policyConflicts > 0) {
    world.knobs.policyConflicts -= 1;
    current.etag += 1;
  }
  if (policy['etag'] !== `etag-${current.etag}`)
    throw refusedNewForm(409, 'ABORTED', 'There were concurrent policy changes. Please retry.');
  const bindings = (Array.isArray(policy['bindings']) ? policy['bindings'] : []).filter(isJsonObject);
  if (hasConditions({ bindings }) && Number(policy['version']) < 3)
    throw invalid('Conditions need policy version 3.');
  const before = new Set(current.bindings.flatMap((binding) => textsOf(binding['members'])));
  const members = bindings.flatMap((binding) => textsOf(binding['members']));
  for (const member of members) if (!before.has(member)) assertMember(world, member);
  if (
    bindings.some(({ role, members: own }) => !String(role).includes('roles/') || textsOf(own).length === 0)
  )
    throw invalid('A binding has a role and members.');
  world.policies.set(key, { version: Number(policy['version'] ?? 1), etag: current.etag + 1, bindings });
  return ok(render(policyOf(world, key)));
};

/** `PATH:getIamPolicy` and `PATH:setIamPolicy`; undefined when the call is another. */
export const answerPolicy = (world: FakeWorld, call: FakeCall): FakeAnswer | undefined => {
  const [resource = '', action] = call.path.split(':');
  const key = `${call.service} ${resource}`;
  if (call.method !== 'POST') return undefined;
  if (action === 'getIamPolicy') return read(world, key, call);
  return action === 'setIamPolicy' ? write(world, key, call.body) : undefined;
};

/** A removed account stays in policies, as one that is dead. */
export const killMember = (world: FakeWorld, email: string, uid: string): void => {
  for (const policy of world.policies.values()) {
    policy.etag += 1;
    policy.bindings = policy.bindings.map((binding) => ({
      ...binding,
      members: textsOf(binding['members']).map((member) =>
        member === `serviceAccount:${email}` ? `deleted:serviceAccount:${email}?uid=${uid}` : member,
      ),
    }));
  }
};
