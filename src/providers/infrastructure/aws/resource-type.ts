import { CreateTagsCommand, type Filter, type TagSpecification } from '@aws-sdk/client-ec2';
import type { InfrastructureRequest } from '../../../domain/infrastructure/infrastructure-plan.ts';
import { infraIdTag } from '../../../domain/platforms/aws/plan/plan-frame.ts';
import type { FoundResource, RemoveResult, SettleResult, StepContext, StepHandler } from '../contract.ts';
import { CloudError } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { type Accounts, accountOf } from './accounts.ts';
import { isNotFound, unlessMissing } from './errors.ts';
import { foreignMarks, isOurs, missingTags, type Tags, tagDrift, tagList } from './marks.ts';

/** A thing as a list of EC2 shows it. */
export interface Seen<Raw> {
  readonly id: string;
  readonly tags: Tags;
  readonly raw: Raw;
}

/** Which things to list: those that pass all filters, or those with these ids. */
export type Query = { readonly Filters: Filter[] } | { readonly ids: string[] };

export interface Removal<Raw> {
  readonly account: AwsAccount;
  readonly id: string;
  /** As it was listed, when it was. */
  readonly seen?: Seen<Raw> | undefined;
  /** Throws when the work is somebody else's by now; asked before each further write. */
  readonly assertHeld: () => Promise<void>;
}

/** What is common to handlers and to the search for leaks. */
export interface Ec2Resource<Raw> {
  /** Lists without things that are gone or going. */
  list(account: AwsAccount, query: Query): Promise<readonly Seen<Raw>[]>;
  remove(removal: Removal<Raw>): Promise<RemoveResult>;
}

export interface Settling<Raw> {
  readonly account: AwsAccount;
  readonly step: StepContext;
  readonly id: string;
  /** Undefined: made a moment ago, and nothing is settled. */
  readonly raw: Raw | undefined;
}

/** A type of step whose things are found by tag and name. */
export interface Ec2Type<Raw> extends Ec2Resource<Raw> {
  readonly type: string;
  /** Types with one family share a list; the type itself when absent. */
  readonly family?: string;
  /** It is listed while it goes: then it is no candidate any more, but still in the way. */
  isGoing?(raw: Raw): boolean;
  create(account: AwsAccount, step: StepContext): Promise<string>;
  /** What differs from the plan, apart from tags. */
  drift?(settling: Settling<Raw> & { readonly raw: Raw }): Promise<readonly string[]> | readonly string[];
  settle?(settling: Settling<Raw>): Promise<SettleResult>;
}

export const tagFilter = (key: string, value: string): Filter => ({ Name: `tag:${key}`, Values: [value] });

/** The form in which a list takes filters or ids. */
export const queryOf = <Key extends string>(
  query: Query,
  key: Key,
): { Filters: Filter[] } | { readonly [K in Key]: string[] } =>
  'ids' in query ? ({ [key]: query.ids } as { readonly [K in Key]: string[] }) : { Filters: query.Filters };

export const tagSpecifications = (
  kind: NonNullable<TagSpecification['ResourceType']>,
  { planned }: StepContext,
): TagSpecification[] => [{ ResourceType: kind, Tags: tagList(planned.input['tags'] as Tags) }];

/** A create whose answer has no id did something that cannot be told. */
export const idFrom = (id: string | undefined, operation: string): string => {
  if (id === undefined)
    throw new CloudError('unknownOutcome', 'NoId', `${operation} was answered without an id.`);
  return id;
};

/** What keeps a thing from going, in the words of the cloud; gone already is gone. */
export const removing = async (remove: () => Promise<RemoveResult>): Promise<RemoveResult> => {
  try {
    return await remove();
  } catch (error) {
    if (isNotFound(error)) return 'gone';
    if (!(error instanceof CloudError) || error.kind !== 'conflict') throw error;
    return { blockedBy: error.message, code: error.code };
  }
};

const listMarked = <Raw>(
  { type, family = type, list }: Pick<Ec2Type<Raw>, 'type' | 'family' | 'list'>,
  account: AwsAccount,
  infraId: string,
): Promise<readonly Seen<Raw>[]> =>
  account.remembered(`${family} ${infraId}`, () =>
    list(account, { Filters: [tagFilter(infraIdTag, infraId)] }),
  );

const keyOf = ({ type }: { readonly type: string }, id: string): string => `${type} ${id}`;

/** The thing with a known id, by the shared list, or by itself when it lost its tags. */
export const seenById = async <Raw>(
  resource: Pick<Ec2Type<Raw>, 'type' | 'family' | 'list'>,
  account: AwsAccount,
  { infraId }: InfrastructureRequest,
  wanted: string,
): Promise<Seen<Raw> | undefined> => {
  const listed = (await listMarked(resource, account, infraId)).find(({ id }) => id === wanted);
  if (listed !== undefined) return listed;
  const recorded = await account.remembered(keyOf(resource, wanted), async () =>
    unlessMissing(resource.list(account, { ids: [wanted] })),
  );
  return recorded?.find(({ id }) => id === wanted);
};

/** All that has the name of the step, and what is recorded for it even when somebody took its tags off. */
const candidates = async <Raw>(
  resource: Ec2Type<Raw>,
  account: AwsAccount,
  step: StepContext,
  idHint: string | undefined,
): Promise<readonly Seen<Raw>[]> => {
  const marked = await listMarked(resource, account, step.request.infraId);
  const found = marked.filter(({ id, tags }) => id === idHint || tags['Name'] === step.planned.name);
  if (idHint === undefined || found.some(({ id }) => id === idHint)) return found;
  const recorded = await seenById(resource, account, step.request, idHint);
  return recorded === undefined ? found : [...found, recorded];
};

const putTagsBack = async <Raw>(
  account: AwsAccount,
  step: StepContext,
  seen: Seen<Raw> | undefined,
): Promise<void> => {
  const missing = seen === undefined ? {} : missingTags(seen.tags, step.planned.input['tags'] as Tags);
  if (seen === undefined || Object.keys(missing).length === 0) return;
  await account.ec2.send(new CreateTagsCommand({ Resources: [seen.id], Tags: tagList(missing) }));
  await step.assertHeld();
};

/** Makes the handler of a type of EC2 things. An id of EC2 is never used again: what is recorded is ours unless it says otherwise. */
export const ec2Handler = <Raw>(accounts: Accounts, resource: Ec2Type<Raw>): StepHandler => {
  const { create, drift, settle, remove } = resource;
  return {
    find: async (step, idHint): Promise<readonly FoundResource[]> => {
      const account = await accountOf(accounts, step);
      const { isDestroying } = accounts;
      // What is to go and has lost its tags is removed by its recorded id.
      const found = await candidates(resource, account, step, isDestroying ? undefined : idHint);
      const standing = found.filter(({ raw }) => isDestroying || resource.isGoing?.(raw) !== true);
      // Names of EC2 are tags: what others gave the same name is in nobody's way.
      const own = standing.filter(({ id, tags }) => id === idHint || isOurs(tags, step, id, idHint));
      return Promise.all(
        own.map(async ({ id, tags, raw }): Promise<FoundResource> => {
          if (!isOurs(tags, step, id, idHint)) return { id, isOurs: false };
          if (isDestroying) return { id, isOurs: true };
          const other = (await drift?.({ account, step, id, raw })) ?? [];
          return {
            id,
            isOurs: true,
            drift: [...tagDrift(tags, step.planned.input['tags'] as Tags), ...other],
          };
        }),
      );
    },
    create: async (step) => {
      const account = await accountOf(accounts, step);
      const id = await create(account, step);
      // Nothing of it is settled yet, and no list need show it.
      account.remember(keyOf(resource, id), []);
      return id;
    },
    settle: async (step, id) => {
      const account = await accountOf(accounts, step);
      const seen = await seenById(resource, account, step.request, id);
      await putTagsBack(account, step, seen);
      return (await settle?.({ account, step, id, raw: seen?.raw })) ?? 'done';
    },
    remove: async (step, id) => {
      const account = await accountOf(accounts, step);
      const seen = await seenById(resource, account, step.request, id);
      return (
        foreignMarks(seen?.tags, step, id) ??
        removing(() => remove({ account, id, seen, assertHeld: step.assertHeld }))
      );
    },
  };
};
