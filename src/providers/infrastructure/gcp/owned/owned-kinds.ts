import type { JsonObject } from '../../../../domain/shared/json.ts';
import { objectsOf, textOf } from '../../rest/json-fields.ts';
import { pathOf } from '../compute-names.ts';
import type { GcpApi } from '../http/gcp-api.ts';
import { listEverywhere } from '../sweeps/sweep-kinds.ts';

/** A kind of thing that carries marks, and how all of a project are listed. */
export interface OwnedKind {
  readonly type: string;
  readonly service: 'compute' | 'iam' | 'storage';
  list(api: GcpApi, project: string, instance: string): Promise<readonly JsonObject[]>;
  idOf(resource: JsonObject): string;
}

const page = async (
  api: GcpApi,
  service: OwnedKind['service'],
  path: string,
  member: string,
  query: Readonly<Record<string, string>> = {},
): Promise<readonly JsonObject[]> =>
  (await api.list(service, path, query)).flatMap((entry) => objectsOf(entry, member));

/** Networks and the like have no labels: the mark is in the description. */
const described = (type: string, collection: string, isGlobal: boolean): OwnedKind => ({
  type,
  service: 'compute',
  list: (api, project) =>
    isGlobal
      ? page(api, 'compute', `projects/${project}/global/${collection}`, 'items')
      : listEverywhere(api, project, collection),
  idOf: pathOf,
});

/** What the operators make carries the labels of the cluster. */
const labelled = (type: string, collection: string, isGlobal = false): OwnedKind => ({
  type,
  service: 'compute',
  list: (api, project, instance) => {
    const filter = `labels.berth-instance=${instance}`;
    return isGlobal
      ? page(api, 'compute', `projects/${project}/global/${collection}`, 'items', { filter })
      : listEverywhere(api, project, collection, { filter });
  },
  idOf: pathOf,
});

const nameOf = (resource: JsonObject): string => textOf(resource, 'name') ?? '';

/** Kinds in the order in which they can be removed. */
export const ownedKinds: readonly OwnedKind[] = [
  labelled('instance', 'instances'),
  labelled('forwardingRule', 'forwardingRules'),
  labelled('address', 'addresses'),
  labelled('disk', 'disks'),
  labelled('snapshot', 'snapshots', true),
  described('firewall', 'firewalls', true),
  described('router', 'routers', false),
  described('subnet', 'subnetworks', false),
  described('network', 'networks', true),
  {
    type: 'serviceAccount',
    service: 'iam',
    list: (api, project) =>
      page(api, 'iam', `projects/${project}/serviceAccounts`, 'accounts', { pageSize: '100' }),
    idOf: nameOf,
  },
  {
    type: 'workloadIdentityPool',
    service: 'iam',
    list: async (api, project) =>
      (
        await page(
          api,
          'iam',
          `projects/${project}/locations/global/workloadIdentityPools`,
          'workloadIdentityPools',
          { pageSize: '100' },
        )
      ).filter((pool) => pool['state'] !== 'DELETED'),
    idOf: nameOf,
  },
  {
    type: 'bucket',
    service: 'storage',
    list: (api, project) => page(api, 'storage', 'b', 'items', { project }),
    idOf: (bucket) => `b/${nameOf(bucket)}`,
  },
];
