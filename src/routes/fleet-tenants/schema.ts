import { Type } from 'typebox';
import { roles } from '../../domain/access/role.ts';
import { TenantName } from '../shared/names.ts';
import { OpenWord, Reply, ReplyId, ReplyText, Time } from '../shared/reply-fields.ts';

export const CreateTenantBody = Type.Object(
  { name: TenantName },
  { additionalProperties: false, title: 'CreateTenantRequest', examples: [{ name: 'acme' }] },
);

export const TenantReply = Reply(
  'Tenant',
  {
    id: ReplyId('tenant', 'Id; never reused.'),
    name: ReplyText(63, 'Name.'),
    createdAt: Time('When it was made.'),
  },
  'A customer of the fleet.',
);

export const CreatedTenantReply = Reply('CreatedTenant', {
  tenant: TenantReply,
  apiKey: Reply(
    'CreatedApiKey',
    {
      id: ReplyId('apiKey', 'Id of the key.'),
      tenantId: Type.Optional(ReplyId('tenant', 'Tenant.')),
      role: OpenWord(roles, 'Role.'),
      description: ReplyText(256, 'What it is for.'),
      createdAt: Time('When it was made.'),
      key: Type.Optional(ReplyText(256, 'The key itself. Shown once: absent when the answer is a replay.')),
    },
    'The first key of the tenant.',
  ),
});
