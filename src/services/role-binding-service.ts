import type { TenantTx } from '../db/database.ts';
import { findIssuer } from '../db/repositories/identity-issuers.ts';
import { findProject } from '../db/repositories/projects.ts';
import {
  findBinding,
  findSameBinding,
  insertBinding,
  listBindings,
  removeBinding,
} from '../db/repositories/role-bindings.ts';
import type { RoleBinding } from '../domain/access/role-binding.ts';
import { findWidening } from '../domain/access/widening.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import type { FieldProblem } from '../domain/shared/problem.ts';
import type { RoleBindingService } from './access-contract.ts';
import { recordSimpleChange } from './audit.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { makeOnce } from './idempotency.ts';
import { checkIfMatch, notFound } from './preconditions.ts';
import type { RequestContext } from './request-context.ts';

const shownInAudit = ({ subject, role, projectId }: RoleBinding): JsonObject => ({
  subject: { ...subject },
  role,
  ...(projectId === undefined ? {} : { projectId }),
});

const replayed = (stored: JsonObject) => ({ resource: stored as unknown as RoleBinding, replayed: true });

const absent = (pointer: string, what: string): FieldProblem => ({
  pointer,
  code: 'not-found',
  detail: `There is no such ${what}.`,
});

const findProblems = async (
  tx: TenantTx,
  context: RequestContext,
  { subject, role, projectId }: RoleBinding,
): Promise<readonly FieldProblem[]> => {
  const problems: FieldProblem[] = [];
  if ((await findIssuer(tx, subject.issuerId)) === undefined)
    problems.push(absent('/subject/issuerId', 'issuer'));
  if (projectId !== undefined && (await findProject(tx, projectId)) === undefined)
    problems.push(absent('/projectId', 'project'));
  if (problems.length > 0) return problems;
  return findWidening(context.principal, [{ pointer: '/role', role, projectId }]);
};

const admit = async (tx: TenantTx, context: RequestContext, binding: RoleBinding): Promise<void> => {
  const problems = await findProblems(tx, context, binding);
  if (problems.length > 0)
    throw new BerthError('admission-refused', 'The role cannot be given as asked. See `errors`.', {
      problems,
    });
  const existingId = await findSameBinding(tx, binding);
  if (existingId !== undefined)
    throw new BerthError('name-conflict', 'The subject has this role there already.', {
      extensions: { existingId },
    });
};

export const createRoleBindingService = (deps: ServiceDependencies): RoleBindingService => {
  const { database } = deps;
  return guardService({
    createRoleBinding: (context, input) => {
      const binding: RoleBinding = {
        ...input,
        tenantId: context.tenantId,
        id: deps.newId('roleBinding'),
        createdBy: context.principal.id,
        createdAt: deps.clock(),
      };
      const make = async (tx: TenantTx) => {
        await admit(tx, context, binding);
        await insertBinding(tx, binding);
        await recordSimpleChange(tx, deps, context, {
          action: 'roleBindings.create',
          targetId: binding.id,
          audit: { after: shownInAudit(binding) },
          response: binding as unknown as JsonObject,
        });
        return { resource: binding, replayed: false };
      };
      return makeOnce(database, context, replayed, () => database.withTenant(context, make));
    },
    getRoleBinding: async (tenantId, id) => {
      const binding = await findBinding(database.tenant(tenantId), id);
      if (binding === undefined) throw notFound();
      return binding;
    },
    listRoleBindings: (tenantId, page, filter) =>
      listBindings(database.tenant(tenantId), { ...page, ...filter }),
    deleteRoleBinding: (context, id, ifMatch) =>
      database.withTenant(context, async (tx) => {
        const binding = await findBinding(tx, id);
        if (binding === undefined) throw notFound();
        checkIfMatch({ generation: 1 }, ifMatch);
        // Another request may have been faster: it has the record then.
        if (!(await removeBinding(tx, id))) throw notFound();
        await recordSimpleChange(tx, deps, context, {
          action: 'roleBindings.delete',
          targetId: id,
          audit: { before: shownInAudit(binding) },
          response: {},
        });
      }),
  });
};
