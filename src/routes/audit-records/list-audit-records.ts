import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, readPage } from '../shared/list.ts';
import { readFilter } from './read-filter.ts';
import { AuditFilters, AuditRecordListReply } from './schema.ts';

const path = '/v1/audit-records';

export const listAuditRecords: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'auditRecords.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listAuditRecords',
      tags: ['Audit'],
      summary: 'List audit records',
      description:
        'Who did or tried what. What was refused, replayed or changed nothing appears a moment after its answer.',
      querystring: ListQuery(AuditFilters),
      response: answers({ 200: jsonAnswer('A page of records.', AuditRecordListReply, ['Link']) }),
    },
    handler: async (request, reply) => {
      const tenantId = tenantOf(request);
      const scope = { tenantId, path, query: request.query };
      const filter = readFilter(request.query);
      const page = await deps.services.audit.listAuditRecords(tenantId, readPage(deps, scope), filter);
      return answerPage(reply, deps, scope, page, (record) => record);
    },
  });
};
