import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { refused } from '../arm/answer.ts';
import { propertiesIn, textIn } from '../arm/fields.ts';
import { groupKeyOf, keyOf } from '../arm/resource-id.ts';
import { thingsOfType } from '../arm/things.ts';
import type { ArmThing, ArmWorld } from '../arm/world.ts';
import type { ArmKind } from './kind.ts';

export const roleAssignmentType = 'Microsoft.Authorization/roleAssignments';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `/providers/Microsoft.Authorization/roleAssignments/NAME` cut off. */
export const scopeOf = (assignmentId: string): string =>
  assignmentId.slice(0, keyOf(assignmentId).lastIndexOf('/providers/microsoft.authorization/'));

const meaningOf = (body: JsonObject | undefined): readonly string[] => {
  const properties = propertiesIn(body);
  const role = textIn(properties, 'roleDefinitionId')?.split('/').at(-1) ?? '';
  return [role.toLowerCase(), textIn(properties, 'principalId')?.toLowerCase() ?? ''];
};

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((part, index) => part === right[index]);

const assertPrincipal = (world: ArmWorld, principalId: string): void => {
  const knownFrom = world.principals.get(principalId);
  if (knownFrom === undefined || world.now() < knownFrom)
    throw refused(
      400,
      'PrincipalNotFound',
      `Principal ${principalId.replaceAll('-', '')} does not exist in the directory ${world.tenantId}.`,
    );
};

export const roleAssignments: ArmKind = {
  type: roleAssignmentType,
  place: 'none',
  pace: 'sync',
  hasState: false,
  assertWrite: (world, { id, body, found }) => {
    const name = id.split('/').at(-1) ?? '';
    if (!uuid.test(name))
      throw refused(
        400,
        'InvalidRoleAssignmentId',
        `The role assignment ID '${name}' is not valid. The role assignment ID must be a GUID.`,
      );
    const [role = '', principalId = ''] = meaningOf(body);
    if (!uuid.test(role) || !uuid.test(principalId))
      throw refused(
        400,
        'InvalidCreateRoleAssignmentRequest',
        'The role assignment request is not valid: roleDefinitionId and principalId are required.',
      );
    if (found !== undefined && !isSame(meaningOf(found.body), [role, principalId]))
      throw refused(
        400,
        'RoleAssignmentUpdateNotPermitted',
        'Tenant ID, application ID, principal ID, and scope are not allowed to be updated.',
      );
    if (found !== undefined) return;
    assertPrincipal(world, principalId);
    const scope = keyOf(scopeOf(id));
    const other = thingsOfType(world, roleAssignmentType).find(
      (thing) => keyOf(scopeOf(thing.id)) === scope && isSame(meaningOf(thing.body), [role, principalId]),
    );
    if (other !== undefined)
      throw refused(
        409,
        'RoleAssignmentExists',
        `The role assignment already exists. The ID of the existing role assignment is ${other.id.split('/').at(-1)?.replaceAll('-', '')}.`,
      );
  },
  properties: (_world, thing) => ({
    scope: scopeOf(thing.id),
    principalType: 'ServicePrincipal',
    createdOn: new Date(thing.madeAt).toISOString(),
  }),
};

/** A scope that is there: the subscription, a group, a thing. */
export const assertScope = (world: ArmWorld, scope: string): void => {
  if (keyOf(scope) === `/subscriptions/${keyOf(world.subscriptionId)}`) return;
  if (!world.things.has(groupKeyOf(scope)))
    throw refused(
      404,
      'ResourceGroupNotFound',
      `Resource group '${scope.split('/')[4]}' could not be found.`,
    );
  if (!world.things.has(keyOf(scope)))
    throw refused(404, 'ResourceNotFound', `The Resource '${scope}' was not found.`);
};

/** `atScope()`: it and above; else below as well. */
export const assignmentsAt = (
  world: ArmWorld,
  scope: string,
  { isAtScope, principalId }: { readonly isAtScope: boolean; readonly principalId?: string },
): readonly ArmThing[] =>
  thingsOfType(world, roleAssignmentType).filter(({ id, body }) => {
    const [own, asked] = [`${keyOf(scopeOf(id))}/`, `${keyOf(scope)}/`];
    const isThere = asked.startsWith(own) || (!isAtScope && own.startsWith(asked));
    return isThere && (principalId === undefined || meaningOf(body)[1] === principalId.toLowerCase());
  });
