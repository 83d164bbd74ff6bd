import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { typeidUnboxed } from 'typeid-js';
import { ensureFleetKey } from './bootstrap.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/client.ts';
import { createDatabase, type Database } from './db/database.ts';
import { channels, listenToDatabase } from './db/notifications.ts';
import type { Sealer } from './domain/credential/sealed.ts';
import type { SetupContext } from './domain/credential/setup/setup.ts';
import type { Clock } from './domain/shared/clock.ts';
import { idPrefixes, type NewId } from './domain/shared/id.ts';
import { checkIssuer } from './providers/identity/check-issuer.ts';
import type { Kms } from './providers/kms/contract.ts';
import { createEnvelopeSealer } from './providers/kms/envelope-sealer.ts';
import type { OutgoingHttp } from './providers/outgoing-http/contract.ts';
import type { CheckIssuer } from './services/access-contract.ts';
import { createAccessService } from './services/access-service.ts';
import { createApiKeyService } from './services/api-key-service.ts';
import type { AuditService } from './services/audit-contract.ts';
import { createAuditService } from './services/audit-service.ts';
import { createCatalogueService } from './services/catalogue-service.ts';
import { createClusterService } from './services/cluster-service.ts';
import type { Services } from './services/contract.ts';
import { createCredentialService } from './services/credential-service.ts';
import type { ServiceDependencies } from './services/dependencies.ts';
import { createEventService } from './services/event-service.ts';
import { createFleetService } from './services/fleet-service.ts';
import { createIdentityIssuerService } from './services/identity-issuer-service.ts';
import { createIdentityService } from './services/identity-service.ts';
import { createIssuerService } from './services/issuer-service.ts';
import { createLeakService } from './services/leak-service.ts';
import { createNodePoolService } from './services/node-pool-service.ts';
import { createOperationService } from './services/operation-service.ts';
import { createProjectService } from './services/project-service.ts';
import { createQuotaService } from './services/quota-service.ts';
import { createReleaseCatalogue } from './services/release-catalogue.ts';
import { createLazyRewrap } from './services/rewrap-secrets.ts';
import { createRoleBindingService } from './services/role-binding-service.ts';
import { createWaiters, type Waiters } from './services/waiters.ts';
import { createAskWorker } from './services/worker-questions.ts';
import type { Shutdown } from './shutdown.ts';

/** Ids made now, in the order of their making. */
export const newId: NewId = (kind) => typeidUnboxed(idPrefixes[kind]);
const clock: Clock = () => new Date().toISOString();
export const monotonic = (): number => performance.now();

/** What both kinds of process share: the database and the key for secrets. */
export interface Core {
  readonly config: Config;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly databaseUrl: string;
  /** For requests. */
  readonly database: Database;
  /** For the work that requests ask for. */
  readonly workerDatabase: Database;
  readonly sealer: Sealer;
}

export const buildCore = (options: {
  readonly config: Config;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly databaseUrl: string;
  readonly kms: Kms;
  readonly fingerprintKey: Buffer;
  readonly name: string;
}): Core => {
  const { config, logger, shutdown, databaseUrl, kms, fingerprintKey } = options;
  const pool = openDatabase({
    url: databaseUrl,
    maxConnections: config.databaseConnections,
    applicationName: options.name,
    onError: (error) => logger.warn({ error }, 'a database connection was lost'),
  });
  shutdown.onStop('database', () => pool.end());
  const workerDatabase = createDatabase(pool, 'berth_worker');
  const onOldKey = createLazyRewrap(workerDatabase, logger, () => sealer);
  const sealer: Sealer = createEnvelopeSealer({ kms, fingerprintKey, onOldKey });
  return {
    config,
    logger,
    shutdown,
    databaseUrl,
    database: createDatabase(pool, 'berth_tenant'),
    workerDatabase,
    sealer,
  };
};

/** The fleet operator's first key, when the configuration names one. */
export const ensureFirstFleetKey = async ({ config, database }: Core): Promise<void> => {
  if (config.bootstrapKey !== undefined) await ensureFleetKey(database, newId, config.bootstrapKey);
};

const buildWaiters = (core: Core): Waiters => {
  const waiters = createWaiters(monotonic);
  const notifications = listenToDatabase({
    url: core.databaseUrl,
    onError: (error) => core.logger.warn({ error }, 'listening was interrupted'),
  });
  notifications.listen(channels.operation, waiters.wake);
  notifications.listen(channels.access, waiters.wake);
  notifications.listen(channels.question, waiters.wake);
  core.shutdown.onStop('notifications', () => notifications.close());
  return waiters;
};

/** A client may wait for an operation longer than a shutdown may last: it is then told how things stand. */
const endedByShutdown = (waiters: Waiters, shutdown: Shutdown): Waiters => {
  const stopping = new AbortController();
  shutdown.beforeStop(() => stopping.abort());
  return {
    ...waiters,
    waitFor: (key, check, milliseconds, signal) =>
      waiters.waitFor(key, check, milliseconds, AbortSignal.any([signal, stopping.signal])),
  };
};

const setupOf = ({ instance, issuerUrl, awsPrincipalArn }: Config): SetupContext => ({
  instance,
  issuerUrl,
  ...(awsPrincipalArn === undefined ? {} : { awsPrincipalArn }),
});

/** Whether a text may be an issuer, by the rules of this installation for outgoing requests. */
export const issuerCheck =
  (http: OutgoingHttp): CheckIssuer =>
  (issuer) =>
    checkIssuer(issuer, http);
/** Stores what it has noted when the process stops, after the last request and before the database goes. */
const buildAuditTrail = (core: Core, deps: ServiceDependencies): AuditService => {
  const { service, writer } = createAuditService(deps, (error, lost) =>
    core.logger.error({ error, lost }, 'audit records of requests that changed nothing could not be stored'),
  );
  core.shutdown.onStop('audit trail', () => writer.flush(true));
  return service;
};

/** Everything that the HTTP side may ask for. Nothing here reaches a cloud or a management cluster. */
export const buildServices = (core: Core, http: OutgoingHttp): Services => {
  const { database, sealer } = core;
  const deps = { database, newId, clock };
  const waiters = buildWaiters(core);
  const catalogue = createReleaseCatalogue(database, monotonic);
  const askWorker = createAskWorker(deps, waiters);
  return {
    clusters: createClusterService({ ...deps, catalogue }, askWorker),
    nodePools: createNodePoolService({ ...deps, catalogue }),
    operations: createOperationService(deps, endedByShutdown(waiters, core.shutdown)),
    events: createEventService(deps),
    access: createAccessService(deps, sealer, waiters),
    catalogue: createCatalogueService(deps, catalogue),
    projects: createProjectService(deps),
    credentials: createCredentialService({ ...deps, sealer, ask: askWorker, setup: setupOf(core.config) }),
    fleet: createFleetService(deps, sealer, core.config.defaultQuotas),
    leaks: createLeakService(deps),
    apiKeys: createApiKeyService(deps, sealer),
    identityIssuers: createIdentityIssuerService(deps, issuerCheck(http)),
    roleBindings: createRoleBindingService(deps),
    audit: buildAuditTrail(core, deps),
    identity: createIdentityService(database, monotonic),
    issuers: createIssuerService(deps),
    quotas: createQuotaService(deps),
  };
};
