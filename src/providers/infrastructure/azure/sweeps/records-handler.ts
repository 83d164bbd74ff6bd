import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { StepContext, StepHandler } from '../../contract.ts';
import { objectOf, textOf, textsOf } from '../../rest/json-fields.ts';
import { type HandlerTools, removeById } from '../handlers/tools.ts';
import { propertiesOf, sameText } from '../http/fields.ts';

/** Records that a zone has as long as it is there. */
const ownOfZone: readonly string[] = ['NS', 'SOA'];

const typeOf = (record: JsonObject): string => textOf(record, 'type')?.split('/').at(-1) ?? '';

const ownerMark = 'kubernetes.io_cluster.';

/** The ingress operator writes into a record whose it is. */
const isOfOtherCluster = (record: JsonObject, infraId: string): boolean => {
  const marks = Object.keys(objectOf(propertiesOf(record), 'metadata') ?? {}).filter((key) =>
    key.startsWith(ownerMark),
  );
  return marks.length > 0 && !marks.includes(`${ownerMark}${infraId}`);
};

/** Records of the cluster in the user's own zone: made by its operators, of the names that only this cluster has there. */
export const recordsHandler = (tools: HandlerTools): StepHandler => {
  const apiVersionOf = ({ planned }: StepContext): string => textOf(planned.input, 'apiVersion') ?? '';
  return {
    find: async (step) => {
      const { input } = step.planned;
      const zone = step.knownIdOf(textOf(input, 'zoneStep') ?? '');
      // A zone that was never found has no record of the cluster.
      if (zone === undefined) return [];
      const names = textsOf(input, 'names');
      const records = await tools.api.list(`${zone}/recordsets`, apiVersionOf(step));
      return records
        .filter((record) => names.some((name) => sameText(name, textOf(record, 'name'))))
        .filter((record) => !ownOfZone.includes(typeOf(record)))
        .filter((record) => !isOfOtherCluster(record, step.request.infraId))
        .flatMap((record) => textOf(record, 'id') ?? [])
        .map((id) => ({ id, isOurs: true }));
    },
    remove: (step, id) =>
      removeById(tools, { id, apiVersion: apiVersionOf(step), name: id.split('/').at(-1) ?? id }),
  };
};
