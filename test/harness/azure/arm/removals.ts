import type { ArmKind } from '../kinds/kind.ts';
import { kindOf } from '../kinds/kinds.ts';
import { emptyGroup, groupType } from '../kinds/resource-groups.ts';
import { roleAssignmentType } from '../kinds/role-assignments.ts';
import { type ArmAnswer, type ArmRequest, ok, refused } from './answer.ts';
import { assertIdle, operationHeaders, runningOn, startOperation } from './operations.ts';
import { render } from './render.ts';
import { keyOf, parentIdOf } from './resource-id.ts';
import { removeThing, shortTypeOf } from './things.ts';
import type { ArmThing, ArmWorld } from './world.ts';
import { assertEtag, isGroup, notFound } from './write-checks.ts';

const removeNow = (world: ArmWorld, thing: ArmThing): void => {
  const tell = (gone: ArmThing): void => kindOf(gone.type)?.removed?.(world, gone);
  if (thing.type === groupType) {
    emptyGroup(world, thing, tell);
    return;
  }
  removeThing(world, thing.id);
  tell(thing);
};

export const remove = (world: ArmWorld, kind: ArmKind, call: ArmRequest): ArmAnswer => {
  const found = world.things.get(keyOf(call.path));
  if (found === undefined) {
    if (isGroup(kind)) throw notFound(call.path, kind);
    if (
      kind.type !== roleAssignmentType &&
      !world.things.has(keyOf(call.path).split('/').slice(0, 5).join('/'))
    )
      throw refused(
        404,
        'ResourceGroupNotFound',
        `Resource group '${call.path.split('/')[4]}' could not be found.`,
      );
    return { status: 204 };
  }
  const running = runningOn(world, found.id);
  if (running?.word === 'Deleting')
    return { status: 202, headers: operationHeaders(world, running, call.origin), body: {} };
  assertIdle(world, kind.type.endsWith('/subnets') ? [found.id, parentIdOf(found.id)] : [found.id]);
  assertEtag(call, found);
  kind.assertRemovable?.(world, found);
  if (kind.pace === 'sync' && !isGroup(kind)) {
    const shown = render(world, found);
    removeNow(world, found);
    return kind.type === roleAssignmentType ? ok(shown) : { status: 200 };
  }
  const operation = startOperation(world, {
    action: `DELETE ${shortTypeOf(kind.type)}`,
    word: 'Deleting',
    target: found.id,
    finish: () => removeNow(world, found),
  });
  const { 'azure-asyncoperation': asynchronous, ...headers } = operationHeaders(
    world,
    operation,
    call.origin,
  );
  return {
    status: 202,
    headers: isGroup(kind) ? headers : { ...headers, 'azure-asyncoperation': asynchronous },
    body: {},
  };
};
