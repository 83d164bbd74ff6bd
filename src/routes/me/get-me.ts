import { Type } from 'typebox';
import { isPermitted } from '../../domain/access/principal.ts';
import { roles } from '../../domain/access/role.ts';
import { principalOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { OpenWord, Reply, ReplyId, ReplyList, ReplyText } from '../shared/reply-fields.ts';

const GrantReply = Reply('Grant', {
  role: OpenWord(roles, 'Role.'),
  projectId: Type.Optional(ReplyId('project', 'Project in which it holds; absent: in the whole tenant.')),
});

const MeReply = Reply('Me', {
  kind: OpenWord(['apiKey', 'user', 'serviceAccount'], 'What the caller is.'),
  id: ReplyText(320, 'Id of the API key; of others the issuer and its subject.'),
  tenantId: Type.Optional(ReplyId('tenant', 'Tenant of the caller; principals of the fleet have none.')),
  grants: ReplyList(GrantReply, 'Roles of the caller.', 256),
  scopes: Type.Optional(
    ReplyList(ReplyText(64, 'Permission.'), 'Permissions that the key is narrowed to.', 128),
  ),
  permissions: ReplyList(
    ReplyText(64, 'Permission.'),
    'What the caller may do: everywhere, or in the projects of its grants.',
    128,
  ),
});

export const getMe: RegisterRoute = (app, { permissions }) => {
  app.route({
    method: 'GET',
    url: '/v1/me',
    config: { permission: 'authenticated' },
    schema: {
      operationId: 'getMe',
      tags: ['Access'],
      summary: 'Read who I am and what I may do',
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The caller.', MeReply) }),
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const { kind, id, tenantId, grants, scopes } = principal;
      const permitted = [...permissions]
        .filter((one) => one !== 'none' && isPermitted(principal, one))
        .sort();
      return { kind, id, tenantId, grants, scopes, permissions: permitted };
    },
  });
};
