import type { TenantTx } from '../db/database.ts';
import {
  findProject,
  findProjectIdByName,
  insertProject,
  listProjects,
  lockProject,
  removeProject,
  saveProjectLabels,
} from '../db/repositories/projects.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { mergePatch } from '../domain/shared/merge-patch.ts';
import type { Project } from '../domain/tenant/tenant.ts';
import { recordSimpleChange } from './audit.ts';
import type { ProjectService } from './contract.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { makeOnce } from './idempotency.ts';
import { checkIfMatch, notFound } from './preconditions.ts';

const nameTaken = (name: string, existingId: string): BerthError =>
  new BerthError('name-conflict', `There is a project named "${name}" already.`, {
    problems: [{ pointer: '/name', code: 'taken', detail: 'Choose another name.' }],
    extensions: { existingId },
  });

const replayed = (stored: JsonObject) => ({ resource: stored as unknown as Project, replayed: true });

export const createProjectService = (deps: ServiceDependencies): ProjectService => {
  const { database } = deps;
  return guardService({
    createProject: (context, input) => {
      const at = deps.clock();
      const { tenantId } = context;
      const id = deps.newId('project');
      const project: Project = {
        tenantId,
        id,
        ...input,
        generation: 1,
        revision: 1,
        createdAt: at,
        updatedAt: at,
      };
      const make = async (tx: TenantTx) => {
        const holder = await findProjectIdByName(tx, input.name);
        if (holder !== undefined) throw nameTaken(input.name, holder);
        await insertProject(tx, project);
        const response = project as unknown as JsonObject;
        const audit = { after: { name: input.name } };
        await recordSimpleChange(tx, deps, context, {
          action: 'projects.create',
          targetId: id,
          audit,
          response,
        });
        return { resource: project, replayed: false };
      };
      return makeOnce(database, context, replayed, () => database.withTenant(tenantId, make));
    },
    getProject: async (scope, id) => {
      const project = await findProject(database.tenant(scope), id);
      if (project === undefined) throw notFound();
      return project;
    },
    listProjects: (scope, page) => listProjects(database.tenant(scope), page),
    updateProject: (context, id, patch, ifMatch) =>
      database.withTenant(context, async (tx) => {
        const project = await lockProject(tx, id);
        if (project === undefined) throw notFound();
        checkIfMatch(project, ifMatch);
        const labels = mergePatch(project.labels, patch) as Record<string, string>;
        const updatedAt = deps.clock();
        await saveProjectLabels(tx, id, labels, updatedAt);
        const audit = { before: { labels: project.labels }, after: { labels } };
        await recordSimpleChange(tx, deps, context, {
          action: 'projects.update',
          targetId: id,
          audit,
          response: {},
        });
        const generation = project.generation + 1;
        return { ...project, labels, updatedAt, generation, revision: project.revision + 1 };
      }),
    deleteProject: (context, id, ifMatch) =>
      database.withTenant(context, async (tx) => {
        const project = await lockProject(tx, id);
        if (project === undefined) throw notFound();
        checkIfMatch(project, ifMatch);
        if (!(await removeProject(tx, id))) {
          throw new BerthError('resource-in-use', 'The project has clusters. Delete them first.');
        }
        const audit = { before: { name: project.name } };
        await recordSimpleChange(tx, deps, context, {
          action: 'projects.delete',
          targetId: id,
          audit,
          response: {},
        });
      }),
  });
};
