import { registerAll } from '../route-deps.ts';
import { exportFleetAuditRecords } from './export-fleet-audit-records.ts';
import { listFleetAuditRecords } from './list-fleet-audit-records.ts';

/** The audit trail of the fleet and of its tenants; for fleet keys only. */
export const fleetAuditRecordRoutes = registerAll([listFleetAuditRecords, exportFleetAuditRecords]);
