import { refused } from '../arm/answer.ts';
import { groupKeyOf, isWithin, keyOf } from '../arm/resource-id.ts';
import { childrenOf, removeThing, usersOf } from '../arm/things.ts';
import type { ArmThing, ArmWorld } from '../arm/world.ts';
import type { ArmKind } from './kind.ts';

export const groupType = 'Microsoft.Resources/resourceGroups';

const assertUnlocked = (world: ArmWorld, group: ArmThing): void => {
  const name = group.id.split('/').at(-1) ?? '';
  if ([...world.knobs.locked].some((locked) => locked.toLowerCase() === name.toLowerCase()))
    throw refused(
      409,
      'ScopeLocked',
      `The scope '${group.id}' cannot perform delete operation because following scope(s) are locked: '${group.id}'. Please remove the lock and try again.`,
    );
};

/** What stands elsewhere and needs something in the group. */
const assertFree = (world: ArmWorld, group: ArmThing): void => {
  for (const thing of childrenOf(world, group.id)) {
    const user = usersOf(world, thing.id).find((other) => groupKeyOf(other.id) !== keyOf(group.id));
    if (user !== undefined)
      throw refused(
        409,
        'ResourceGroupDeletionBlocked',
        `Deletion of resource group '${group.id.split('/').at(-1)}' failed as resource ${thing.id} is used by ${user.id}.`,
      );
  }
};

export const resourceGroups: ArmKind = {
  type: groupType,
  place: 'regional',
  pace: 'sync',
  hasState: true,
  assertRemovable: assertUnlocked,
};

/** All in it goes with it, the role assignments on its scope too; others of its identities stay behind. */
export const emptyGroup = (world: ArmWorld, group: ArmThing, removed: (thing: ArmThing) => void): void => {
  assertFree(world, group);
  const gone = [...world.things.values()].filter(({ id }) => isWithin(id, group.id));
  removeThing(world, group.id);
  for (const thing of gone) removed(thing);
};
