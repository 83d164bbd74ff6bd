import type { FieldProblem } from '../shared/problem.ts';
import { type GrantedPermission, grantedPermissions, ruleOf } from './permission.ts';
import { type Grant, isPermittedIn, type Principal } from './principal.ts';
import type { Role } from './role.ts';

/** Permissions that a role gives, in the whole tenant or in one project. */
export const givenBy = (role: Role, isForProject: boolean): readonly GrantedPermission[] =>
  grantedPermissions.filter((permission) => {
    const { roles, reach } = ruleOf(permission);
    return roles.includes(role) && !(isForProject && reach === 'tenant');
  });

/** A grant that is to be given away, and where the request asks for it. */
export interface AskedGrant extends Grant {
  readonly pointer: string;
  readonly scopes?: readonly GrantedPermission[];
}

/** Nobody gives what they do not have: else a narrow key could make itself a wide one. */
export const findWidening = (giver: Principal, asked: readonly AskedGrant[]): FieldProblem[] =>
  asked.flatMap(({ pointer, role, projectId, scopes }) => {
    const given = scopes ?? givenBy(role, projectId !== undefined);
    const missing = given.filter((permission) => !isPermittedIn(giver, permission, projectId));
    return missing.length === 0
      ? []
      : [{ pointer, code: 'wider-than-own', detail: `You do not have ${missing.join(', ')} yourself.` }];
  });
