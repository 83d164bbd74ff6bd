import { Type } from 'typebox';
import { actorKinds } from '../../domain/access/actor.ts';
import { auditOutcomes } from '../../domain/audit/audit-record.ts';
import { linesType } from '../../plugins/json-lines.ts';
import { headersOf } from '../shared/answers.ts';
import { ListReply } from '../shared/list.ts';
import { OpenWord, Reply, ReplyId, ReplyText, Time } from '../shared/reply-fields.ts';
import { Id, Text, Word } from '../shared/text.ts';

const Instant = (description: string) =>
  Text(
    '^(19[7-9]|[2-9][0-9]{2})[0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?Z$',
    {
      maxLength: 24,
      hint: 'a time in UTC such as 2026-11-30T21:50:00Z',
      description,
      examples: ['2026-11-30T21:50:00Z'],
    },
  );

const Visible = (maxLength: number, hint: string, description: string) =>
  Text('^[!-~]+$', { maxLength, hint, description });

const times = {
  since: Type.Optional(Instant('Only records made at this time or later.')),
  until: Type.Optional(Instant('Only records made before this time.')),
};

export const AuditFilters = {
  actor: Type.Optional(Visible(512, 'the id of a key, a user or a service account', 'Only what they did.')),
  action: Type.Optional(
    Text('^[A-Za-z][A-Za-z.]*$', {
      maxLength: 64,
      hint: 'an operation such as createCluster',
      description: 'Only this action.',
    }),
  ),
  targetId: Type.Optional(Visible(128, 'an id such as cl_01jc8vr3n2e9qsyw6x5m7t4kzd', 'Only about this.')),
  outcome: Type.Optional(Word(auditOutcomes, 'Only what ended so.')),
  requestId: Type.Optional(Visible(64, 'the Request-Id of an answer', 'Only of this request.')),
  ...times,
};

export const ExportFilters = {
  afterNumber: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only records with a greater number: the last one of the export before.',
    }),
  ),
  ...times,
};

export const TenantFilter = {
  tenantId: Type.Optional(
    Id(
      'tenant',
      "Tenant whose records are meant; the fleet's own, and those of unknown callers, when absent.",
    ),
  ),
};

const AuditRecordReply = Reply(
  'AuditRecord',
  {
    tenantId: ReplyText(32, "Tenant; empty for the fleet's own records and for unknown callers."),
    id: ReplyId('auditRecord', 'Id.'),
    actorKind: OpenWord(actorKinds, 'What did it.'),
    actor: ReplyText(512, 'Id of who did it; empty for who is unknown.'),
    tokenId: Type.Optional(ReplyText(128, 'SHA-256 of the `jti` of the token that was used.')),
    action: ReplyText(64, '`operationId` of the request, or a word with dots for what Berth does by itself.'),
    method: Type.Optional(ReplyText(16, 'Method of the request.')),
    route: Type.Optional(ReplyText(256, 'Pattern of its address.')),
    targetKind: ReplyText(64, 'What kind of thing it was about.'),
    targetId: ReplyText(128, 'Id of that thing; empty when there was none.'),
    outcome: OpenWord(auditOutcomes, 'How it ended.'),
    status: Type.Optional(Type.Integer({ description: 'HTTP status; absent of what was accepted.' })),
    code: Type.Optional(ReplyText(64, 'Error code.')),
    count: Type.Integer({ description: 'Above 1: how many requests like this one were counted.' }),
    requestId: ReplyText(64, 'Id of the request.'),
    sourceAddress: Type.Optional(ReplyText(64, 'Address that the request came from.')),
    userAgent: Type.Optional(ReplyText(256, 'User-Agent of the request, cut.')),
    change: Type.Object(
      {},
      {
        title: 'AuditChange',
        additionalProperties: true,
        description: '`before` and `after`, as far as it makes sense. Without secrets.',
      },
    ),
    createdAt: Time('When.'),
  },
  'Who did or tried what, from where, and how it ended.',
);

export const AuditRecordListReply = ListReply('AuditRecordList', AuditRecordReply);

/** Documents a stream of lines. */
export const linesAnswer = {
  description:
    'A line a record, in the order of the chain, with `number`, `sealedAt` and `hash`. Cut off in the middle of a line: ask again behind the last whole one.',
  headers: headersOf([]),
  content: { [linesType]: { schema: { type: 'string', maxLength: Number.MAX_SAFE_INTEGER } } },
};
