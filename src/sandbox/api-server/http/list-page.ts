import { badRequest, expired, tooLargeVersion } from '../objects/errors.ts';
import { type ContinuePoint, decodeContinue, encodeContinue } from '../store/continue-token.ts';
import type { ListItem, ListPage } from '../store/list-versions.ts';
import type { ApiParts, ResourceRequest } from './api-parts.ts';
import { checkListOptions } from './list-options.ts';
import { resourceVersionOf, selectorsOf, wholeNumberOf } from './query-options.ts';

export interface ListedPage {
  readonly items: readonly ListItem[];
  readonly rv: number;
  readonly continueToken: string | undefined;
  readonly remaining: number | undefined;
}

const inconsistentText =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

const freshToken = (after: ContinuePoint['after']): string => encodeContinue({ rv: -1, after });

/** The version to list at; undefined lists the present state. */
const exactVersionOf = (query: URLSearchParams): number | undefined =>
  query.get('resourceVersionMatch') === 'Exact' ? resourceVersionOf(query) : undefined;

const checkPage = (
  page: ListPage,
  at: number | undefined,
  wanted: number,
  token: ContinuePoint | undefined,
): void => {
  if (Math.max(wanted, at ?? 0) > page.rv) throw tooLargeVersion(Math.max(wanted, at ?? 0), page.rv);
  if (at === undefined || at >= page.compacted) return;
  throw token
    ? expired(inconsistentText, freshToken(token.after))
    : expired('The resourceVersion for the provided list is too old.');
};

/** One page of a list, as its query asks for it. */
export const listPage = async (parts: ApiParts, request: ResourceRequest): Promise<ListedPage> => {
  const { type, namespace, query, faults } = request;
  checkListOptions(query);
  const continueText = query.get('continue');
  const token = continueText ? decodeContinue(continueText) : undefined;
  const wanted = resourceVersionOf(query) ?? 0;
  if (token && wanted > 0) {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  if (faults.some((fault) => fault.type === 'expired') && (token || wanted > 0)) {
    throw expired(inconsistentText, token && freshToken(token.after));
  }
  const at = token ? (token.rv < 0 ? undefined : token.rv) : exactVersionOf(query);
  const limit = wholeNumberOf(query, 'limit') || undefined;
  const page = await parts.writes.store.list({
    resource: type.storageKey,
    namespace,
    ...selectorsOf(request),
    limit,
    ...(token ? { after: token.after } : {}),
    ...(at === undefined ? {} : { at }),
  });
  checkPage(page, at, wanted, token);
  const rv = at ?? page.rv;
  const last = page.items.at(-1);
  return {
    items: page.items,
    rv,
    continueToken: page.more && last ? encodeContinue({ rv: token?.rv ?? rv, after: last }) : undefined,
    remaining: page.remaining,
  };
};
