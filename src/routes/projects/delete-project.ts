import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, emptyAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';

export const deleteProject: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'DELETE',
    url: '/v1/projects/:id',
    config: { permission: 'projects.delete', entityTag: true, errors: ['resource-in-use'] },
    schema: {
      operationId: 'deleteProject',
      tags: ['Projects'],
      summary: 'Delete a project',
      description: 'Refused while the project has clusters.',
      params: IdParams('project', 'Id of the project.'),
      querystring: NoQuery,
      response: answers({ 204: emptyAnswer('It is gone.') }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      await services.projects.deleteProject(tenantContext(request), id, ifMatchOf(request));
      return reply.code(204).send();
    },
  });
};
