import { createBreaker } from './breaker.ts';
import { createBulkhead } from './bulkhead.ts';
import { createCaller } from './caller.ts';
import type { ManagementCluster, ManagementClusterWatch } from './contract.ts';
import { createCredentials, type ManagementClusterCredentials } from './credentials.ts';
import { ManagementClusterError } from './errors.ts';
import { createList, DEFAULT_PAGE_SIZE } from './list.ts';
import { createObjectCalls } from './objects.ts';
import { createProbe } from './probe.ts';
import { systemTiming, type Timing } from './timing.ts';
import { createTransport } from './transport.ts';
import { startWatch } from './watch.ts';
import { createWatchSource } from './watch-source.ts';
import { defaultWatchTuning, type WatchTuning } from './watch-tuning.ts';

export interface ManagementClusterOptions {
  /** For one call with everything in it. Default 10 000. */
  readonly timeoutMs?: number;
  /** Default 8; watch streams are not counted. */
  readonly maxInFlight?: number;
  /** Calls that may wait for their turn; default 256, and an eighth of it per namespace. */
  readonly maxQueued?: number;
  /** Default 32 MiB. */
  readonly maxResponseBytes?: number;
  /** Objects in one page of a list; default 500. */
  readonly pageSize?: number;
  /** After a 401: the kubeconfig as it is now. Without it the same credentials are tried once more. */
  readonly readKubeconfigAgain?: () => Promise<string>;
  readonly timing?: Timing;
  readonly watch?: Partial<WatchTuning>;
}

/**
 * Makes no request yet. Throws `invalid` for a kubeconfig that is broken or asks for what we refuse: commands, files,
 * unverified TLS, proxies, impersonation, plain HTTP to another machine.
 */
export const connectManagementCluster = (
  source: ManagementClusterCredentials,
  options: ManagementClusterOptions = {},
): ManagementCluster => {
  const timing = options.timing ?? systemTiming;
  const maxQueued = options.maxQueued ?? 256;
  const tuning = { ...defaultWatchTuning, ...options.watch };
  const closing = new AbortController();
  const watches = new Set<ManagementClusterWatch>();
  const transport = createTransport(options.maxResponseBytes ?? 32 * 1024 * 1024);
  const bulkhead = createBulkhead(
    { maxInFlight: options.maxInFlight ?? 8, maxQueued, maxQueuedPerFlow: Math.ceil(maxQueued / 8) },
    timing,
  );
  const caller = createCaller({
    credentials: createCredentials(source, timing, options.readKubeconfigAgain),
    transport,
    bulkhead,
    breaker: createBreaker(timing),
    timing,
    timeoutMs: options.timeoutMs ?? 10_000,
    closed: closing.signal,
  });
  const objects = createObjectCalls(caller);
  const list = createList(caller, options.pageSize ?? DEFAULT_PAGE_SIZE);

  return {
    ...objects,
    list,
    probe: createProbe(caller, { get: objects.get, list }),
    watch: (kinds, watchOptions) => {
      const watch = startWatch(
        kinds,
        watchOptions,
        createWatchSource(caller, list, tuning.idleMs, timing),
        tuning,
        timing,
      );
      watches.add(watch);
      return {
        ...watch,
        stop: async () => {
          watches.delete(watch);
          await watch.stop();
        },
      };
    },
    close: async () => {
      closing.abort(new ManagementClusterError('unreachable', 'this connection was closed by us'));
      await Promise.all([...watches].map((watch) => watch.stop()));
      bulkhead.close();
      transport.close();
    },
  };
};
