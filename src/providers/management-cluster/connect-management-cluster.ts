import { type ConnectionOptions, openConnection } from './connection.ts';
import type { ManagementCluster, ManagementClusterWatch } from './contract.ts';
import type { ManagementClusterCredentials } from './credentials.ts';
import { createList, DEFAULT_PAGE_SIZE } from './list.ts';
import { createObjectCalls } from './objects.ts';
import { createProbe } from './probe.ts';
import { startWatch } from './watch.ts';
import { createWatchSource } from './watch-source.ts';
import { defaultWatchTuning, type WatchTuning } from './watch-tuning.ts';

export interface ManagementClusterOptions extends ConnectionOptions {
  /** Objects in one page of a list; default 500. */
  readonly pageSize?: number;
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
  const { caller, timing, close } = openConnection(source, options);
  const tuning = { ...defaultWatchTuning, ...options.watch };
  const watches = new Set<ManagementClusterWatch>();
  const objects = createObjectCalls(caller);
  const list = createList(caller, options.pageSize ?? DEFAULT_PAGE_SIZE);
  const watchSource = createWatchSource(caller, list, tuning.idleMs, timing);

  return {
    ...objects,
    list: (kind, { namespace, labelSelector }) =>
      list(kind, {
        ...(namespace !== undefined && { namespace }),
        ...(labelSelector !== undefined && { labelSelector }),
      }),
    probe: createProbe(caller, { get: objects.get, list }),
    watch: (kinds, watchOptions) => {
      const watch = startWatch(kinds, watchOptions, watchSource, tuning, timing);
      watches.add(watch);
      return {
        ...watch,
        stop: async () => {
          await watch.stop();
          watches.delete(watch);
        },
      };
    },
    close: async () => {
      const stopped = [...watches].map((watch) => watch.stop());
      close();
      await Promise.all(stopped);
    },
  };
};
