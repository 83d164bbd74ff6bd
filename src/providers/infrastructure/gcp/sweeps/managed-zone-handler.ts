import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { StepHandler } from '../../contract.ts';
import { objectOf, objectsOf, textOf } from '../../rest/json-fields.ts';
import { pathOfLink } from '../compute-names.ts';
import type { HandlerTools } from '../handlers/tools.ts';
import { isRefusal } from '../http/gcp-errors.ts';
import type { ClusterWorld, WorldOf } from './cluster-world.ts';

/** A private zone that nobody but the network of the cluster sees. */
const isOnlyOf = (zone: JsonObject, { network }: ClusterWorld): boolean => {
  const networks = objectsOf(objectOf(zone, 'privateVisibilityConfig'), 'networks');
  return (
    network !== undefined &&
    networks.length > 0 &&
    networks.every((entry) => pathOfLink(textOf(entry, 'networkUrl') ?? '') === network)
  );
};

/** Those that a zone has of itself. */
const isOwn = (record: JsonObject): boolean => record['type'] === 'NS' || record['type'] === 'SOA';

/** Zones that the control plane operator makes for private names. Their records go first. */
export const managedZoneHandler = ({ api, proven }: HandlerTools, worldOf: WorldOf): StepHandler => ({
  find: async ({ request }) => {
    const world = await worldOf(request, false);
    if (world.network === undefined) return [];
    const collection = `projects/${world.project}/managedZones`;
    const zones = (await api.list('dns', collection)).flatMap((page) => objectsOf(page, 'managedZones'));
    const ids = zones
      .filter((zone) => isOnlyOf(zone, world))
      .map((zone) => `${collection}/${textOf(zone, 'name')}`);
    for (const id of ids) proven.add(id);
    return ids.map((id) => ({ id, isOurs: true }));
  },
  remove: async (step, id) => {
    if (!proven.has(id)) return 'gone';
    try {
      const records = (await api.list('dns', `${id}/rrsets`)).flatMap((page) => objectsOf(page, 'rrsets'));
      const deletions = records.filter((record) => !isOwn(record));
      await step.assertHeld();
      if (deletions.length > 0)
        await api.call({ method: 'POST', service: 'dns', path: `${id}/changes`, body: { deletions } });
      await step.assertHeld();
      await api.call({ method: 'DELETE', service: 'dns', path: id });
    } catch (error) {
      if (!isRefusal(error, 'notFound')) throw error;
    }
    return 'gone';
  },
});
