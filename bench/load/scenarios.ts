import { randomBytes } from 'node:crypto';
import { clusterBody, clusterPatch } from '../data/cluster-body.ts';
import type { TargetCluster, Targets } from '../data/targets.ts';

export const scenarioNames = [
  'get',
  'get304',
  'list',
  'listDeep',
  'listLabel',
  'listName',
  'patch',
  'create',
  'delete',
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Scenario {
  readonly title: string;
  readonly status: number;
  /** Makes the requests one by one; undefined: there are no more. */
  readonly requests: (targets: Targets) => () => LoadRequest | undefined;
}

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

const authorization = (targets: Targets, tenant: number) => ({
  authorization: `Bearer ${targets.tenants[tenant]?.key}`,
});

/** A read about a cluster that is picked by chance. */
const reading =
  (pathOf: (cluster: TargetCluster) => string, headersOf: (cluster: TargetCluster) => object = () => ({})) =>
  (targets: Targets) =>
  (): LoadRequest | undefined => {
    const cluster = pick(targets.clusters);
    if (cluster === undefined) return undefined;
    const headers = { ...authorization(targets, cluster.tenant), ...headersOf(cluster) };
    return { method: 'GET', path: pathOf(cluster), headers };
  };

const creating = (targets: Targets) => {
  const run = randomBytes(4).toString('hex');
  let count = 0;
  return (): LoadRequest => {
    count += 1;
    const tenant = count % targets.tenants.length;
    const credential = targets.tenants[tenant]?.pullSecretCredentialId ?? '';
    return {
      method: 'POST',
      path: '/v1/clusters',
      headers: {
        ...authorization(targets, tenant),
        'content-type': 'application/json',
        'idempotency-key': `${run}-${count}`,
      },
      body: JSON.stringify(clusterBody(`load-${run}-${count}`, credential)),
    };
  };
};

const patching = (targets: Targets) => {
  let round = 0;
  return (): LoadRequest | undefined => {
    const cluster = pick(targets.clusters);
    if (cluster === undefined) return undefined;
    round += 1;
    return {
      method: 'PATCH',
      path: `/v1/clusters/${cluster.id}`,
      headers: {
        ...authorization(targets, cluster.tenant),
        'content-type': 'application/merge-patch+json',
      },
      body: JSON.stringify(clusterPatch(round)),
    };
  };
};

const deleting = (targets: Targets) => {
  let next = 0;
  return (): LoadRequest | undefined => {
    const cluster = targets.clusters[next];
    next += 1;
    return (
      cluster && {
        method: 'DELETE',
        path: `/v1/clusters/${cluster.id}`,
        headers: authorization(targets, cluster.tenant),
      }
    );
  };
};

const listingDeep = (targets: Targets) => (): LoadRequest => {
  const { tenant, cursor } = pick(targets.cursors) ?? { tenant: 0, cursor: undefined };
  const query = cursor === undefined ? '' : `&cursor=${cursor}`;
  return {
    method: 'GET',
    path: `/v1/clusters?limit=100${query}`,
    headers: authorization(targets, tenant),
  };
};

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  get: { title: 'get by id', status: 200, requests: reading(({ id }) => `/v1/clusters/${id}`) },
  get304: {
    title: 'get, not changed',
    status: 304,
    requests: reading(
      ({ id }) => `/v1/clusters/${id}`,
      ({ etag }) => ({ 'if-none-match': etag }),
    ),
  },
  list: { title: 'list, first 100', status: 200, requests: reading(() => '/v1/clusters?limit=100') },
  listDeep: { title: 'list, deep page', status: 200, requests: listingDeep },
  listLabel: {
    title: 'list by label',
    status: 200,
    requests: reading(({ team }) => `/v1/clusters?limit=100&label=${encodeURIComponent(`team=${team}`)}`),
  },
  listName: {
    title: 'list by name',
    status: 200,
    requests: reading(({ name }) => `/v1/clusters?limit=100&name=${name}`),
  },
  patch: { title: 'patch', status: 202, requests: patching },
  create: { title: 'create', status: 202, requests: creating },
  delete: { title: 'delete (marked)', status: 202, requests: deleting },
};
