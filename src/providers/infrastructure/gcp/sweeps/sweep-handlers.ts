import type { StepHandler } from '../../contract.ts';
import { pathOf } from '../compute-names.ts';
import { deleteByPath } from '../compute-operations.ts';
import type { HandlerTools } from '../handlers/tools.ts';
import { bucketHandler } from './bucket-handler.ts';
import { createClusterWorlds, type WorldOf } from './cluster-world.ts';
import { managedZoneHandler } from './managed-zone-handler.ts';
import { type SweepKind, sweepKinds } from './sweep-kinds.ts';

/** Finds what others made inside ours, and removes what was found in the same session only. */
const sweepHandler = ({ api, proven }: HandlerTools, worldOf: WorldOf, kind: SweepKind): StepHandler => ({
  find: async ({ request }) => {
    const world = await worldOf(request, kind.isFirst === true);
    const found = await kind.list(api, world);
    const ids = found.filter((resource) => kind.belongs(resource, world)).map(pathOf);
    for (const id of ids) proven.add(id);
    return ids.map((id) => ({ id, isOurs: true }));
  },
  remove: async (_step, id) => (proven.has(id) ? deleteByPath(api, id) : 'gone'),
});

export const sweepHandlers = (tools: HandlerTools): Readonly<Record<string, StepHandler>> => {
  const worldOf = createClusterWorlds(tools.api);
  return {
    ...Object.fromEntries(
      Object.entries(sweepKinds).map(([type, kind]) => [type, sweepHandler(tools, worldOf, kind)]),
    ),
    managedZone: managedZoneHandler(tools, worldOf),
    bucket: bucketHandler(tools),
  };
};
