import { isJsonObject, type JsonObject } from '../../../../domain/shared/json.ts';
import { objectOf, objectsOf, textOf } from '../../rest/json-fields.ts';
import { pathOfLink } from '../compute-names.ts';
import type { GcpApi } from '../http/gcp-api.ts';
import { isOfCluster } from '../marks.ts';
import { type ClusterWorld, liesIn, listFirewalls } from './cluster-world.ts';

/** A kind of Compute Engine that controllers of a cluster make. */
export interface SweepKind {
  /** It comes first in a pass: what the others go by is read anew. */
  readonly isFirst?: true;
  list(api: GcpApi, world: ClusterWorld): Promise<readonly JsonObject[]>;
  /** What a list holds is looked at again: filters are only there to make answers small. */
  belongs(resource: JsonObject, world: ClusterWorld): boolean;
}

/** Of all zones and regions, and the global ones. */
export const listEverywhere = async (
  api: GcpApi,
  project: string,
  collection: string,
  query: Readonly<Record<string, string>> = {},
): Promise<readonly JsonObject[]> => {
  const pages = await api.list('compute', `projects/${project}/aggregated/${collection}`, query);
  return pages.flatMap((page) =>
    Object.values(objectOf(page, 'items') ?? {})
      .filter(isJsonObject)
      .flatMap((scope) => objectsOf(scope, collection)),
  );
};

const listGlobal = async (api: GcpApi, project: string, collection: string): Promise<readonly JsonObject[]> =>
  (await api.list('compute', `projects/${project}/global/${collection}`)).flatMap((page) =>
    objectsOf(page, 'items'),
  );

/** Everything in the network of the cluster is the cluster's: nobody else has a place in it. */
const everywhere = (collection: string, belongs: SweepKind['belongs']): SweepKind => ({
  list: (api, { project, network }) =>
    network === undefined ? Promise.resolve([]) : listEverywhere(api, project, collection),
  belongs,
});

const isOfService = (resource: JsonObject, { loadBalancers, region }: ClusterWorld): boolean =>
  loadBalancers.has(textOf(resource, 'name') ?? '') &&
  pathOfLink(textOf(resource, 'region') ?? '').endsWith(`/regions/${region}`);

/** Drivers mark volumes and snapshots with the cluster, wherever they lie. */
const isLabelled = (resource: JsonObject, { request }: ClusterWorld): boolean =>
  textOf(objectOf(resource, 'labels'), `kubernetes-io-cluster-${request.infraId}`) === 'owned' ||
  isOfCluster(resource, request);

/** Made and removed with a network or a subnet. */
const isAutomatic = (route: JsonObject): boolean =>
  textOf(route, 'name')?.startsWith('default-route-') === true ||
  textOf(route, 'nextHopNetwork') !== undefined ||
  textOf(route, 'nextHopPeering') !== undefined;

export const sweepKinds: Readonly<Record<string, SweepKind>> = {
  instance: everywhere('instances', (resource, { network }) =>
    objectsOf(resource, 'networkInterfaces').some((nic) => liesIn(nic, network)),
  ),
  forwardingRule: {
    ...everywhere(
      'forwardingRules',
      (resource, world) => liesIn(resource, world.network) || isOfService(resource, world),
    ),
    isFirst: true,
  },
  targetPool: everywhere('targetPools', isOfService),
  backendService: everywhere(
    'backendServices',
    (resource, world) => liesIn(resource, world.network) || isOfService(resource, world),
  ),
  instanceGroup: everywhere('instanceGroups', (resource, { network }) => liesIn(resource, network)),
  address: everywhere(
    'addresses',
    (resource, world) =>
      pathOfLink(textOf(resource, 'subnetwork') ?? '') === world.subnet ||
      liesIn(resource, world.network) ||
      isOfService(resource, world),
  ),
  foreignFirewall: {
    list: listFirewalls,
    // One that was not there yet when its load balancer was looked for is left for the next pass.
    belongs: (resource, { network, firewalls }) =>
      liesIn(resource, network) && firewalls.has(textOf(resource, 'name') ?? ''),
  },
  route: {
    list: (api, { project, network }) =>
      network === undefined ? Promise.resolve([]) : listGlobal(api, project, 'routes'),
    belongs: (resource, { network }) => liesIn(resource, network) && !isAutomatic(resource),
  },
  disk: { list: (api, { project }) => listEverywhere(api, project, 'disks'), belongs: isLabelled },
  snapshot: { list: (api, { project }) => listGlobal(api, project, 'snapshots'), belongs: isLabelled },
};
