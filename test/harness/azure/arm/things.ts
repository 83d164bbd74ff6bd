import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { anotherOperation, Refused, refused } from './answer.ts';
import { objectsIn, propertiesIn, textsWithin } from './fields.ts';
import { runningOn } from './operations.ts';
import { groupKeyOf, isWithin, keyOf, parentIdOf } from './resource-id.ts';
import type { ArmThing, ArmWorld } from './world.ts';

export const nameOf = ({ id }: Pick<ArmThing, 'id'>): string => id.split('/').at(-1) ?? '';

/** `virtualNetworks` of `Microsoft.Network/virtualNetworks`. */
export const shortTypeOf = (type: string): string => type.split('/').at(-1) ?? '';

/** Writes know everything; looks do not know what was asked for too short a time ago. */
export const isVisible = (world: ArmWorld, { madeAt, maker }: ArmThing): boolean =>
  maker !== 'caller' || world.now() - madeAt >= world.knobs.hideSeconds * 1000;

export const childrenOf = (world: ArmWorld, id: string, type?: string): readonly ArmThing[] =>
  [...world.things.values()].filter(
    (thing) =>
      keyOf(thing.id).startsWith(`${keyOf(id)}/`) &&
      (type === undefined || thing.type.toLowerCase() === type.toLowerCase()),
  );

export const thingsOfType = (world: ArmWorld, type: string): readonly ArmThing[] =>
  [...world.things.values()].filter((thing) => thing.type.toLowerCase() === type.toLowerCase());

const idPattern = /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/[^/]+\/.+/i;

/** Ids that a body names, in lower case. */
export const referencesOf = (body: unknown): readonly string[] =>
  textsWithin(body)
    .filter((text) => idPattern.test(text))
    .map(keyOf);

/** A part of a thing that has an id but is written with the whole: `…/loadBalancers/L/backendAddressPools/P`. */
const hasPart = (body: JsonObject, collection: string, name: string): boolean => {
  const entry = Object.entries(propertiesIn(body)).find(([member]) => member.toLowerCase() === collection);
  return (
    Array.isArray(entry?.[1]) &&
    entry[1].some((part) => String((part as JsonObject)['name']).toLowerCase() === name)
  );
};

/** @param own the body that is being written under `id`: it may name its own parts. */
const isThere = (world: ArmWorld, reference: string, id: string, own: JsonObject): boolean => {
  if (world.things.has(reference)) return true;
  const parts = reference.split('/');
  const whole = parts.slice(0, -2).join('/');
  const body = whole === keyOf(id) ? own : world.things.get(whole)?.body;
  return body !== undefined && hasPart(body, parts.at(-2) ?? '', parts.at(-1) ?? '');
};

/** What a body names must be there, and done. */
export const assertReferences = (world: ArmWorld, id: string, body: JsonObject): void => {
  for (const reference of referencesOf(body)) {
    if (!isThere(world, reference, id, body))
      throw refused(
        400,
        'InvalidResourceReference',
        `Resource ${reference} referenced by resource ${id} was not found. Please make sure that the referenced resource exists, and that both resources are in the same region.`,
      );
    const part = [reference, parentIdOf(reference)].find((key) => runningOn(world, key) !== undefined);
    if (part !== undefined && part !== keyOf(id))
      throw refused(
        409,
        'ReferencedResourceNotProvisioned',
        `Cannot proceed with operation because resource ${reference} used by resource ${id} is not in Succeeded state.`,
      );
  }
};

/** Things that name this one or a part of it, without those that stand in it. */
export const usersOf = (world: ArmWorld, id: string): readonly ArmThing[] =>
  [...world.things.values()].filter(
    (thing) =>
      !isWithin(thing.id, id) && referencesOf(thing.body).some((reference) => isWithin(reference, id)),
  );

/** Addresses of network cards that are in a subnet or in a pool. */
export const cardsIn = (world: ArmWorld, id: string): readonly JsonObject[] =>
  usersOf(world, id).flatMap((thing) =>
    objectsIn(propertiesIn(thing.body), 'ipConfigurations')
      .filter((part) => referencesOf(part).includes(keyOf(id)))
      .map((part) => ({ id: `${thing.id}/ipConfigurations/${part['name']}` })),
  );

/** The group and what a nested thing stands in. */
export const assertParents = (world: ArmWorld, id: string): void => {
  const group = world.things.get(groupKeyOf(id));
  if (group === undefined)
    throw refused(404, 'ResourceGroupNotFound', `Resource group '${id.split('/')[4]}' could not be found.`);
  if (runningOn(world, group.id)?.word === 'Deleting')
    throw refused(
      409,
      'ResourceGroupBeingDeleted',
      `The resource group '${nameOf(group)}' is in deprovisioning state and cannot perform this operation.`,
    );
  const parent = parentIdOf(id);
  const onParent = runningOn(world, parent)?.word;
  if (onParent === 'Deleting') throw new Refused(anotherOperation);
  if (!world.things.has(keyOf(parent)) || onParent === 'Creating')
    throw refused(
      404,
      'ParentResourceNotFound',
      `Failed to perform 'write' on resource(s) of type '${shortTypeOf(id)}', because the parent resource '${parent}' could not be found.`,
    );
};

/** With all that stands in it; what was under way there ends with it. */
export const removeThing = (world: ArmWorld, id: string): void => {
  for (const operation of world.operations)
    if (isWithin(operation.target, id) && operation.state === 'running') operation.state = 'succeeded';
  for (const { id: child } of childrenOf(world, id)) world.things.delete(keyOf(child));
  world.things.delete(keyOf(id));
};
