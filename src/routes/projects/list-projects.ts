import { tenantScopeOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';
import { presentProject } from './presenter.ts';
import { ProjectReply } from './schema.ts';

const path = '/v1/projects';

export const listProjects: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'projects.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listProjects',
      tags: ['Projects'],
      summary: 'List projects',
      querystring: ListQuery({}),
      response: answers({
        200: jsonAnswer('A page of projects.', ListReply('ProjectList', ProjectReply), ['Link']),
      }),
    },
    handler: async (request, reply) => {
      const tenant = tenantScopeOf(request);
      const scope = { ...tenant, path, query: request.query };
      const page = await deps.services.projects.listProjects(tenant, readPage(deps, scope));
      return answerPage(reply, deps, scope, page, presentProject);
    },
  });
};
