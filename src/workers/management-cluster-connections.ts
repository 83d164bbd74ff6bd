import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { type ConnectionRow, listConnections } from '../db/repositories/management-clusters.ts';
import type { Sealer } from '../domain/credential/sealed.ts';
import type { ManagementCluster } from '../providers/management-cluster/contract.ts';

/** Milliseconds after which the list of management clusters is read again. */
const refreshAfter = 1000;

export type Connect = (
  credentials: { readonly kubeconfig: string } | { readonly inCluster: true },
) => ManagementCluster;

interface Held {
  /** The sealed kubeconfig; undefined for the account of our own pod. */
  readonly sealed: string | undefined;
  readonly client: ManagementCluster;
}

/** Connections to management clusters, one each, made anew when the fleet operator replaces the kubeconfig. */
export interface ManagementClusterConnections {
  /** Throws when the management cluster is not registered or its kubeconfig is refused. */
  get(id: string): Promise<ManagementCluster>;
  /** Ids of all registered management clusters. */
  ids(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const createConnections = (options: {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly connect: Connect;
  readonly monotonic: () => number;
  readonly logger: Logger;
}): ManagementClusterConnections => {
  const held = new Map<string, Held>();
  let rows: ReadonlyMap<string, ConnectionRow> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;

  const refresh = async (): Promise<void> => {
    if (options.monotonic() - readAt < refreshAfter) return;
    const found = await listConnections(options.database.system());
    rows = new Map(found.map((row) => [row.id, row]));
    readAt = options.monotonic();
    for (const [id, entry] of held) {
      const row = rows.get(id);
      // Other changes leave it alone: closing it gives up every call that is under way.
      if (row !== undefined && row.kubeconfig?.text === entry.sealed) continue;
      held.delete(id);
      options.logger.info({ managementClusterId: id }, 'a connection is given up');
      entry.client
        .close()
        .catch((error: unknown) => options.logger.warn({ error }, 'a connection did not close'));
    }
  };

  const connect = async (row: ConnectionRow): Promise<ManagementCluster> => {
    if (row.kubeconfig === null) return options.connect({ inCluster: true });
    const context = { tenantId: '', kind: 'management-cluster', id: row.id };
    return options.connect({ kubeconfig: await options.sealer.open(context, row.kubeconfig) });
  };

  return {
    get: async (id) => {
      await refresh();
      const existing = held.get(id);
      if (existing !== undefined) return existing.client;
      const row = rows.get(id);
      if (row === undefined) throw new Error(`the management cluster ${id} is not registered`);
      const client = await connect(row);
      // Another call may have been faster while the kubeconfig was opened: one connection each.
      const first = held.get(id);
      if (first !== undefined) {
        await client.close();
        return first.client;
      }
      held.set(id, { sealed: row.kubeconfig?.text, client });
      return client;
    },
    ids: async () => {
      await refresh();
      return [...rows.keys()];
    },
    close: async () => {
      await Promise.all([...held.values()].map((entry) => entry.client.close()));
      held.clear();
    },
  };
};
