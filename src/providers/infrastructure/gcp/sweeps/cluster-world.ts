import type { InfrastructureRequest } from '../../../../domain/infrastructure/infrastructure-plan.ts';
import { gcpNames } from '../../../../domain/platforms/gcp/plan/names.ts';
import { platformBlock } from '../../../../domain/platforms/platform-rules.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { objectsOf, textOf } from '../../rest/json-fields.ts';
import { pathOfLink, pathsIn } from '../compute-names.ts';
import type { GcpApi } from '../http/gcp-api.ts';
import { isOfCluster } from '../marks.ts';

/** What proves that a thing which Berth did not make belongs to a cluster. */
export interface ClusterWorld {
  readonly request: InfrastructureRequest;
  readonly project: string;
  readonly region: string;
  /** The network that Berth made for this cluster alone; undefined when there is none. */
  readonly network?: string;
  readonly subnet: string;
  /** Names of the firewall rules in the network but Berth's own. */
  readonly firewalls: ReadonlySet<string>;
  /** Names of load balancers of the cluster's Services: their firewall rules hold them. */
  readonly loadBalancers: ReadonlySet<string>;
}

/** Source: cloud-provider-gcp, MakeFirewallName; load balancers are named after the UID of the Service. */
const serviceFirewall = /^k8s-fw-(a[0-9a-f]{31})$/;

export const liesIn = (resource: JsonObject, network: string | undefined): boolean =>
  network !== undefined && pathOfLink(textOf(resource, 'network') ?? '') === network;

/** Firewall rules of the network of a cluster but Berth's own. */
export const listFirewalls = async (
  api: GcpApi,
  { project, request, network }: Pick<ClusterWorld, 'project' | 'request' | 'network'>,
): Promise<readonly JsonObject[]> => {
  if (network === undefined) return [];
  const names = gcpNames(request.infraId);
  const pages = await api.list('compute', `projects/${project}/global/firewalls`, {
    filter: `network eq ".*/${names.network}"`,
  });
  return pages
    .flatMap((page) => objectsOf(page, 'items'))
    .filter((rule) => liesIn(rule, network) && rule['name'] !== names.kubeletFirewall);
};

const read = async (api: GcpApi, request: InfrastructureRequest): Promise<ClusterWorld> => {
  const { project, region } = platformBlock(request.spec, 'gcp').gcp;
  const names = gcpNames(request.infraId);
  const paths = pathsIn(project, region);
  const base = { request, project, region, subnet: paths.subnet(names.subnet) };
  const network = paths.network(names.network);
  const found = await api.get('compute', network);
  if (found === undefined || !isOfCluster(found, request))
    return { ...base, firewalls: new Set(), loadBalancers: new Set() };
  const rules = await listFirewalls(api, { project, request, network });
  const firewalls = rules.flatMap((rule) => textOf(rule, 'name') ?? []);
  const loadBalancers = firewalls.flatMap((name) => serviceFirewall.exec(name)?.[1] ?? []);
  return { ...base, network, firewalls: new Set(firewalls), loadBalancers: new Set(loadBalancers) };
};

/** `isFresh`: read anew, else what was read last in the session. */
export type WorldOf = (request: InfrastructureRequest, isFresh: boolean) => Promise<ClusterWorld>;

/** Read once in a pass, not once for each kind of thing. */
export const createClusterWorlds = (api: GcpApi): WorldOf => {
  const worlds = new Map<string, Promise<ClusterWorld>>();
  return (request, isFresh) => {
    const known = worlds.get(request.infraId);
    if (known !== undefined && !isFresh) return known;
    const world = read(api, request);
    worlds.set(request.infraId, world);
    world.catch(() => worlds.delete(request.infraId));
    return world;
  };
};
