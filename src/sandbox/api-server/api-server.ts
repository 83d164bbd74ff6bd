import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { installDefinitions, restore } from './bootstrap.ts';
import { makeCertificates, type ServingCertificates } from './certificates.ts';
import { startControllers } from './controllers/controllers.ts';
import type { CrdVariant } from './definition-files.ts';
import { createFaultTable, type FaultSwitch } from './faults/fault-switch.ts';
import { handleRequest } from './http/handle-request.ts';
import { listen } from './http/https-listener.ts';
import { kubeconfigText } from './kubeconfig.ts';
import type { ApiObject } from './objects/api-object.ts';
import { isCrd } from './resources/crd-kind.ts';
import { createResourceRegistry } from './resources/resource-registry.ts';
import type { ResourceType } from './resources/resource-type.ts';
import type { ObjectStore, Write } from './store/object-store.ts';
import { openObjectStore } from './store/open-object-store.ts';
import { createAuthenticator } from './tokens/authenticate.ts';
import { createTokenSigner, makeSigningKey } from './tokens/service-account-tokens.ts';
import { createHistoryKeeper } from './watch/history-keeper.ts';
import { openWatchHub, type WatchHub } from './watch/watch-hub.ts';
import type { WriteContext } from './writes/write-context.ts';

export type { Fault, FaultedRequest, FaultRule, Verb } from './faults/fault.ts';
export type { ActiveFault, FaultSwitch } from './faults/fault-switch.ts';

export interface SandboxLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface SandboxApiServerOptions {
  /** Where the objects are kept. The server makes its own schema in it. The pool stays the caller's. */
  readonly pool: Pool;
  /** Name of that schema; `sandbox` when absent. */
  readonly schema?: string;
  /** Directory with CustomResourceDefinition files; without it HostedCluster and NodePool are described compactly. */
  readonly crdDirectory?: string;
  readonly crdVariant?: CrdVariant;
  /** On 127.0.0.1. Absent: the port of the last start while it is free, else a free one. */
  readonly port?: number;
  readonly logger?: SandboxLogger;
  readonly now?: () => Date;
  /** How many changes watches and continue tokens can go back; 10,000 when absent. */
  readonly historySize?: number;
  /** How often a watch gets a bookmark; a minute when absent. */
  readonly bookmarkMs?: number;
}

export interface SandboxApiServer {
  readonly url: string;
  readonly caPem: string;
  readonly adminToken: string;
  /** With the CA and the administrator's token. */
  readonly kubeconfig: string;
  readonly faults: FaultSwitch;
  /** Forgets all history: older resourceVersions and continue tokens are gone from now on. */
  compact(): Promise<void>;
  /** Cuts every connection and stops all work. The objects stay. */
  close(): Promise<void>;
}

interface Identity {
  readonly certificates: ServingCertificates;
  readonly adminToken: string;
  readonly signingKey: string;
}

/** What clients hold on to is made once and kept beside the objects. */
const loadIdentity = async (store: ObjectStore, now: () => Date): Promise<Identity> => ({
  certificates: JSON.parse(
    await store.setting('certificates', async () => JSON.stringify(await makeCertificates(now()))),
  ) as ServingCertificates,
  adminToken: await store.setting('admin-token', async () => randomBytes(24).toString('base64url')),
  signingKey: await store.setting('signing-key', async () => makeSigningKey()),
});

const silent: SandboxLogger = { warn: () => undefined, error: () => undefined };

/** An idle connection that breaks must not end the process, also when the owner of the pool forgot to listen. */
const guardPool = (pool: Pool): (() => void) => {
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  return () => {
    pool.off('error', ignore);
  };
};

/** Serves a small Kubernetes API over HTTPS on loopback, its objects in PostgreSQL. */
export const startSandboxApiServer = async (options: SandboxApiServerOptions): Promise<SandboxApiServer> => {
  const { pool, logger = silent, now = () => new Date() } = options;
  const unguardPool = guardPool(pool);
  const listeners: ((type: ResourceType, change: Write['change'], object: ApiObject) => void)[] = [];
  let hub: WatchHub | undefined;
  const store = await openObjectStore({
    pool,
    schema: options.schema ?? 'sandbox',
    onCommit: () => hub?.wake(),
  });
  const writes: WriteContext = {
    store,
    now,
    afterWrite: (type, change, object) => {
      for (const listener of listeners) listener(type, change, object);
    },
  };
  const registry = createResourceRegistry();
  listeners.push((type, change, object) => {
    if (!isCrd(type)) return;
    if (change === 'DELETED') registry.undefine(object.metadata.name);
    else registry.define(object);
  });
  const onError = (error: unknown): void => {
    logger.warn({ err: error }, 'sandbox API server');
  };
  const history = createHistoryKeeper(store, options.historySize ?? 10_000, onError);
  hub = await openWatchHub({ store, pollMs: 1000, onRead: history.noteVersion, onError });
  const controllers = startControllers({ writes, registry }, onError);
  listeners.push(controllers.noteChange);
  await restore(writes, registry);
  await installDefinitions(writes, options.crdDirectory, options.crdVariant ?? 'Default');
  await controllers.sweep();
  const identity = await loadIdentity(store, now);
  const signer = createTokenSigner(identity.signingKey);
  const { adminToken, certificates } = identity;
  const faults = createFaultTable();
  const parts = {
    registry,
    writes,
    hub,
    signer,
    faults,
    authenticate: createAuthenticator({ adminToken, signer, store, now }),
    bookmarkMs: options.bookmarkMs ?? 60_000,
  };
  const listener = await listen({
    ...certificates,
    port: options.port ?? 0,
    handle: (request, response) => handleRequest(parts, request, response, onError),
  });
  const url = `https://127.0.0.1:${listener.port}`;
  const openHub = hub;
  return {
    url,
    caPem: certificates.caPem,
    adminToken,
    kubeconfig: kubeconfigText(url, certificates.caPem, adminToken),
    faults: { set: faults.set, clear: faults.clear },
    compact: () => history.compact(),
    close: async () => {
      await listener.close();
      await controllers.close();
      await openHub.close();
      await history.close();
      unguardPool();
    },
  };
};
