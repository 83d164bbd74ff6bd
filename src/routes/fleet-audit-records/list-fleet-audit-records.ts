import { readFilter } from '../audit-records/read-filter.ts';
import { AuditFilters, AuditRecordListReply, TenantFilter } from '../audit-records/schema.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, readPage } from '../shared/list.ts';

const path = '/v1/fleet/audit-records';

export const listFleetAuditRecords: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'fleet.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listFleetAuditRecords',
      tags: ['Fleet'],
      summary: 'List audit records of the fleet or of a tenant',
      description:
        'Without `tenantId`: what operators of the fleet did or tried, and what callers without credentials tried.',
      querystring: ListQuery({ ...TenantFilter, ...AuditFilters }),
      response: answers({ 200: jsonAnswer('A page of records.', AuditRecordListReply, ['Link']) }),
    },
    handler: async (request, reply) => {
      const { tenantId = '' } = request.query;
      const scope = { tenantId: '', path, query: request.query };
      const filter = readFilter(request.query);
      const page = await deps.services.audit.listFleetAuditRecords(tenantId, readPage(deps, scope), filter);
      return answerPage(reply, deps, scope, page, (record) => record);
    },
  });
};
