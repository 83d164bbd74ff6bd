import type { Sealed } from '../../domain/credential/sealed.ts';
import type { RegisteredManagementCluster } from '../../domain/placement/registered-management-cluster.ts';
import type { PlatformType } from '../../domain/platforms/platform-specs.ts';
import type { SystemTx } from '../database.ts';
import { Conditions, cutPage } from './page.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly region: string | null;
  readonly platforms: PlatformType[];
  readonly supported_minors: string[];
  readonly has_routes: boolean;
  readonly cordoned: boolean;
  readonly capacity: number;
  readonly placed: number;
  readonly reachable: boolean;
  readonly generation: number;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly reachability_message: string;
  readonly last_contact_at: string | null;
  readonly server_version: string | null;
  readonly has_kubeconfig: boolean;
  readonly kubeconfig_fingerprint: string | null;
}

const columns = `id, name, labels, region, platforms, supported_minors, has_routes, cordoned, capacity, placed, reachable,
  generation, revision, created_at, updated_at, reachability_message, last_contact_at, server_version,
  kubeconfig IS NOT NULL AS has_kubeconfig, kubeconfig ->> 'fingerprint' AS kubeconfig_fingerprint`;

const toRegistered = (row: Row): RegisteredManagementCluster => ({
  id: row.id,
  name: row.name,
  labels: row.labels,
  ...(row.region === null ? {} : { region: row.region }),
  platforms: row.platforms,
  supportedMinors: row.supported_minors,
  hasRoutes: row.has_routes,
  cordoned: row.cordoned,
  capacity: row.capacity,
  placed: row.placed,
  reachable: row.reachable,
  generation: row.generation,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  reachabilityMessage: row.reachability_message,
  ...(row.last_contact_at === null ? {} : { lastContactAt: row.last_contact_at }),
  ...(row.server_version === null ? {} : { serverVersion: row.server_version }),
  kubeconfig: {
    set: row.has_kubeconfig,
    ...(row.kubeconfig_fingerprint === null ? {} : { fingerprint: row.kubeconfig_fingerprint }),
  },
});

export interface StoredKubeconfig extends Sealed {
  readonly fingerprint: string;
}

export interface ManagementClusterRow {
  readonly id: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly region?: string | undefined;
  readonly platforms: readonly PlatformType[];
  readonly capacity: number;
  readonly cordoned: boolean;
  readonly kubeconfig?: StoredKubeconfig | undefined;
}

/** False: the name is taken. */
export const insertManagementCluster = async (tx: SystemTx, row: ManagementClusterRow): Promise<boolean> => {
  const { rowCount } = await tx.query({
    text: `INSERT INTO management_clusters (id, name, labels, region, platforms, capacity, kubeconfig)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (name) DO NOTHING`,
    values: [
      row.id,
      row.name,
      JSON.stringify(row.labels),
      row.region ?? null,
      row.platforms,
      row.capacity,
      row.kubeconfig === undefined ? null : JSON.stringify(row.kubeconfig),
    ],
  });
  return rowCount === 1;
};

export const findManagementCluster = async (
  sql: SystemTx,
  id: string,
): Promise<RegisteredManagementCluster | undefined> => {
  const { rows } = await sql.query<Row>({
    text: `SELECT ${columns} FROM management_clusters WHERE id = $1`,
    values: [id],
  });
  return rows[0] && toRegistered(rows[0]);
};

export const findManagementClusterByName = async (
  sql: SystemTx,
  name: string,
): Promise<RegisteredManagementCluster | undefined> => {
  const { rows } = await sql.query<Row>({
    text: `SELECT ${columns} FROM management_clusters WHERE name = $1`,
    values: [name],
  });
  return rows[0] && toRegistered(rows[0]);
};

export const lockManagementCluster = async (
  tx: SystemTx,
  id: string,
): Promise<RegisteredManagementCluster | undefined> => {
  const { rows } = await tx.query<Row>({
    text: `SELECT ${columns} FROM management_clusters WHERE id = $1 FOR UPDATE`,
    values: [id],
  });
  return rows[0] && toRegistered(rows[0]);
};

export const listManagementClusters = async (
  sql: SystemTx,
  query: { readonly limit: number; readonly after?: { readonly id: string } },
): Promise<{
  readonly items: readonly RegisteredManagementCluster[];
  readonly next?: { readonly id: string };
}> => {
  const where = new Conditions().addDefined('id < ?', query.after?.id);
  const limit = where.parameter(query.limit + 1);
  const condition = where.sql === '' ? '' : `WHERE ${where.sql}`;
  const { rows } = await sql.query<Row>({
    text: `SELECT ${columns} FROM management_clusters ${condition} ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  return cutPage(rows.map(toRegistered), query.limit);
};

/** Stores what the fleet operator changed; a kubeconfig that is not given stays. */
export const saveManagementCluster = async (
  tx: SystemTx,
  row: Omit<ManagementClusterRow, 'name' | 'region'>,
  at: string,
): Promise<void> => {
  await tx.query({
    text: `UPDATE management_clusters SET labels = $2, platforms = $3, capacity = $4, cordoned = $5,
             kubeconfig = coalesce($6, kubeconfig), updated_at = $7, generation = generation + 1, revision = revision + 1
           WHERE id = $1`,
    values: [
      row.id,
      JSON.stringify(row.labels),
      row.platforms,
      row.capacity,
      row.cordoned,
      row.kubeconfig === undefined ? null : JSON.stringify(row.kubeconfig),
      at,
    ],
  });
};

/** The caller holds the row and knows that no cluster is placed there. */
export const removeManagementCluster = async (tx: SystemTx, id: string): Promise<void> => {
  await tx.query({ text: 'DELETE FROM management_clusters WHERE id = $1', values: [id] });
};
