import { Type } from 'typebox';
import { linesType } from '../../plugins/json-lines.ts';
import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers } from '../shared/answers.ts';
import { ExportFilters, linesAnswer } from './schema.ts';
import { streamChain } from './stream-chain.ts';

export const exportAuditRecords: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/audit-records::export',
    // A HEAD would read the whole chain for nobody.
    exposeHeadRoute: false,
    config: { permission: 'auditRecords.read', produces: [linesType] },
    schema: {
      operationId: 'exportAuditRecords',
      tags: ['Audit'],
      summary: 'Export audit records as JSON lines',
      description:
        'Oldest first, as they were sealed: what is newer than a moment comes with the next export. How to verify the lines is told in the reference.',
      querystring: Type.Object(ExportFilters, { additionalProperties: false }),
      response: answers({ 200: linesAnswer }),
    },
    handler: (request, reply) => {
      const tenantId = tenantOf(request);
      return streamChain(reply, request.query, (afterNumber, limit) =>
        services.audit.readAuditChain(tenantId, afterNumber, limit),
      );
    },
  });
};
