import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import { installDefinitions, restore } from './bootstrap.ts';
import { startControllers } from './controllers/controllers.ts';
import type { CrdVariant } from './definition-files.ts';
import { createFaultTable, type FaultSwitch } from './faults/fault-switch.ts';
import { handleRequest } from './http/handle-request.ts';
import { listen } from './http/https-listener.ts';
import { listenAgain } from './http/listen-again.ts';
import { loadIdentity } from './identity.ts';
import { kubeconfigText } from './kubeconfig.ts';
import { isCrd } from './resources/crd-kind.ts';
import { followDefinitions } from './resources/follow-definitions.ts';
import { createResourceRegistry } from './resources/resource-registry.ts';
import { openObjectStore } from './store/open-object-store.ts';
import { createAuthenticator } from './tokens/authenticate.ts';
import { createTokenSigner } from './tokens/service-account-tokens.ts';
import { createHistoryKeeper } from './watch/history-keeper.ts';
import { openWatchHub, type WatchHub } from './watch/watch-hub.ts';
import type { WriteContext } from './writes/write-context.ts';

export type { Fault, FaultRule } from './faults/fault.ts';

interface SandboxLogger {
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

const silent: SandboxLogger = { warn: () => undefined, error: () => undefined };

/** An idle connection that breaks must not end the process, also when the owner of the pool forgot to listen. */
const guardPool = (pool: Pool): (() => void) => {
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  return () => {
    pool.off('error', ignore);
  };
};

type ChangeListener = WriteContext['afterWrite'];

/** Everything below HTTP: objects, kinds, watches and controllers. */
const openBackend = async (options: SandboxApiServerOptions, onError: (error: unknown) => void) => {
  const { pool, schema = 'sandbox', historySize = 10_000, now = () => new Date() } = options;
  const listeners: ChangeListener[] = [];
  let hub: WatchHub | undefined;
  const store = await openObjectStore({ pool, schema, onCommit: () => hub?.wake() });
  const afterWrite: ChangeListener = (type, change, object) => {
    for (const listener of listeners) listener(type, change, object);
  };
  const writes: WriteContext = { store, now, afterWrite };
  const registry = createResourceRegistry();
  listeners.push((type, change, object) => {
    if (!isCrd(type)) return;
    if (change === 'DELETED') registry.undefine(object.metadata.name);
    else registry.define(object);
  });
  const history = createHistoryKeeper(store, historySize, onError);
  const openHub = await openWatchHub({ store, pollMs: 1000, onRead: history.noteVersion, onError });
  hub = openHub;
  const controllers = startControllers({ writes, registry }, onError);
  listeners.push(controllers.noteChange);
  await restore(writes, registry);
  await installDefinitions(writes, options.crdDirectory, options.crdVariant ?? 'Default');
  await followDefinitions(openHub, registry, onError);
  await controllers.sweep();
  const close = async (): Promise<void> => {
    await controllers.close();
    await openHub.close();
    await history.close();
  };
  return { store, writes, registry, hub: openHub, now, compact: history.compact, close };
};

/** Serves a small Kubernetes API over HTTPS on loopback, its objects in PostgreSQL. */
export const startSandboxApiServer = async (options: SandboxApiServerOptions): Promise<SandboxApiServer> => {
  const { pool, logger = silent } = options;
  const onError = (error: unknown): void => {
    logger.warn({ err: error }, 'sandbox API server');
  };
  const unguardPool = guardPool(pool);
  const backend = await openBackend(options, onError);
  const { store, now } = backend;
  const { adminToken, certificates, signingKey } = await loadIdentity(store, now);
  const signer = createTokenSigner(signingKey);
  const faults = createFaultTable();
  const parts = {
    ...backend,
    signer,
    faults,
    authenticate: createAuthenticator({ adminToken, signer, store, now }),
    bookmarkMs: options.bookmarkMs ?? 60_000,
  };
  const serving = {
    ...certificates,
    handle: (request: IncomingMessage, response: ServerResponse) =>
      handleRequest(parts, request, response, onError),
  };
  const listener =
    options.port === undefined
      ? await listenAgain(store, serving)
      : await listen({ ...serving, port: options.port });
  const url = `https://127.0.0.1:${listener.port}`;
  return {
    url,
    caPem: certificates.caPem,
    adminToken,
    kubeconfig: kubeconfigText(url, certificates.caPem, adminToken),
    faults: { set: faults.set, clear: faults.clear },
    compact: backend.compact,
    close: async () => {
      await listener.close();
      await backend.close();
      unguardPool();
    },
  };
};
