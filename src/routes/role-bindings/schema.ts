import { Type } from 'typebox';
import { tenantRoles } from '../../domain/access/role.ts';
import { subjectKinds } from '../../domain/access/role-binding.ts';
import { OpenWord, Reply, ReplyId, ReplyText, Time } from '../shared/reply-fields.ts';
import { Id, Text, Word } from '../shared/text.ts';

const closed = { additionalProperties: false } as const;

const SubjectBody = Type.Object(
  {
    kind: Word(
      subjectKinds,
      'user: the `sub` of a token. group: one of its groups. serviceAccount: the client of a token that no user stands behind.',
    ),
    issuerId: Id('identityIssuer', 'The issuer that knows it.'),
    name: Text('^[^\\p{Cc}\\p{Cs}]+$', {
      maxLength: 255,
      hint: 'a text of one line',
      description: 'As the tokens say it.',
      examples: ['platform-team'],
    }),
  },
  { ...closed, title: 'SubjectRequest' },
);

export const CreateRoleBindingBody = Type.Object(
  {
    subject: SubjectBody,
    role: Word(tenantRoles, 'Role that it gets.'),
    projectId: Type.Optional(Id('project', 'Project in which the role holds. Absent: in the whole tenant.')),
  },
  {
    ...closed,
    title: 'CreateRoleBindingRequest',
    examples: [
      {
        subject: { kind: 'group', issuerId: 'idp_01jc8vr3n2e9qsyw6x5m7t4kzd', name: 'platform-team' },
        role: 'editor',
      },
    ],
  },
);

export const RoleBindingReply = Reply(
  'RoleBinding',
  {
    id: ReplyId('roleBinding', 'Id; never reused.'),
    tenantId: ReplyId('tenant', 'Tenant.'),
    subject: Reply('Subject', {
      kind: OpenWord(subjectKinds, 'What it is.'),
      issuerId: ReplyId('identityIssuer', 'The issuer that knows it.'),
      name: ReplyText(255, 'As the tokens say it.'),
    }),
    role: OpenWord(tenantRoles, 'Role that it has.'),
    projectId: Type.Optional(ReplyId('project', 'Project in which the role holds.')),
    createdBy: ReplyText(320, 'Id of the principal that gave it.'),
    createdAt: Time('When it was given.'),
  },
  'A role of somebody whom an identity provider knows.',
);
