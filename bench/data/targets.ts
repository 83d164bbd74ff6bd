import type { Pool } from 'pg';
import type { BenchTenant } from './prepare.ts';
import { createRestClient } from './rest-client.ts';

/** A cluster that a request may name. */
export interface TargetCluster {
  readonly id: string;
  readonly tenant: number;
  readonly name: string;
  readonly team: string;
  readonly etag: string;
}

/** What the requests of a load are made from. */
export interface Targets {
  readonly tenants: readonly BenchTenant[];
  readonly clusters: readonly TargetCluster[];
  /** Cursors far in the list, by tenant. */
  readonly cursors: readonly { readonly tenant: number; readonly cursor: string }[];
}

const mostClusters = 40_000;
const pageSize = 500;
/** Pages of a tenant's list that are walked through for cursors, at most. */
const mostPages = 120;

interface Row {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly team: string;
  readonly etag: string;
}

/** Clusters by chance that are not being deleted. */
export const readClusters = async (
  pool: Pool,
  tenants: readonly BenchTenant[],
): Promise<readonly TargetCluster[]> => {
  const { rows } = await pool.query<Row>(
    `SELECT id, tenant_id, name, labels->>'team' AS team, '"' || generation || '.' || revision || '"' AS etag
     FROM clusters WHERE deletion_requested_at IS NULL AND tenant_id = ANY ($2) ORDER BY random() LIMIT $1`,
    [mostClusters, tenants.map(({ id }) => id)],
  );
  const indexes = new Map(tenants.map((tenant, index) => [tenant.id, index]));
  return rows.map(({ tenant_id, ...row }) => ({ ...row, tenant: indexes.get(tenant_id) ?? 0 }));
};

interface ClusterList {
  readonly nextCursor?: string;
}

/** Walks the lists of the first two tenants and keeps the cursors of their further half. */
export const readCursors = async (
  url: string,
  tenants: readonly BenchTenant[],
): Promise<Targets['cursors']> => {
  const { call } = createRestClient(url);
  const cursors: { tenant: number; cursor: string }[] = [];
  for (const [tenant, { key }] of [...tenants.entries()].slice(0, 2)) {
    const found: string[] = [];
    let path = `/v1/clusters?limit=${pageSize}`;
    for (let page = 0; page < mostPages; page += 1) {
      const { nextCursor } = await call<ClusterList>('GET', path, key);
      if (nextCursor === undefined) break;
      found.push(nextCursor);
      path = `/v1/clusters?limit=${pageSize}&cursor=${nextCursor}`;
    }
    for (const cursor of found.slice(Math.floor(found.length / 2))) cursors.push({ tenant, cursor });
  }
  return cursors;
};
