import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import type { ArmKind, ArmWrite } from '../kinds/kind.ts';
import { kindOf } from '../kinds/kinds.ts';
import { roleAssignmentType } from '../kinds/role-assignments.ts';
import { type ArmAnswer, type ArmRequest, ok } from './answer.ts';
import { objectIn } from './fields.ts';
import { operationHeaders, startOperation } from './operations.ts';
import { writableOf } from './read-only.ts';
import { render } from './render.ts';
import { keyOf } from './resource-id.ts';
import { assertReferences, shortTypeOf } from './things.ts';
import type { ArmThing, ArmWorld, Maker } from './world.ts';
import { assertEtag, assertPlace, assertQuota, assertReady, notFound, readBody } from './write-checks.ts';

const store = (world: ArmWorld, kind: ArmKind, { id, body, found }: ArmWrite, maker: Maker): ArmThing => {
  const stored = kind.prepare?.(world, { id, body, found }) ?? body;
  if (found === undefined) {
    const thing: ArmThing = { id, type: kind.type, body: stored, madeAt: world.now(), etag: 1, maker };
    world.things.set(keyOf(id), thing);
    kind.stored?.(world, thing, body);
    return thing;
  }
  found.body = stored;
  found.etag += 1;
  delete found.failure;
  kind.stored?.(world, found, body);
  return found;
};

/** What there is without anybody's call. */
export const addThing = (
  world: ArmWorld,
  id: string,
  type: string,
  body: JsonObject,
  maker: Maker,
): ArmThing => {
  const kind = kindOf(type);
  if (kind === undefined) throw new TypeError(`no such type: ${type}`);
  return store(world, kind, { id, body, found: world.things.get(keyOf(id)) }, maker);
};

const answerWrite = (
  world: ArmWorld,
  kind: ArmKind,
  call: ArmRequest,
  thing: ArmThing,
  isNew: boolean,
): ArmAnswer => {
  const status = isNew ? 201 : 200;
  if (kind.pace === 'sync') return { status, body: render(world, thing) };
  const operation = startOperation(world, {
    action: `PUT ${shortTypeOf(kind.type)}`,
    word: isNew ? 'Creating' : 'Updating',
    target: thing.id,
    finish: () => undefined,
  });
  const headers = operationHeaders(world, operation, call.origin);
  if (kind.pace === 'empty') return { status: 202, headers, body: {} };
  const { location: _, ...body } = headers;
  return { status, headers: body, body: render(world, thing) };
};

export const put = (world: ArmWorld, kind: ArmKind, call: ArmRequest): ArmAnswer => {
  const id = call.path;
  const body = writableOf(kind.type, readBody(call));
  const found = world.things.get(keyOf(id));
  assertReady(world, kind, id);
  assertEtag(call, found);
  const write: ArmWrite = { id, body, found };
  assertPlace(world, kind, write);
  assertQuota(world, kind, found);
  if (kind.type !== roleAssignmentType) assertReferences(world, id, body);
  kind.assertWrite?.(world, write);
  return answerWrite(world, kind, call, store(world, kind, write, 'caller'), found === undefined);
};

/** Tags only: all that a PATCH of these types can change. */
export const patch = (world: ArmWorld, kind: ArmKind, call: ArmRequest): ArmAnswer => {
  const found = world.things.get(keyOf(call.path));
  if (found === undefined) throw notFound(call.path, kind);
  assertReady(world, kind, found.id);
  assertEtag(call, found);
  found.body = { ...found.body, tags: objectIn(readBody(call), 'tags') };
  found.etag += 1;
  return ok(render(world, found));
};
