import { apiKeyRoutes } from './api-keys/index.ts';
import { auditRecordRoutes } from './audit-records/index.ts';
import { clusterRoutes } from './clusters/index.ts';
import { credentialRoutes } from './credentials/index.ts';
import { docsRoutes } from './docs/index.ts';
import { eventRoutes } from './events/index.ts';
import { fleetApiKeyRoutes } from './fleet-api-keys/index.ts';
import { fleetAuditRecordRoutes } from './fleet-audit-records/index.ts';
import { fleetCloudAccountRoutes } from './fleet-cloud-accounts/index.ts';
import { fleetLeakRoutes } from './fleet-leaks/index.ts';
import { fleetManagementClusterRoutes } from './fleet-management-clusters/index.ts';
import { fleetTenantRoutes } from './fleet-tenants/index.ts';
import { identityIssuerRoutes } from './identity-issuers/index.ts';
import { meRoutes } from './me/index.ts';
import { nodePoolRoutes } from './node-pools/index.ts';
import { oidcRoutes } from './oidc/index.ts';
import { operationRoutes } from './operations/index.ts';
import { permissionRoutes } from './permissions/index.ts';
import { platformRoutes } from './platforms/index.ts';
import { projectRoutes } from './projects/index.ts';
import { fleetQuotaRoutes, quotaRoutes } from './quotas/index.ts';
import { releaseRoutes } from './releases/index.ts';
import { roleBindingRoutes } from './role-bindings/index.ts';
import { registerAll } from './route-deps.ts';

/** Every address of the API, by who it is for: tenants, everybody with a key, operators of the fleet, all. */
export const apiRoutes = registerAll([
  clusterRoutes,
  nodePoolRoutes,
  operationRoutes,
  eventRoutes,
  projectRoutes,
  credentialRoutes,
  apiKeyRoutes,
  identityIssuerRoutes,
  roleBindingRoutes,
  auditRecordRoutes,
  quotaRoutes,

  releaseRoutes,
  platformRoutes,
  meRoutes,
  permissionRoutes,

  fleetTenantRoutes,
  fleetApiKeyRoutes,
  fleetQuotaRoutes,
  fleetManagementClusterRoutes,
  fleetCloudAccountRoutes,
  fleetLeakRoutes,
  fleetAuditRecordRoutes,

  docsRoutes,
  oidcRoutes,
]);
