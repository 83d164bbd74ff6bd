import { registerAll } from '../route-deps.ts';
import { exportAuditRecords } from './export-audit-records.ts';
import { listAuditRecords } from './list-audit-records.ts';

/** Who did or tried what with the tenant's things; for its administrators. */
export const auditRecordRoutes = registerAll([listAuditRecords, exportAuditRecords]);
