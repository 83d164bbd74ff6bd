import { Type } from 'typebox';
import type { IdKind } from '../../domain/shared/id.ts';
import { ReplyId, ReplyLabels, ReplyText, Time } from './reply-fields.ts';

/** The members that every resource with a spec has (API conventions: spec is the user's, status the system's). */
export const resourceMembers = (kind: IdKind) => ({
  id: ReplyId(kind, 'Id; never reused.'),
  name: ReplyText(63, 'Name; reserved until the resource is really gone.'),
  tenantId: ReplyId('tenant', 'Tenant.'),
  projectId: ReplyId('project', 'Project.'),
  labels: ReplyLabels,
  ...versionMembers,
});

/** What concurrency control needs to know of a resource, and when it changed. */
export const versionMembers = {
  generation: Type.Integer({ minimum: 1, description: 'Counts what the user wrote; If-Match compares it.' }),
  revision: Type.Integer({ minimum: 1, description: 'Counts every write, status included.' }),
  createdAt: Time('When it was made.'),
  updatedAt: Time('When it changed last.'),
};
