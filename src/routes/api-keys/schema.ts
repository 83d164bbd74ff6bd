import { Type } from 'typebox';
import { grantedPermissions } from '../../domain/access/permission.ts';
import { fleetRoles, roles, tenantRoles } from '../../domain/access/role.ts';
import { OpenWord, Reply, ReplyId, ReplyList, ReplyText, Time } from '../shared/reply-fields.ts';
import { Id, Instant, Text, Word } from '../shared/text.ts';

const closed = { additionalProperties: false } as const;

const Description = Text('^[^\\p{Cc}\\p{Cs}]*$', {
  minLength: 0,
  maxLength: 256,
  hint: 'a text of one line',
  description: 'What the key is for.',
  examples: ['portal, production'],
});

const ExpiresAt = Instant('When it ends. Absent: never.');

const Scopes = Type.Array(Word(grantedPermissions), {
  minItems: 1,
  maxItems: grantedPermissions.length,
  uniqueItems: true,
  description: 'Permissions that the key is narrowed to. Absent: all that its role gives.',
});

export const CreateApiKeyBody = Type.Object(
  {
    role: Word(tenantRoles, 'Role of the key.'),
    projectId: Type.Optional(Id('project', 'Project in which the role holds. Absent: in the whole tenant.')),
    scopes: Type.Optional(Scopes),
    description: Type.Optional(Description),
    expiresAt: Type.Optional(ExpiresAt),
  },
  {
    ...closed,
    title: 'CreateApiKeyRequest',
    examples: [{ role: 'editor', description: 'pipeline', expiresAt: '2099-12-24T00:00:00Z' }],
  },
);

export const CreateFleetApiKeyBody = Type.Object(
  {
    role: Word(fleetRoles, 'Role of the key.'),
    description: Type.Optional(Description),
    expiresAt: Type.Optional(ExpiresAt),
  },
  {
    ...closed,
    title: 'CreateFleetApiKeyRequest',
    examples: [{ role: 'fleet-viewer', description: 'dashboard' }],
  },
);

const members = {
  id: ReplyId('apiKey', 'Id; never reused.'),
  tenantId: Type.Optional(ReplyId('tenant', 'Tenant; keys of the fleet have none.')),
  role: OpenWord(roles, 'Role of the key.'),
  projectId: Type.Optional(
    ReplyId('project', 'Project in which the role holds; absent: in the whole tenant.'),
  ),
  scopes: Type.Optional(
    ReplyList(ReplyText(64, 'Permission.'), 'Permissions that the key is narrowed to.', 128),
  ),
  description: ReplyText(256, 'What it is for.'),
  prefix: Type.Optional(ReplyText(16, 'The first characters of the key, to tell it by.')),
  expiresAt: Type.Optional(Time('When it ends; absent: never.')),
  lastUsedAt: Type.Optional(Time('When it was used last, exact to a minute; absent: never.')),
  createdBy: ReplyText(320, 'Id of the principal that made it.'),
  replacesId: Type.Optional(ReplyId('apiKey', 'The key that it took the place of.')),
  createdAt: Time('When it was made.'),
};

export const ApiKeyReply = Reply('ApiKey', members, 'A key without its text.');

export const ShownApiKeyReply = Reply(
  'ShownApiKey',
  { ...members, key: ReplyText(256, 'The key itself. Shown in this answer only.') },
  'A key with its text.',
);
