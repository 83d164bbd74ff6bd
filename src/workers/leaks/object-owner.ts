import { findOwners } from '../../db/repositories/leak-facts.ts';
import type { Owner } from '../../domain/leak/judge-thing.ts';
import type { LeakThing } from '../../domain/leak/leak.ts';
import { namedOwners, ownerOfObject } from '../../domain/leak/owner.ts';
import type { LeakDependencies } from './leak-dependencies.ts';

/** Reads whom objects of a management cluster belong to, as it is now. */
export const readObjectOwners = async (
  deps: LeakDependencies,
  things: readonly LeakThing[],
  managementClusterId: string,
): Promise<(thing: LeakThing) => Owner> => {
  const known = await findOwners(deps.database.system(), namedOwners(things));
  return (thing) => ownerOfObject(thing, known, managementClusterId);
};
