import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import type { ArmKind, ArmWrite } from '../kinds/kind.ts';
import { groupType } from '../kinds/resource-groups.ts';
import { assertScope, roleAssignmentType, scopeOf } from '../kinds/role-assignments.ts';
import { type ArmRequest, type Refused, refused } from './answer.ts';
import { placeOf, textIn } from './fields.ts';
import { assertIdle, runningOn } from './operations.ts';
import { etagOf } from './render.ts';
import { parentIdOf } from './resource-id.ts';
import { assertParents, shortTypeOf, thingsOfType } from './things.ts';
import type { ArmThing, ArmWorld } from './world.ts';

export const isGroup = ({ type }: ArmKind): boolean => type === groupType;

export const assertPlace = (world: ArmWorld, kind: ArmKind, { id, body, found }: ArmWrite): void => {
  if (kind.place === 'none') return;
  const location = textIn(body, 'location');
  if (location === undefined)
    throw refused(400, 'LocationRequired', 'The location property is required for this definition.');
  const places = kind.place === 'global' ? ['global'] : world.locations;
  if (!places.includes(placeOf(location)))
    throw refused(
      400,
      isGroup(kind) ? 'LocationNotAvailableForResourceGroup' : 'LocationNotAvailableForResourceType',
      `The provided location '${location}' is not available for resource type '${kind.type}'.`,
    );
  if (found === undefined || placeOf(textIn(found.body, 'location')) === placeOf(location)) return;
  throw refused(
    409,
    isGroup(kind) ? 'InvalidResourceGroupLocation' : 'InvalidResourceLocation',
    `The resource '${id}' already exists in location '${textIn(found.body, 'location')}'. A resource with the same name cannot be created in location '${location}'.`,
  );
};

const quotaCodes: Readonly<Record<string, string>> = {
  resourceGroups: 'ResourceGroupQuotaExceeded',
  roleAssignments: 'RoleAssignmentLimitExceeded',
  publicIPAddresses: 'PublicIPCountLimitReached',
};

export const assertQuota = (world: ArmWorld, { type }: ArmKind, found: ArmThing | undefined): void => {
  const short = shortTypeOf(type);
  const code = quotaCodes[short];
  const limit = world.knobs.limits[short];
  if (code === undefined || limit === undefined || found !== undefined) return;
  if (thingsOfType(world, type).length >= limit)
    throw refused(400, code, `Cannot create more than ${limit} ${short} for this subscription.`);
};

export const assertEtag = ({ headers }: ArmRequest, found: ArmThing | undefined): void => {
  const wanted = headers.get('if-match');
  const isStale = wanted !== null && (found === undefined || (wanted !== '*' && wanted !== etagOf(found)));
  if (isStale || (headers.get('if-none-match') === '*' && found !== undefined))
    throw refused(412, 'PreconditionFailed', 'The condition of the request was not met.');
};

export const readBody = ({ text }: ArmRequest): JsonObject => {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as JsonObject;
  } catch {
    // Refused below.
  }
  throw refused(
    400,
    'InvalidRequestContent',
    'The request content was invalid and could not be deserialized.',
  );
};

/** What a PUT must not meet: a group that goes, a write under way, a place that is not there. */
export const assertReady = (world: ArmWorld, kind: ArmKind, id: string): void => {
  if (kind.type === roleAssignmentType) {
    assertScope(world, scopeOf(id));
    return;
  }
  // Subnets are part of their network; credentials, records and links do not mind what is done to what they stand in.
  if (kind.type.endsWith('/subnets')) assertIdle(world, [parentIdOf(id)]);
  if (!isGroup(kind)) assertParents(world, id);
  const running = runningOn(world, id);
  if (isGroup(kind) && running?.word === 'Deleting')
    throw refused(
      409,
      'ResourceGroupBeingDeleted',
      `The resource group '${id.split('/').at(-1)}' is in deprovisioning state and cannot perform this operation.`,
    );
  assertIdle(world, [id]);
};

export const notFound = (path: string, kind: ArmKind): Refused => {
  const name = path.split('/').at(-1);
  if (isGroup(kind))
    return refused(404, 'ResourceGroupNotFound', `Resource group '${name}' could not be found.`);
  if (kind.type === roleAssignmentType)
    return refused(404, 'RoleAssignmentNotFound', `The role assignment '${name}' is not found.`);
  return refused(
    404,
    'ResourceNotFound',
    `The Resource '${kind.type}/${name}' under resource group '${path.split('/')[4]}' was not found.`,
  );
};
