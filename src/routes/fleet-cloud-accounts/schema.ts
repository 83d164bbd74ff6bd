import { Type } from 'typebox';
import { OpenWord, Reply, ReplyId, ReplyList, ReplyText, Time } from '../shared/reply-fields.ts';
import { Id, Text, Word } from '../shared/text.ts';

const platforms = ['aws'] as const;
const mostTenants = 100;

export const CloudAccountParams = Type.Object(
  {
    platform: Word(platforms, 'Platform of the account.'),
    account: Text('^[0-9]{12}$', {
      maxLength: 12,
      hint: 'the twelve digits of an account',
      description: 'The cloud’s own number of the account.',
      examples: ['123456789012'],
    }),
  },
  { additionalProperties: false },
);

export const AllowCloudAccountBody = Type.Object(
  {
    allowedTenantIds: Type.Array(Id('tenant', 'A tenant that may use the account as well.'), {
      maxItems: mostTenants,
      description: 'All of them; who is not in the list may not.',
    }),
  },
  {
    additionalProperties: false,
    title: 'AllowCloudAccountRequest',
    examples: [{ allowedTenantIds: ['ten_01jc8vr3n2e9qsyw6x5m7t4kzd'] }],
  },
);

export const CloudAccountReply = Reply(
  'CloudAccount',
  {
    platform: OpenWord(platforms, 'Platform.'),
    account: ReplyText(64, 'The cloud’s own number of the account.'),
    tenantId: Type.Optional(ReplyId('tenant', 'The tenant that has it.')),
    provenAt: Type.Optional(Time('When a credential of that tenant opened it for the first time.')),
    allowedTenantIds: ReplyList(
      ReplyId('tenant', 'A tenant that may use it as well.'),
      'Tenants that may use it as well.',
      mostTenants,
    ),
  },
  'An account in a cloud, and who may make clusters in it.',
);
