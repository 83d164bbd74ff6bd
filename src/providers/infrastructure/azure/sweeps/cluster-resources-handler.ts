import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { StepContext, StepHandler } from '../../contract.ts';
import { objectOf, textOf } from '../../rest/json-fields.ts';
import { type HandlerTools, removeById, waitFor } from '../handlers/tools.ts';
import { isOfCluster as isOfOurCluster, readMarks } from '../marks.ts';

/** What operators make for a cluster, in the order in which it can be removed, with its version of the API. */
const kinds: readonly (readonly [type: string, apiVersion: string])[] = [
  ['microsoft.compute/virtualmachines', '2023-09-01'],
  ['microsoft.network/privateendpoints', '2023-11-01'],
  ['microsoft.network/privatelinkservices', '2023-11-01'],
  ['microsoft.network/loadbalancers', '2023-11-01'],
  ['microsoft.network/networkinterfaces', '2023-11-01'],
  ['microsoft.network/publicipaddresses', '2023-11-01'],
  ['microsoft.compute/disks', '2023-10-02'],
  ['microsoft.compute/snapshots', '2023-10-02'],
  ['microsoft.compute/images', '2023-09-01'],
  ['microsoft.compute/availabilitysets', '2023-09-01'],
  ['microsoft.storage/storageaccounts', '2023-01-01'],
  ['microsoft.network/applicationsecuritygroups', '2023-11-01'],
  ['microsoft.network/networksecuritygroups', '2023-11-01'],
];

/** The first of them that is free only when Berth's own load balancer has gone. */
const firstOfRemains = kinds.findIndex(([type]) => type === 'microsoft.network/publicipaddresses');

const typeOf = (id: string): string => {
  const [namespace = '', type = ''] = id.slice(id.toLowerCase().lastIndexOf('/providers/') + 11).split('/');
  return `${namespace}/${type}`.toLowerCase();
};

const rankOf = (id: string): number => kinds.findIndex(([type]) => type === typeOf(id));

/** Marks of the image registry, of Cluster API, of the cloud provider and its drivers. Source: their tags. */
const marksOf = (infraId: string): readonly (readonly [key: string, value: string])[] => [
  [`kubernetes.io_cluster.${infraId}`, 'owned'],
  [`sigs.k8s.io_cluster-api-provider-azure_cluster_${infraId}`, 'owned'],
  ['k8s-azure-cluster-name', infraId],
  ['kubernetes-cluster-name', infraId],
];

/** Berth's own things have steps of their own. */
const isOfCluster = (resource: JsonObject, infraId: string): boolean => {
  const tags = objectOf(resource, 'tags') ?? {};
  return (
    !readMarks(resource).has('berth-cluster') && marksOf(infraId).some(([key, value]) => tags[key] === value)
  );
};

const nameOf = (id: string): string => id.split('/').at(-1) ?? id;

/** Things of the cluster in a group of the user's. In a group of Berth's they go with the group. */
export const clusterResourcesHandler = (tools: HandlerTools): StepHandler => {
  /** What is still there, by the last look. */
  let present: readonly string[] = [];
  const inputText = ({ planned }: StepContext, member: string): string | undefined =>
    textOf(planned.input, member);
  const isPartOf = (step: StepContext, rank: number): boolean =>
    rank >= 0 && (inputText(step, 'part') === 'machines' ? rank < firstOfRemains : rank >= firstOfRemains);
  /** What else goes before the things of this step. */
  const isHeldBy = async (step: StepContext): Promise<string | undefined> => {
    const id = inputText(step, 'behind');
    if (id === undefined) return undefined;
    const found = await tools.view.read(tools.api, id, inputText(step, 'behindApiVersion') ?? '');
    return found !== undefined && isOfOurCluster(found, step.request) ? id : undefined;
  };
  return {
    find: async (step) => {
      const resources = await tools.api.list(
        `${inputText(step, 'group') ?? ''}/resources`,
        inputText(step, 'apiVersion') ?? '',
      );
      present = resources
        .filter((resource) => isOfCluster(resource, step.request.infraId))
        .flatMap((resource) => textOf(resource, 'id') ?? [])
        .filter((id) => rankOf(id) >= 0)
        .toSorted((left, right) => rankOf(left) - rankOf(right));
      return present.filter((id) => isPartOf(step, rankOf(id))).map((id) => ({ id, isOurs: true }));
    },
    remove: async (step, id) => {
      const rank = rankOf(id);
      const before = present.find((other) => rankOf(other) < rank) ?? (await isHeldBy(step));
      if (before !== undefined) return waitFor(nameOf(before), 'deleted', 5);
      return removeById(tools, { id, apiVersion: kinds[rank]?.[1] ?? '', name: nameOf(id) });
    },
  };
};
