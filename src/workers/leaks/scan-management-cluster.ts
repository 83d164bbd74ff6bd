import { listPlacedNamespaces } from '../../db/repositories/leak-facts.ts';
import { doubtList, findMissing } from '../../domain/leak/find-missing.ts';
import type { LeakThing } from '../../domain/leak/leak.ts';
import { leakKinds, refOf, thingOfObject } from '../../domain/leak/object-thing.ts';
import { managedByLabel, managedByValue } from '../../domain/shared/kube-names.ts';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import type { ManagementCluster } from '../../providers/management-cluster/contract.ts';
import { labelSelectorOf } from '../../providers/management-cluster/label-selector.ts';
import type { LeakDependencies } from './leak-dependencies.ts';
import { readObjectOwners } from './object-owner.ts';
import type { PlaceLook } from './place-look.ts';

const ours = labelSelectorOf({ [managedByLabel]: managedByValue });

/** HostedClusters are listed whatever their labels: one that lost ours still needs what it stands on. */
const listObjects = async (client: ManagementCluster): Promise<readonly KubeObject[]> => {
  const lists = await Promise.all(
    leakKinds.map((kind) => client.list(kind, kind.kind === 'HostedCluster' ? {} : { labelSelector: ours })),
  );
  return lists.flatMap(({ items }) => items);
};

/** A namespace that is not in the list may have lost its labels only: the server is asked for each by name. */
const confirmMissing = async (
  client: ManagementCluster,
  missing: readonly LeakThing[],
): Promise<readonly LeakThing[]> => {
  const confirmed: LeakThing[] = [];
  for (const thing of missing) if ((await client.get(refOf(thing))) === undefined) confirmed.push(thing);
  return confirmed;
};

/** Looks at all our objects on a management cluster, then at what the database has. Throws when it does not show everything. */
export const scanManagementCluster = async (
  deps: LeakDependencies,
  managementClusterId: string,
  startedAt: string,
): Promise<PlaceLook> => {
  const client = await deps.connections.get(managementClusterId);
  const objects = await listObjects(client);
  const things = objects.flatMap((object) => thingOfObject(object) ?? []);
  const infraIds = objects.flatMap(({ kind, spec }) => {
    const infraId = spec?.['infraID'];
    return kind === 'HostedCluster' && typeof infraId === 'string' ? [infraId] : [];
  });
  const look = { regions: [], listedTypes: [], infraIds: [...new Set(infraIds)].sort() };
  const placed = await listPlacedNamespaces(deps.database.system(), managementClusterId);
  const failure = doubtList(things.length, placed.length);
  if (failure !== undefined) return { ...look, result: { startedAt, failure } };
  const listedKeys = new Set(things.filter(({ type }) => type === 'Namespace').map(({ id }) => id));
  const visibility = { declared: 'every', learnt: [] } as const;
  const missing = findMissing(placed, listedKeys, { startedAt, visibility }, deps.rules);
  return {
    ...look,
    result: {
      startedAt,
      things,
      missing: await confirmMissing(client, missing),
      ownerOf: await readObjectOwners(deps, things, managementClusterId),
    },
  };
};
