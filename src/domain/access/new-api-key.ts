import type { FieldProblem } from '../shared/problem.ts';
import type { GrantedPermission } from './permission.ts';
import type { Principal } from './principal.ts';
import { fleetRoles, type Role, tenantRoles } from './role.ts';
import { findWidening, givenBy } from './widening.ts';

/** A key that is asked for. */
export interface NewApiKey {
  readonly role: Role;
  readonly projectId?: string;
  readonly scopes?: readonly GrantedPermission[];
  readonly description: string;
  /** RFC 3339. */
  readonly expiresAt?: string;
}

/** What the admission of a key has to know. */
export interface NewApiKeyContext {
  readonly creator: Principal;
  /** Whether the project that it names is there. */
  readonly isProjectKnown: boolean;
  /** RFC 3339, in UTC. */
  readonly now: string;
}

const roleProblems = ({ role, projectId }: NewApiKey, { creator }: NewApiKeyContext): FieldProblem[] => {
  const allowed: readonly Role[] = creator.tenantId === undefined ? fleetRoles : tenantRoles;
  if (!allowed.includes(role))
    return [{ pointer: '/role', code: 'not-allowed', detail: `Must be ${allowed.join(' or ')}.`, allowed }];
  if (projectId !== undefined && creator.tenantId === undefined)
    return [
      { pointer: '/projectId', code: 'not-allowed', detail: 'Keys of the fleet belong to no project.' },
    ];
  return [];
};

const projectProblems = ({ projectId }: NewApiKey, { isProjectKnown }: NewApiKeyContext): FieldProblem[] =>
  projectId === undefined || isProjectKnown
    ? []
    : [{ pointer: '/projectId', code: 'not-found', detail: 'There is no such project.' }];

const scopeProblems = ({ role, projectId, scopes = [] }: NewApiKey): FieldProblem[] => {
  const allowed = givenBy(role, projectId !== undefined);
  return scopes.flatMap((scope, index) =>
    allowed.includes(scope)
      ? []
      : [
          {
            pointer: `/scopes/${index}`,
            code: 'not-given-by-role',
            detail: `The role ${role} does not give ${scope}${projectId === undefined ? '' : ' in a project'}.`,
            allowed,
          },
        ],
  );
};

const endProblems = ({ expiresAt }: NewApiKey, { now }: NewApiKeyContext): FieldProblem[] =>
  expiresAt === undefined || Date.parse(expiresAt) > Date.parse(now)
    ? []
    : [{ pointer: '/expiresAt', code: 'in-the-past', detail: 'Must be in the future.' }];

const widening = (key: NewApiKey, { creator }: NewApiKeyContext): FieldProblem[] => {
  const pointer = key.scopes === undefined ? '/role' : '/scopes';
  return findWidening(creator, [{ pointer, ...key }]);
};

/** Everything that speaks against a key. */
export const admitApiKey = (key: NewApiKey, context: NewApiKeyContext): readonly FieldProblem[] => {
  const role = roleProblems(key, context);
  if (role.length > 0) return role;
  const problems = [...projectProblems(key, context), ...scopeProblems(key), ...endProblems(key, context)];
  return problems.length > 0 ? problems : widening(key, context);
};
