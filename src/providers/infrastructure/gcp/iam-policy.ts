import type { JsonObject } from '../../../domain/shared/json.ts';
import { CloudError } from '../contract.ts';
import { objectOf, objectsOf, textOf, textsOf } from '../rest/json-fields.ts';
import type { GcpService } from './http/endpoints.ts';
import { numberOf } from './http/fields.ts';
import type { GcpApi } from './http/gcp-api.ts';
import { isRefusal } from './http/gcp-errors.ts';

/** Who has a role. One with a condition is somebody else's, and is kept as it is. */
export interface Binding {
  readonly role: string;
  readonly members: readonly string[];
  readonly condition?: JsonObject;
}

export interface PolicyPlace {
  readonly service: GcpService;
  /** The thing whose policy it is: `projects/P`. */
  readonly path: string;
}

/** Conditions are left out of answers, and lost in the next write, unless this version is asked for. */
const version = 3;

/** Tries before the step is tried again later: others write to the policy of a project too. */
const mostTries = 4;

const readBinding = (binding: JsonObject): Binding => {
  const condition = objectOf(binding, 'condition');
  return {
    role: textOf(binding, 'role') ?? '',
    members: textsOf(binding, 'members'),
    ...(condition === undefined ? {} : { condition }),
  };
};

/** Resource Manager takes the version in the body, IAM in the query. */
const readPolicy = (api: GcpApi, { service, path }: PolicyPlace): Promise<JsonObject> =>
  api.call({
    method: 'POST',
    service,
    path: `${path}:getIamPolicy`,
    ...(service === 'iam'
      ? { query: { 'options.requestedPolicyVersion': String(version) } }
      : { body: { options: { requestedPolicyVersion: version } } }),
    isRead: true,
  });

export const readBindings = async (api: GcpApi, place: PolicyPlace): Promise<readonly Binding[]> =>
  objectsOf(await readPolicy(api, place), 'bindings').map(readBinding);

/**
 * Reads, changes and writes the policy of a thing, again when somebody else has written in between. Members that were just made
 * are unknown to it for a while: that is no bad argument yet.
 * @param change gives the bindings as they shall be, or undefined when there is nothing to change.
 */
export const changePolicy = async (
  api: GcpApi,
  place: PolicyPlace,
  change: (bindings: readonly Binding[]) => readonly Binding[] | undefined,
  assertHeld: () => Promise<void>,
): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const policy = await readPolicy(api, place);
    const bindings = change(objectsOf(policy, 'bindings').map(readBinding));
    if (bindings === undefined) return;
    await assertHeld();
    try {
      await api.call({
        method: 'POST',
        service: place.service,
        path: `${place.path}:setIamPolicy`,
        body: {
          policy: {
            ...policy,
            version: Math.max(version, numberOf(policy, 'version') ?? 0),
            bindings: bindings.filter(({ members }) => members.length > 0).map((binding) => ({ ...binding })),
          },
        },
      });
      return;
    } catch (error) {
      if (isRefusal(error, 'badArgument')) throw new CloudError('conflict', error.code, error.message);
      if (!isRefusal(error, 'outdated') || tries >= mostTries) throw error;
    }
  }
};

/** The bindings with all that is wanted; undefined when nothing is missing. */
export const withMembers = (
  bindings: readonly Binding[],
  wanted: readonly Binding[],
): readonly Binding[] | undefined => {
  const missing = missingMembers(bindings, wanted);
  if (missing.length === 0) return undefined;
  const added = bindings.map((binding) => {
    const more = missing.find(({ role }) => role === binding.role);
    return more === undefined || binding.condition !== undefined
      ? binding
      : { ...binding, members: [...binding.members, ...more.members] };
  });
  const fresh = missing.filter(
    ({ role }) => !bindings.some((binding) => binding.role === role && binding.condition === undefined),
  );
  return [...added, ...fresh];
};

/** What of the wanted is not there, role by role. */
export const missingMembers = (
  bindings: readonly Binding[],
  wanted: readonly Binding[],
): readonly Binding[] =>
  wanted
    .map(({ role, members }) => {
      const present = bindings
        .filter((binding) => binding.role === role && binding.condition === undefined)
        .flatMap((binding) => binding.members);
      return { role, members: members.filter((member) => !present.includes(member)) };
    })
    .filter(({ members }) => members.length > 0);

/** The bindings without some members; undefined when none of them is there. */
export const withoutMembers = (
  bindings: readonly Binding[],
  isMeant: (member: string) => boolean,
): readonly Binding[] | undefined =>
  bindings.some(({ members }) => members.some(isMeant))
    ? bindings.map((binding) => ({
        ...binding,
        members: binding.members.filter((member) => !isMeant(member)),
      }))
    : undefined;
