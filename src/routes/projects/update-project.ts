import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerChanged } from '../shared/resource-answers.ts';
import { presentProject } from './presenter.ts';
import { ProjectReply, UpdateProjectBody } from './schema.ts';

export const updateProject: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'PATCH',
    url: '/v1/projects/:id',
    config: { permission: 'projects.update', entityTag: true },
    schema: {
      operationId: 'updateProject',
      tags: ['Projects'],
      summary: 'Change the labels of a project',
      params: IdParams('project', 'Id of the project.'),
      querystring: NoQuery,
      body: UpdateProjectBody,
      response: answers({ 200: jsonAnswer('The project.', ProjectReply, ['ETag']) }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { labels } = request.body;
      const context = tenantContext(request);
      const project = await services.projects.updateProject(context, id, labels, ifMatchOf(request));
      return answerChanged(reply, project, presentProject);
    },
  });
};
