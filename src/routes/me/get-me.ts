import { Type } from 'typebox';
import { isPermitted, roles } from '../../domain/access/principal.ts';
import { principalOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { OpenWord, Reply, ReplyId, ReplyList, ReplyText } from '../shared/reply-fields.ts';

const MeReply = Reply('Me', {
  keyId: ReplyId('apiKey', 'Id of the API key.'),
  tenantId: Type.Optional(ReplyId('tenant', 'Tenant of the key; keys of the fleet have none.')),
  role: OpenWord(roles, 'Role of the key.'),
  permissions: ReplyList(ReplyText(64, 'Permission.'), 'What the key may do.', 128),
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
      const { keyId, tenantId, role } = principal;
      const permitted = [...permissions]
        .filter((one) => one !== 'none' && isPermitted(principal, one))
        .sort();
      return { keyId, tenantId, role, permissions: permitted };
    },
  });
};
