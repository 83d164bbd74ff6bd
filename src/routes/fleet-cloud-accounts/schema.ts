import { Type } from 'typebox';
import { accountPlatforms } from '../../domain/credential/cloud-account.ts';
import { OpenWord, Reply, ReplyId, ReplyList, ReplyText, Time } from '../shared/reply-fields.ts';
import { Id, Text, Word } from '../shared/text.ts';

const mostTenants = 100;

export const CloudAccountParams = Type.Object(
  {
    platform: Word(accountPlatforms, 'Platform of the account.'),
    account: Text('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', {
      maxLength: 63,
      hint: 'the twelve digits of an account, or a namespace',
      description:
        'aws: the cloud’s own number of the account. agent, kubevirt: a namespace of the management clusters, with Agents or with network attachment definitions.',
      examples: ['123456789012', 'lab-agents'],
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
    platform: OpenWord(accountPlatforms, 'Platform.'),
    account: ReplyText(64, 'The cloud’s own number of the account, or the namespace.'),
    tenantId: Type.Optional(ReplyId('tenant', 'The tenant that has it.')),
    provenAt: Type.Optional(Time('When a credential of that tenant opened it for the first time.')),
    allowedTenantIds: ReplyList(
      ReplyId('tenant', 'A tenant that may use it as well.'),
      'Tenants that may use it as well.',
      mostTenants,
    ),
  },
  'An account in a cloud, or a namespace of the management clusters, and who may use it.',
);
