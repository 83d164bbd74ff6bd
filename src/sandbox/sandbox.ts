import type { Pool } from 'pg';
import { startSandboxApiServer } from './api-server/api-server.ts';
import type { CrdVariant } from './api-server/definition-files.ts';
import { type GuestApi, startGuestApi } from './guest-api/guest-api.ts';
import { keepServingPort, loadServingIdentity } from './guest-api/serving-identity.ts';
import { startHypershiftSimulator } from './hypershift-simulator/simulator.ts';
import { hasStatus } from './kube-client/kube-api-error.ts';
import { createKubeClient, type KubeClient } from './kube-client/kube-client.ts';
import { resources } from './kube-client/resource.ts';
import type { KubeConnection } from './kube-client/transport.ts';

interface SandboxLogger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface SandboxOptions {
  /** Where the objects are kept; the pool stays the caller's. */
  readonly pool: Pool;
  /** CRDs to serve; absent: a compact description of what is needed. */
  readonly crdDirectory?: string;
  readonly crdVariant?: CrdVariant;
  /** 1 takes realistic minutes, 600 is fast, 0 as fast as it goes. */
  readonly speed: number;
  readonly seed: number;
  /** Releases that are asked for by digest: pull spec → version. */
  readonly releases?: Readonly<Record<string, string>>;
  /** Absent: the port of the last start while it is free. */
  readonly apiPort?: number;
  readonly guestPort?: number;
  readonly logger?: SandboxLogger;
}

export interface Sandbox {
  readonly url: string;
  /** For kubectl and for Berth: the administrator of the sandbox. */
  readonly kubeconfig: string;
  close(): Promise<void>;
}

/** Where the sandbox's spare hosts wait: `agentNamespace` of clusters on platform Agent must name a namespace that stands. */
const agentNamespace = 'agents';

const makeAgentNamespace = async (client: KubeClient): Promise<void> => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: agentNamespace } };
  await client.create(resources.namespaces, namespace).catch((error: unknown) => {
    if (!hasStatus(error, 409)) throw error;
  });
};

const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'EADDRINUSE';

/** With the key, the certificate and if possible the port of the last start, so that kubeconfigs stay good. */
const startGuests = async (kube: KubeConnection, client: KubeClient, port?: number): Promise<GuestApi> => {
  const { signingKey, tls, lastPort } = await loadServingIdentity(client, Date.now());
  const serving = { kube, signingKey, tls };
  if (port !== undefined) return startGuestApi({ ...serving, port });
  const guest = await startGuestApi({ ...serving, port: lastPort }).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    return startGuestApi({ ...serving, port: 0 });
  });
  await keepServingPort(client, Number(new URL(guest.baseUrl).port));
  return guest;
};

/** A management cluster without machines: API server, simulated operator and the guests' API servers. */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { pool, crdDirectory, crdVariant, logger, releases, speed, seed } = options;
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const closePart of closers.splice(0).reverse()) await closePart();
  };
  try {
    const server = await startSandboxApiServer({
      pool,
      ...(crdDirectory === undefined ? {} : { crdDirectory }),
      ...(crdVariant === undefined ? {} : { crdVariant }),
      ...(options.apiPort === undefined ? {} : { port: options.apiPort }),
      ...(logger === undefined ? {} : { logger }),
    });
    closers.push(server.close);
    const kube: KubeConnection = { url: server.url, caPem: server.caPem, token: server.adminToken };
    const client = createKubeClient(kube);
    closers.push(client.close);
    await makeAgentNamespace(client);
    const guest = await startGuests(kube, client, options.guestPort);
    closers.push(guest.close);
    const simulator = startHypershiftSimulator({
      ...kube,
      guest,
      speed,
      seed,
      ...(releases === undefined ? {} : { releases }),
      ...(logger === undefined ? {} : { logger }),
    });
    closers.push(simulator.stop);
    return { url: server.url, kubeconfig: server.kubeconfig, close };
  } catch (error) {
    await close();
    throw error;
  }
};
