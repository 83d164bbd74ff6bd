import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, createdHeaders, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerCreated } from '../shared/resource-answers.ts';
import { presentProject } from './presenter.ts';
import { CreateProjectBody, ProjectReply } from './schema.ts';

const path = '/v1/projects';

export const createProject: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: path,
    config: { permission: 'projects.create', errors: ['name-conflict'] },
    schema: {
      operationId: 'createProject',
      tags: ['Projects'],
      summary: 'Create a project',
      description: 'A project groups clusters. Every tenant has the project `default`.',
      querystring: NoQuery,
      body: CreateProjectBody,
      response: answers({ 201: jsonAnswer('The project.', ProjectReply, createdHeaders) }),
    },
    handler: async (request, reply) => {
      const { name, labels = {} } = request.body;
      const created = await deps.services.projects.createProject(tenantContext(request), { name, labels });
      return answerCreated(reply, deps, path, created, presentProject);
    },
  });
};
