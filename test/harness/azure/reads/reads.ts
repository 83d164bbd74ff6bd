import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { type ArmAnswer, type ArmRequest, ok, refused } from '../arm/answer.ts';
import { lookAt, runningOn, settleOperations } from '../arm/operations.ts';
import { render } from '../arm/render.ts';
import { type ArmPath, isWithin, keyOf, parentIdOf, typeKeyOf } from '../arm/resource-id.ts';
import { isVisible } from '../arm/things.ts';
import type { ArmThing, ArmWorld } from '../arm/world.ts';
import { notFound } from '../arm/write-checks.ts';
import { recordTypes } from '../kinds/dns.ts';
import type { ArmKind } from '../kinds/kind.ts';
import { kindOf } from '../kinds/kinds.ts';
import { groupType } from '../kinds/resource-groups.ts';
import { assertScope, assignmentsAt } from '../kinds/role-assignments.ts';
import { answerPage, assignmentFilterOf, filterOf } from './lists.ts';
import { answerPlace } from './places.ts';

const readOne = (world: ArmWorld, kind: ArmKind, { path }: ArmRequest): ArmAnswer => {
  const thing = world.things.get(keyOf(path));
  if (thing === undefined || !isVisible(world, thing)) throw notFound(path, kind);
  const answer = ok(render(world, thing));
  lookAt(runningOn(world, thing.id));
  settleOperations(world);
  return answer;
};

/** What stands in it must be there to be listed. */
const assertListable = (world: ArmWorld, scope: string, at: ArmPath): void => {
  const group = at.group === undefined ? undefined : scope.split('/').slice(0, 5).join('/');
  if (group !== undefined) assertScope(world, group);
  if (!world.things.has(keyOf(scope)) && scope !== group && scope.split('/').length > 5)
    throw refused(404, 'ParentResourceNotFound', `The parent resource '${scope}' could not be found.`);
};

const isListed = (at: ArmPath, thing: ArmThing): boolean => {
  const type = typeKeyOf(at);
  if (type === 'microsoft.resources/resourcegroups') return thing.type === groupType;
  if (type.endsWith('/resources')) return kindOf(thing.type)?.place !== 'none' && thing.type !== groupType;
  const zone = /^(microsoft\.network\/(?:private)?dnszones)\/(?:recordsets|all)$/.exec(type)?.[1];
  if (zone === undefined) return thing.type.toLowerCase() === type;
  const [recordType = ''] = thing.type.split('/').slice(2);
  return (
    thing.type.toLowerCase().startsWith(`${zone}/`) && (recordTypes as readonly string[]).includes(recordType)
  );
};

const listThings = (world: ArmWorld, call: ArmRequest, at: ArmPath): ArmAnswer => {
  const scope = at.types.length > 1 ? parentIdOf(`${call.path}/x`) : at.scope;
  assertListable(world, scope, at);
  const entries: readonly JsonObject[] = [...world.things.values()]
    .filter((thing) => isWithin(thing.id, scope) && isListed(at, thing) && isVisible(world, thing))
    .map((thing) => render(world, thing));
  return answerPage(world, call, entries.filter(filterOf(call.query.get('$filter'))));
};

const listAssignments = (world: ArmWorld, call: ArmRequest, { scope }: ArmPath): ArmAnswer => {
  assertScope(world, scope);
  const found = assignmentsAt(world, scope, assignmentFilterOf(call.query.get('$filter')));
  return answerPage(
    world,
    call,
    found.filter((thing) => isVisible(world, thing)).map((thing) => render(world, thing)),
  );
};

export const read = (world: ArmWorld, call: ArmRequest, at: ArmPath): ArmAnswer => {
  const place = answerPlace(world, call, at);
  if (place !== undefined) return place;
  const type = typeKeyOf(at);
  if (type === 'microsoft.authorization/permissions') {
    assertScope(world, at.scope);
    return ok({
      value: world.knobs
        .grants(at.scope)
        .map(({ actions, notActions }) => ({ actions, notActions, dataActions: [], notDataActions: [] })),
    });
  }
  if (type === 'microsoft.authorization/roleassignments' && at.isList)
    return listAssignments(world, call, at);
  const kind = kindOf(type);
  if (at.isList) return listThings(world, call, at);
  if (kind === undefined)
    throw refused(404, 'InvalidResourceType', `The resource type '${type}' could not be found.`);
  return readOne(world, kind, call);
};
