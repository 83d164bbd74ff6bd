import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import type { ArmKind } from '../kinds/kind.ts';
import { kindOf } from '../kinds/kinds.ts';
import { propertiesIn } from './fields.ts';
import { runningOn } from './operations.ts';
import { parentIdOf } from './resource-id.ts';
import { nameOf } from './things.ts';
import type { ArmThing, ArmWorld } from './world.ts';

const stateOf = (world: ArmWorld, thing: ArmThing, kind: ArmKind | undefined): JsonObject => {
  if (kind?.hasState === false) return {};
  const operation = runningOn(world, thing.id) ?? runningOn(world, parentIdOf(thing.id));
  // The network service says of a new thing that it is being updated.
  const word = operation?.word === 'Creating' && kind?.pace === 'body' ? 'Updating' : operation?.word;
  const isGroup = thing.type.endsWith('/resourceGroups');
  return {
    provisioningState: word ?? (thing.failure === undefined || isGroup ? 'Succeeded' : 'Failed'),
  };
};

export const etagOf = ({ etag }: ArmThing): string => `W/"${String(etag).padStart(8, '0')}"`;

/** Groups, identities and rights have none. */
const hasEtag = ({ type }: ArmThing): boolean => type.startsWith('Microsoft.Network/');

/** A thing as Azure shows it. */
export const render = (world: ArmWorld, thing: ArmThing): JsonObject => {
  const kind = kindOf(thing.type);
  return {
    ...thing.body,
    id: thing.id,
    name: nameOf(thing),
    type: thing.type,
    ...(hasEtag(thing) ? { etag: etagOf(thing) } : {}),
    properties: {
      ...propertiesIn(thing.body),
      ...kind?.properties?.(world, thing),
      ...stateOf(world, thing, kind),
    },
  };
};
