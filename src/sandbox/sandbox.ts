import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { startSandboxApiServer } from './api-server/api-server.ts';
import type { CrdVariant } from './api-server/definition-files.ts';
import { startGuestApi } from './guest-api/guest-api.ts';
import { startHypershiftSimulator } from './hypershift-simulator/simulator.ts';

export interface SandboxLogger {
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
  /** 1 takes realistic minutes, 600 is fast. */
  readonly speed: number;
  readonly seed: number;
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

/** A management cluster without machines: API server, simulated operator and the guests' API servers. */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { pool, crdDirectory, crdVariant, logger } = options;
  const server = await startSandboxApiServer({
    pool,
    ...(crdDirectory === undefined ? {} : { crdDirectory }),
    ...(crdVariant === undefined ? {} : { crdVariant }),
    ...(options.apiPort === undefined ? {} : { port: options.apiPort }),
    ...(logger === undefined ? {} : { logger }),
  });
  const kube = { url: server.url, caPem: server.caPem, token: server.adminToken };
  const guest = await startGuestApi({
    kube,
    // Kept over restarts, because the administrator's token is.
    signingKey: createHash('sha256').update(`guest ${server.adminToken}`).digest(),
    ...(options.guestPort === undefined ? {} : { port: options.guestPort }),
  });
  const simulator = startHypershiftSimulator({
    ...kube,
    guest,
    speed: options.speed,
    seed: options.seed,
    ...(logger === undefined ? {} : { logger }),
  });
  return {
    url: server.url,
    kubeconfig: server.kubeconfig,
    close: async () => {
      await simulator.stop();
      await guest.close();
      await server.close();
    },
  };
};
