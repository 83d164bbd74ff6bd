import { createBreaker } from './breaker.ts';
import { createBulkhead } from './bulkhead.ts';
import { type Caller, createCaller } from './caller.ts';
import { createCredentials, type ManagementClusterCredentials } from './credentials.ts';
import { ManagementClusterError } from './errors.ts';
import { systemTiming, type Timing } from './timing.ts';
import { createTransport } from './transport.ts';

export interface ConnectionOptions {
  /** For one call with everything in it. Default 10 000. */
  readonly timeoutMs?: number;
  /** Default 8; watch streams are not counted. */
  readonly maxInFlight?: number;
  /** Calls that may wait for their turn; default 256, and an eighth of it per namespace. */
  readonly maxQueued?: number;
  /** Default 32 MiB. */
  readonly maxResponseBytes?: number;
  /** After a 401: the kubeconfig as it is now. Without it the same credentials are tried once more. */
  readonly readKubeconfigAgain?: () => Promise<string>;
  readonly timing?: Timing;
}

export interface Connection {
  readonly caller: Caller;
  readonly timing: Timing;
  /** Gives up every call and closes every socket. */
  close(): void;
}

const DEFAULTS = { timeoutMs: 10_000, maxInFlight: 8, maxQueued: 256, maxResponseBytes: 32 * 1024 * 1024 };

/** The guarded way to one API server: credentials, sockets, limits. Makes no request. Throws `invalid` for bad credentials. */
export const openConnection = (
  source: ManagementClusterCredentials,
  options: ConnectionOptions,
): Connection => {
  const { timing = systemTiming, maxQueued = DEFAULTS.maxQueued } = options;
  const closing = new AbortController();
  const credentials = createCredentials(source, timing, options.readKubeconfigAgain);
  const transport = createTransport(options.maxResponseBytes ?? DEFAULTS.maxResponseBytes);
  const maxInFlight = options.maxInFlight ?? DEFAULTS.maxInFlight;
  const bulkhead = createBulkhead(
    { maxInFlight, maxQueued, maxQueuedPerFlow: Math.ceil(maxQueued / 8) },
    timing,
  );
  const caller = createCaller({
    credentials,
    transport,
    bulkhead,
    breaker: createBreaker(timing),
    timing,
    timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
    closed: closing.signal,
  });
  return {
    caller,
    timing,
    close: () => {
      closing.abort(new ManagementClusterError('unreachable', 'this connection was closed by us'));
      bulkhead.close();
      transport.close();
    },
  };
};
