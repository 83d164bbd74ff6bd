import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { asKubeObject, bodyOf, errorOf } from './answers.ts';
import type { Caller } from './caller.ts';
import type { KubeKind, KubeList } from './contract.ts';
import { ManagementClusterError } from './errors.ts';
import type { ResolvedKind } from './kinds.ts';
import { checkLabelSelector } from './label-selector.ts';
import { targetCollection } from './paths.ts';

export const DEFAULT_PAGE_SIZE = 500;
/** Half a million objects; a server that pages on after that is not telling the truth. */
const MOST_PAGES = 1_000;
const MOST_RESTARTS = 3;

export interface ListOptions {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly signal?: AbortSignal;
  /** Calls of one flow wait for each other; default: one flow per namespace. */
  readonly flow?: string;
}

interface Page extends KubeList {
  readonly continueToken: string;
}

const pageOf = (body: Readonly<Record<string, unknown>>, kind: ResolvedKind, namespace?: string): Page => {
  const metadata = (body['metadata'] ?? {}) as { resourceVersion?: unknown; continue?: unknown };
  const { items } = body;
  const isList =
    body['kind'] === `${kind.kind}List` &&
    (Array.isArray(items) || items === null) &&
    typeof metadata.resourceVersion === 'string' &&
    metadata.resourceVersion !== '';
  if (!isList) throw new ManagementClusterError('nonsense', `the answer is not a list of ${kind.plural}`);
  const objects = ((items ?? []) as unknown[]).map((item) => asKubeObject(item, kind));
  if (namespace !== undefined && objects.some((object) => object.metadata.namespace !== namespace)) {
    throw new ManagementClusterError(
      'nonsense',
      `the list of ${kind.plural} has objects of other namespaces`,
    );
  }
  return {
    items: objects,
    resourceVersion: metadata.resourceVersion as string,
    continueToken: typeof metadata.continue === 'string' ? metadata.continue : '',
  };
};

/** All pages; begins again when the server has forgotten the version that the pages belong to. */
export const createList =
  (caller: Caller, pageSize: number) =>
  async (kubeKind: KubeKind, options: ListOptions): Promise<KubeList> => {
    const { kind, path, flow } = targetCollection(kubeKind, options.namespace);
    const selector =
      options.labelSelector === undefined ? undefined : checkLabelSelector(options.labelSelector);

    const fetchPage = (continueToken: string) => {
      const query = new URLSearchParams({ limit: String(pageSize) });
      if (selector !== undefined) query.set('labelSelector', selector);
      if (continueToken !== '') query.set('continue', continueToken);
      return caller.call(
        { method: 'GET', path: `${path}?${query}` },
        { flow: options.flow ?? flow, ...(options.signal && { signal: options.signal }) },
      );
    };

    /** Undefined when the continue token has expired. */
    const fetchAll = async (): Promise<KubeList | undefined> => {
      const items: KubeObject[] = [];
      let token = '';
      for (let pages = 0; pages < MOST_PAGES; pages += 1) {
        const answer = await fetchPage(token);
        if (answer.status === 410 && token !== '') return undefined;
        if (answer.status === 410) throw errorOf(answer);
        const page = pageOf(bodyOf(answer), kind, options.namespace);
        for (const item of page.items) items.push(item);
        if (page.continueToken === '') return { items, resourceVersion: page.resourceVersion };
        if (page.continueToken === token) break;
        token = page.continueToken;
      }
      throw new ManagementClusterError('nonsense', `the list of ${kind.plural} does not end`);
    };

    for (let restarts = 0; restarts <= MOST_RESTARTS; restarts += 1) {
      const list = await fetchAll();
      if (list) return list;
    }
    throw new ManagementClusterError(
      'unavailable',
      `the list of ${kind.plural} expired ${MOST_RESTARTS} times`,
    );
  };
