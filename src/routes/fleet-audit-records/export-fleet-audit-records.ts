import { Type } from 'typebox';
import { linesType } from '../../plugins/json-lines.ts';
import { ExportFilters, linesAnswer, TenantFilter } from '../audit-records/schema.ts';
import { streamChain } from '../audit-records/stream-chain.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers } from '../shared/answers.ts';

export const exportFleetAuditRecords: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/fleet/audit-records::export',
    exposeHeadRoute: false,
    config: { permission: 'fleet.read', produces: [linesType] },
    schema: {
      operationId: 'exportFleetAuditRecords',
      tags: ['Fleet'],
      summary: 'Export audit records of the fleet or of a tenant as JSON lines',
      description: 'One chain, oldest first: that of the fleet without `tenantId`, else that of the tenant.',
      querystring: Type.Object({ ...TenantFilter, ...ExportFilters }, { additionalProperties: false }),
      response: answers({ 200: linesAnswer }),
    },
    handler: (request, reply) => {
      const { tenantId = '' } = request.query;
      return streamChain(reply, request.query, (afterNumber, limit) =>
        services.audit.readFleetAuditChain(tenantId, afterNumber, limit),
      );
    },
  });
};
