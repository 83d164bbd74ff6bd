import { Type } from 'typebox';
import { credentialKinds } from '../../domain/credential/credential.ts';
import { CredentialName } from '../shared/names.ts';
import { OpenWord, Reply, ReplyId, ReplyText } from '../shared/reply-fields.ts';
import { versionMembers } from '../shared/resource-reply.ts';
import { MultilineText, Word } from '../shared/text.ts';
import { WriteOnlyReply } from '../shared/write-only.ts';

export const CreateCredentialBody = Type.Object(
  {
    name: CredentialName,
    kind: Word(credentialKinds, 'What the value is.'),
    value: MultilineText('^[ -~\\t\\n\\r]+$', {
      maxLength: 65_536,
      hint: 'printable ASCII text',
      description: 'pullSecret: the text of a dockerconfigjson. Never read back.',
      examples: ['{"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}'],
    }),
  },
  {
    additionalProperties: false,
    title: 'CreateCredentialRequest',
    examples: [
      {
        name: 'registry',
        kind: 'pullSecret',
        value: '{"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}',
      },
    ],
  },
);

export const CredentialReply = Reply(
  'Credential',
  {
    id: ReplyId('credential', 'Id; never reused.'),
    name: ReplyText(63, 'Name; unique in the tenant.'),
    tenantId: ReplyId('tenant', 'Tenant.'),
    kind: OpenWord(credentialKinds, 'What the value is.'),
    value: WriteOnlyReply,
    ...versionMembers,
  },
  'A secret of the tenant. Its value is write-only.',
);
