import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { typeidUnboxed } from 'typeid-js';
import { issuerCheck } from '../../src/container.ts';
import { buildTokenVerifier } from '../../src/container-identity.ts';
import { createDatabase, type Database } from '../../src/db/database.ts';
import { channels, listenToDatabase } from '../../src/db/notifications.ts';
import type { Principal } from '../../src/domain/access/principal.ts';
import { idPrefixes, type NewId } from '../../src/domain/shared/id.ts';
import type { ManagementCluster } from '../../src/providers/management-cluster/contract.ts';
import { createOutgoingHttp } from '../../src/providers/outgoing-http/outgoing-http.ts';
import { createBell } from '../../src/queue/bell.ts';
import { createAccessService } from '../../src/services/access-service.ts';
import { createApiKeyService } from '../../src/services/api-key-service.ts';
import { createAuditService } from '../../src/services/audit-service.ts';
import { createCatalogueService } from '../../src/services/catalogue-service.ts';
import { createClusterService } from '../../src/services/cluster-service.ts';
import type { Services } from '../../src/services/contract.ts';
import { createCredentialService } from '../../src/services/credential-service.ts';
import { createEventService } from '../../src/services/event-service.ts';
import { createFleetService } from '../../src/services/fleet-service.ts';
import { createIdentityIssuerService } from '../../src/services/identity-issuer-service.ts';
import { createIdentityService } from '../../src/services/identity-service.ts';
import { createIssuerService } from '../../src/services/issuer-service.ts';
import { createLeakService } from '../../src/services/leak-service.ts';
import { createNodePoolService } from '../../src/services/node-pool-service.ts';
import { createOperationService } from '../../src/services/operation-service.ts';
import { createProjectService } from '../../src/services/project-service.ts';
import { createQuotaService } from '../../src/services/quota-service.ts';
import { createReleaseCatalogue } from '../../src/services/release-catalogue.ts';
import type { RequestContext } from '../../src/services/request-context.ts';
import { createRoleBindingService } from '../../src/services/role-binding-service.ts';
import { createWaiters } from '../../src/services/waiters.ts';
import { createAskWorker } from '../../src/services/worker-questions.ts';
import type { WorkerDependencies } from '../../src/workers/dependencies.ts';
import type { CloudDependencies } from '../../src/workers/infrastructure/cloud-dependencies.ts';
import { createConnections } from '../../src/workers/management-cluster-connections.ts';
import { startWorker, type WorkerTiming } from '../../src/workers/worker.ts';
import { noClouds } from './clouds.ts';
import { createTestDatabase } from './database.ts';
import { createTestSealer } from './test-sealer.ts';
import { dropPolicies, type Walls, withoutTenantFilters } from './walls.ts';

export const newId: NewId = (kind) => typeidUnboxed(idPrefixes[kind]);

export interface TestTenant {
  readonly id: string;
  readonly key: string;
  readonly principal: Principal;
  readonly context: RequestContext;
  readonly pullSecretId: string;
}

const testReleases = ['4.16.30', '4.17.30', '4.19.9', '4.20.3', '4.20.4', '4.21.0'];

/** Faster than in production: tests wait by condition, and nothing in them waits for a clock. */
const quickTiming: WorkerTiming = {
  sweepMs: 500,
  deadlineMs: 5_000,
  retentionMs: 60_000,
  watchdogMs: 60_000,
  probeMs: 1_000,
  scanMs: 200,
};

const operator: RequestContext = {
  principal: { kind: 'apiKey', id: 'key_operator', grants: [{ role: 'fleet-operator' }] },
  tenantId: '',
  requestId: 'test',
};

/** Addresses of tenants may lead to this machine, where tests play identity providers. */
const http = createOutgoingHttp({ allowedPrivate: ['127.0.0.1/32:*'], allowHttp: true });

/** Services and workers over a database of its own. Management clusters are whatever the test connects. */
export const createTestWorld = async (clouds: CloudDependencies = noClouds, walls: Walls = 'both') => {
  const testDatabase = await createTestDatabase(20);
  if (walls === 'filters') await dropPolicies(testDatabase.pool);
  const pool = walls === 'policies' ? withoutTenantFilters(testDatabase.pool) : testDatabase.pool;
  const database: Database = createDatabase(pool, 'berth_worker');
  const requestDatabase: Database = createDatabase(pool, 'berth_tenant');
  const logger = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const sealer = createTestSealer();
  const monotonic = () => performance.now();
  const clock = () => new Date().toISOString();
  const deps = { database: requestDatabase, newId, clock };
  const waiters = createWaiters(monotonic);
  const notifications = listenToDatabase({ url: testDatabase.url, onError: () => undefined });
  notifications.listen(channels.operation, waiters.wake);
  notifications.listen(channels.access, waiters.wake);
  notifications.listen(channels.question, waiters.wake);
  const catalogue = createReleaseCatalogue(requestDatabase, monotonic);
  const askWorker = createAskWorker(deps, waiters);
  // A walk over all routes is no flood.
  const limits = { alonePerKind: 1000, alone: 1000, kinds: 1000 };
  const failAudit = (error: unknown): void => {
    throw error;
  };
  const auditTrail = createAuditService(deps, failAudit, { tenant: limits, anonymous: limits });
  const services: Services = {
    clusters: createClusterService({ ...deps, catalogue }, askWorker),
    nodePools: createNodePoolService({ ...deps, catalogue }),
    operations: createOperationService(deps, waiters),
    events: createEventService(deps),
    access: createAccessService(deps, sealer, waiters),
    catalogue: createCatalogueService(deps, catalogue),
    projects: createProjectService(deps),
    credentials: createCredentialService({ ...deps, sealer, ask: askWorker, setup: clouds }),
    fleet: createFleetService(deps, sealer),
    leaks: createLeakService(deps),
    apiKeys: createApiKeyService(deps, sealer),
    identityIssuers: createIdentityIssuerService(deps, issuerCheck(http)),
    roleBindings: createRoleBindingService(deps),
    audit: auditTrail.service,
    identity: createIdentityService(requestDatabase, monotonic),
    issuers: createIssuerService(deps),
    quotas: createQuotaService(deps),
  };
  for (const version of testReleases) {
    const image = `quay.io/openshift-release-dev/ocp-release:${version}-multi`;
    const minor = version.split('.').slice(0, 2).join('.');
    await services.catalogue.putRelease(operator, {
      version,
      image,
      channels: [`stable-${minor}`],
      enabled: true,
    });
  }

  const createTenant = async (name: string): Promise<TestTenant> => {
    const { resource } = await services.fleet.createTenant(operator, { name });
    const principal: Principal = {
      kind: 'apiKey',
      id: resource.apiKey.id,
      tenantId: resource.tenant.id,
      grants: [{ role: 'admin' }],
    };
    const context: RequestContext = { principal, tenantId: resource.tenant.id, requestId: 'test' };
    const pullSecret = await services.credentials.createCredential(context, {
      name: 'pull-secret',
      kind: 'pullSecret',
      value: '{"auths":{"registry.example.com":{"auth":"dXNlcjpwYXNz"}}}',
    });
    return {
      id: resource.tenant.id,
      key: resource.apiKey.key ?? '',
      principal,
      context,
      pullSecretId: pullSecret.resource.id,
    };
  };

  const registerManagementCluster = async (
    name: string,
    kubeconfig = `kubeconfig of ${name}`,
    capacity = 1000,
  ) => {
    const { resource } = await services.fleet.registerManagementCluster(operator, {
      name,
      labels: {},
      platforms: ['aws', 'kubevirt', 'agent', 'none'],
      capacity,
      kubeconfig,
    });
    return resource;
  };

  /** Starts a worker; `connect` gets the kubeconfig that a management cluster was registered with. */
  const startTestWorker = (connect: (kubeconfig: string) => ManagementCluster, timing = quickTiming) => {
    const connections = createConnections({
      database,
      sealer,
      connect: (credentials) => connect('kubeconfig' in credentials ? credentials.kubeconfig : ''),
      monotonic,
      logger,
    });
    const bell = createBell({ kind: 'postgres', url: testDatabase.url }, (error) =>
      logger.debug({ error }, 'queue'),
    );
    const workerDeps: WorkerDependencies = {
      database,
      connections,
      clouds,
      sealer,
      newId,
      random: Math.random,
      logger,
      holder: `test-${randomBytes(4).toString('hex')}`,
    };
    return {
      deps: workerDeps,
      bell,
      ...startWorker({ ...workerDeps, bell, concurrency: 8, onSilence: () => undefined }, timing),
    };
  };

  const close = async (): Promise<void> => {
    await auditTrail.writer.flush(true);
    await notifications.close();
    await testDatabase.drop();
  };
  return {
    testDatabase,
    database,
    services,
    tokens: buildTokenVerifier(http, requestDatabase, monotonic),
    clouds,
    sealer,
    logger,
    operator,
    createTenant,
    registerManagementCluster,
    startTestWorker,
    /** Stores the audit records of requests that changed nothing. */
    flushAudit: () => auditTrail.writer.flush(),
    close,
  };
};

export type TestWorld = Awaited<ReturnType<typeof createTestWorld>>;

/** Asks until the answer is there. Fails with the last answer when `seconds` are over. */
export const eventually = async <Value>(
  what: string,
  ask: () => Promise<Value | undefined | false>,
  seconds = 30,
): Promise<Value> => {
  const end = performance.now() + seconds * 1000;
  let last: unknown;
  while (performance.now() < end) {
    try {
      const value = await ask();
      if (value !== undefined && value !== false) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    await delay(50);
  }
  throw new Error(`${what} did not come about within ${seconds} s; last: ${String(last)}`);
};
