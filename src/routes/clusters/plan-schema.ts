import { Type } from 'typebox';
import { quotaDimensions } from '../../domain/quota/quota.ts';
import { OpenWord, Reply, ReplyList, ReplyText } from '../shared/reply-fields.ts';

const PlanProblemReply = Reply('PlanProblem', {
  pointer: ReplyText(1024, 'JSON Pointer (RFC 6901) into the body of the request.'),
  code: ReplyText(64, 'Stable code.'),
  detail: ReplyText(4096, 'What is wrong, what was found and what is allowed.'),
  allowed: Type.Optional(ReplyList(ReplyText(256, 'An allowed value.'), 'What is allowed.', 100)),
});

const PlannedResourceReply = Reply('PlannedResource', {
  step: ReplyText(256, 'Its place in the plan: `subnet/private/eu-west-1a`.'),
  type: ReplyText(64, 'Kind of thing.'),
  name: ReplyText(256, 'Name that it would get; the identifier of the cluster is chosen when it is created.'),
  after: ReplyList(ReplyText(256, 'A step.'), 'Steps that have to be there before.', 200),
  ownership: OpenWord(['managed', 'external'], 'managed: would be made. external: is looked up.'),
});

const PlannedQuotaReply = Reply('PlannedQuota', {
  code: ReplyText(128, "The cloud's code of the quota."),
  name: ReplyText(256, 'Its name.'),
  limit: Type.Integer({ description: 'What the account may have.' }),
  used: Type.Integer({ description: 'What it has.' }),
  needed: Type.Integer({ description: 'What the cluster adds.' }),
});

const PlannedUseReply = Reply('PlannedUse', {
  scope: OpenWord(['tenant', 'project'], 'Whose limit and usage.'),
  dimension: OpenWord(quotaDimensions, 'What is counted.'),
  limit: Type.Optional(Type.Integer({ description: 'The most; absent: there is no limit.' })),
  before: Type.Integer({ description: 'What is used now.' }),
  after: Type.Integer({ description: 'What would be used with the cluster.' }),
});

export const ClusterPlanReply = Reply(
  'ClusterPlan',
  {
    problems: ReplyList(PlanProblemReply, 'Why the request would be refused; empty when it would not.', 1000),
    version: Type.Optional(ReplyText(64, 'Release that the cluster would get.')),
    resources: ReplyList(PlannedResourceReply, 'What would be made in the cloud.', 1000),
    account: OpenWord(
      ['checked', 'notAsked', 'unanswered'],
      'Whether the cloud account was looked at. `notAsked`: there is none, or problems came before. `unanswered`: no answer in time; the creation looks itself.',
    ),
    quotas: ReplyList(PlannedQuotaReply, 'Quotas of the account that the cluster uses up.', 100),
    quota: ReplyList(PlannedUseReply, 'Limits of the tenant and the project, before and after.', 64),
  },
  'What a request would do. Nothing of it is stored.',
);
