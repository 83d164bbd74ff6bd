import { tenantScopeOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer, notModified } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerResource } from '../shared/resource-answers.ts';
import { presentProject } from './presenter.ts';
import { ProjectReply } from './schema.ts';

export const getProject: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/projects/:id',
    config: { permission: 'projects.read', entityTag: true },
    schema: {
      operationId: 'getProject',
      tags: ['Projects'],
      summary: 'Read a project',
      params: IdParams('project', 'Id of the project.'),
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The project.', ProjectReply, ['ETag']), 304: notModified }),
    },
    handler: async (request, reply) => {
      const item = await services.projects.getProject(tenantScopeOf(request), request.params.id);
      return answerResource(request, reply, item, presentProject);
    },
  });
};
