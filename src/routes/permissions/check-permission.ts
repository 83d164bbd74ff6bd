import { Type } from 'typebox';
import { grantedPermissions } from '../../domain/access/permission.ts';
import { isPermittedIn } from '../../domain/access/principal.ts';
import { principalOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { Reply, ReplyId, ReplyText } from '../shared/reply-fields.ts';
import { Id, Word } from '../shared/text.ts';

const CheckPermissionBody = Type.Object(
  {
    permission: Word(grantedPermissions, 'What is to be done.'),
    projectId: Type.Optional(
      Id('project', 'Where. Absent: in the whole tenant, or in none for what is of the fleet.'),
    ),
  },
  {
    additionalProperties: false,
    title: 'CheckPermissionRequest',
    examples: [{ permission: 'clusters.create' }],
  },
);

const CheckPermissionReply = Reply('PermissionCheck', {
  permission: ReplyText(64, 'What was asked about.'),
  projectId: Type.Optional(ReplyId('project', 'Where.')),
  allowed: Type.Boolean({ description: 'Whether the caller may do it there.' }),
});

export const checkPermission: RegisterRoute = (app) => {
  app.route({
    method: 'POST',
    url: '/v1/permissions::check',
    config: { permission: 'authenticated', audited: false },
    schema: {
      operationId: 'checkPermission',
      tags: ['Access'],
      summary: 'Ask whether I may do something',
      description: 'Says what the roles of the caller give; not whether a project of that id is there.',
      querystring: NoQuery,
      body: CheckPermissionBody,
      response: answers({ 200: jsonAnswer('Yes or no.', CheckPermissionReply) }),
    },
    handler: async (request) => {
      const { permission, projectId } = request.body;
      return { permission, projectId, allowed: isPermittedIn(principalOf(request), permission, projectId) };
    },
  });
};
