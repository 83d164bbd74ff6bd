import type { TenantTx } from '../db/database.ts';
import {
  countIssuers,
  findIssuer,
  findIssuerIdByName,
  insertIssuer,
  listIssuers,
  removeIssuer,
  saveIssuer,
} from '../db/repositories/identity-issuers.ts';
import { findProject } from '../db/repositories/projects.ts';
import { checkClaimRules } from '../domain/access/claim-rules.ts';
import type { IdentityIssuer, IssuerTrust } from '../domain/access/identity-issuer.ts';
import { findWidening } from '../domain/access/widening.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import type { FieldProblem } from '../domain/shared/problem.ts';
import type { CheckIssuer, IdentityIssuerService } from './access-contract.ts';
import { recordSimpleChange } from './audit.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { makeOnce } from './idempotency.ts';
import { checkIfMatch, notFound } from './preconditions.ts';
import type { RequestContext } from './request-context.ts';

/** Issuers of a tenant at most: each costs every process a cache of its keys. */
const mostIssuers = 20;

const refuse = (problems: readonly FieldProblem[]): void => {
  if (problems.length > 0)
    throw new BerthError('admission-refused', 'The issuer cannot be trusted as asked. See `errors`.', {
      problems,
    });
};

const nameTaken = (name: string, existingId: string): BerthError =>
  new BerthError('name-conflict', `There is an issuer named "${name}" already.`, {
    problems: [{ pointer: '/name', code: 'taken', detail: 'Choose another name.' }],
    extensions: { existingId },
  });

const shownInAudit = (trust: IssuerTrust): JsonObject => ({
  audiences: trust.audiences,
  algorithms: trust.algorithms,
  clockToleranceSeconds: trust.clockToleranceSeconds,
  ...(trust.groupsClaim === undefined ? {} : { groupsClaim: trust.groupsClaim }),
  rules: trust.rules as unknown as JsonObject[],
});

const replayed = (stored: JsonObject) => ({ resource: stored as unknown as IdentityIssuer, replayed: true });

export const createIdentityIssuerService = (
  deps: ServiceDependencies,
  checkIssuer: CheckIssuer,
): IdentityIssuerService => {
  const { database } = deps;

  const unknownProjects = async (tx: TenantTx, { rules }: IssuerTrust): Promise<FieldProblem[]> => {
    const problems: FieldProblem[] = [];
    for (const [index, { projectId }] of rules.entries())
      if (projectId !== undefined && (await findProject(tx, projectId)) === undefined)
        problems.push({
          pointer: `/rules/${index}/projectId`,
          code: 'not-found',
          detail: 'There is no such project.',
        });
    return problems;
  };

  const admit = async (tx: TenantTx, context: RequestContext, trust: IssuerTrust): Promise<void> => {
    refuse([...checkClaimRules(trust.rules), ...(await unknownProjects(tx, trust))]);
    const given = trust.rules.map((rule, index) => ({ ...rule, pointer: `/rules/${index}/role` }));
    refuse(findWidening(context.principal, given));
  };

  const admitNew = async (tx: TenantTx, issuer: IdentityIssuer): Promise<void> => {
    const problem = checkIssuer(issuer.issuer);
    if (problem !== undefined) refuse([{ pointer: '/issuer', ...problem }]);
    const holder = await findIssuerIdByName(tx, issuer.name);
    if (holder !== undefined) throw nameTaken(issuer.name, holder);
    if ((await countIssuers(tx, tx.tenantId)) >= mostIssuers)
      refuse([
        { pointer: '/issuer', code: 'too-many', detail: `A tenant has ${mostIssuers} issuers at most.` },
      ]);
  };

  const locked = async (tx: TenantTx, id: string): Promise<IdentityIssuer> => {
    const issuer = await findIssuer(tx, id, true);
    if (issuer === undefined) throw notFound();
    return issuer;
  };

  return guardService({
    createIdentityIssuer: (context, input) => {
      const at = deps.clock();
      const { tenantId } = context;
      const id = deps.newId('identityIssuer');
      const version = { generation: 1, revision: 1, createdAt: at, updatedAt: at };
      const issuer: IdentityIssuer = { ...input, tenantId, id, ...version };
      const make = async (tx: TenantTx) => {
        await admitNew(tx, issuer);
        await admit(tx, context, issuer);
        await insertIssuer(tx, issuer);
        await recordSimpleChange(tx, deps, context, {
          action: 'identityIssuers.create',
          targetId: id,
          audit: { after: { name: issuer.name, issuer: issuer.issuer, ...shownInAudit(issuer) } },
          response: issuer as unknown as JsonObject,
        });
        return { resource: issuer, replayed: false };
      };
      return makeOnce(database, context, replayed, () => database.withTenant(context, make));
    },
    getIdentityIssuer: async (tenantId, id) => {
      const issuer = await findIssuer(database.tenant(tenantId), id);
      if (issuer === undefined) throw notFound();
      return issuer;
    },
    listIdentityIssuers: (tenantId, page) => listIssuers(database.tenant(tenantId), page),
    updateIdentityIssuer: (context, id, trust, ifMatch) =>
      database.withTenant(context, async (tx) => {
        const before = await locked(tx, id);
        checkIfMatch(before, ifMatch);
        await admit(tx, context, trust);
        const updatedAt = deps.clock();
        await saveIssuer(tx, id, trust, updatedAt);
        await recordSimpleChange(tx, deps, context, {
          action: 'identityIssuers.update',
          targetId: id,
          audit: { before: shownInAudit(before), after: shownInAudit(trust) },
          response: {},
        });
        const { tenantId, name, issuer, createdAt } = before;
        const generation = before.generation + 1;
        const revision = before.revision + 1;
        return { tenantId, id, name, issuer, ...trust, generation, revision, createdAt, updatedAt };
      }),
    deleteIdentityIssuer: (context, id, ifMatch) =>
      database.withTenant(context, async (tx) => {
        const before = await locked(tx, id);
        checkIfMatch(before, ifMatch);
        await removeIssuer(tx, id);
        await recordSimpleChange(tx, deps, context, {
          action: 'identityIssuers.delete',
          targetId: id,
          audit: { before: { name: before.name, issuer: before.issuer, ...shownInAudit(before) } },
          response: {},
        });
      }),
  });
};
