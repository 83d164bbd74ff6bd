import { findOwners, findReferences } from '../../db/repositories/leak-facts.ts';
import type { Owner } from '../../domain/leak/judge-thing.ts';
import type { LeakThing } from '../../domain/leak/leak.ts';
import { namedOwners, ownerOfResource } from '../../domain/leak/owner.ts';
import type { LeakDependencies } from './leak-dependencies.ts';

/** Reads whom things in a cloud belong to, as it is now. */
export const readCloudOwners = async (
  deps: LeakDependencies,
  things: readonly LeakThing[],
  now: string,
): Promise<(thing: LeakThing) => Owner> => {
  const named = namedOwners(things);
  const sql = deps.database.system();
  const [known, references] = await Promise.all([
    findOwners(sql, named),
    findReferences(sql, named.infraIds, now, deps.rules.managementKnown),
  ]);
  return (thing) => ownerOfResource(thing, known, references);
};
