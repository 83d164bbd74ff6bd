import { Type } from 'typebox';
import type { JsonObject } from '../../domain/shared/json.ts';
import { Labels, ProjectName } from '../shared/names.ts';
import { Reply, ReplyId, ReplyLabels, ReplyText } from '../shared/reply-fields.ts';
import { versionMembers } from '../shared/resource-reply.ts';
import { asPatch } from '../shared/schema-forms.ts';

const closed = { additionalProperties: false } as const;

export const CreateProjectBody = Type.Object(
  { name: ProjectName, labels: Type.Optional(Labels) },
  {
    ...closed,
    title: 'CreateProjectRequest',
    examples: [{ name: 'payments', labels: { team: 'payments' } }],
  },
);

export const UpdateProjectBody = Type.Unsafe<{ labels: JsonObject }>({
  type: 'object',
  properties: { labels: asPatch(Labels) },
  required: ['labels'],
  ...closed,
  title: 'UpdateProjectRequest',
  examples: [{ labels: { team: null, owner: 'ops' } }],
  description: 'JSON Merge Patch (RFC 7396): null removes a label.',
});

export const ProjectReply = Reply(
  'Project',
  {
    id: ReplyId('project', 'Id; never reused.'),
    name: ReplyText(63, 'Name; unique in the tenant.'),
    tenantId: ReplyId('tenant', 'Tenant.'),
    labels: ReplyLabels,
    ...versionMembers,
  },
  'Clusters that belong together.',
);
