import type { Sealed } from '../../domain/credential/sealed.ts';
import type { ManagementCluster } from '../../domain/placement/management-cluster.ts';
import type { PlatformType } from '../../domain/platforms/platform-specs.ts';
import { cutText } from '../../domain/shared/cut-text.ts';
import type { Sql, SystemTx, TenantTx } from '../database.ts';
import { storable } from '../json-text.ts';
import { statusQueue } from '../outbox.ts';

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
}

/** All management clusters as placement sees them. */
export const listForPlacement = async (sql: Sql): Promise<readonly ManagementCluster[]> => {
  const { rows } = await sql.query<Row>({
    name: 'fleet-placement',
    text: `SELECT id, name, labels, region, platforms, supported_minors, has_routes, cordoned, capacity, placed, reachable
           FROM management_clusters`,
  });
  return rows.map((row) => ({
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
  }));
};

export interface ConnectionRow {
  readonly id: string;
  /** Null: the worker's own in-cluster account. */
  readonly kubeconfig: Sealed | null;
}

export const listConnections = async (sql: SystemTx): Promise<readonly ConnectionRow[]> => {
  const { rows } = await sql.query<ConnectionRow>({
    name: 'fleet-connections',
    text: 'SELECT id, kubeconfig FROM management_clusters',
  });
  return rows;
};

export interface FleetFacts {
  readonly serverVersion: string;
  readonly supportedMinors: readonly string[];
  readonly hasRoutes: boolean;
}

/**
 * Stores what a probe found. `flipped`: it answers now and did not before, or the reverse; `changed`: that, or what
 * is said of it is new.
 */
export const saveContact = async (
  sql: SystemTx,
  id: string,
  contact: { readonly facts: FleetFacts } | { readonly failure: string },
): Promise<{ readonly flipped: boolean; readonly changed: boolean }> => {
  const facts = 'facts' in contact ? contact.facts : undefined;
  const { rows } = await sql.query<{ flipped: boolean; changed: boolean }>({
    name: 'fleet-contact',
    text: `UPDATE management_clusters m SET reachable = $2, reachability_message = $3,
             server_version = coalesce($4, m.server_version), supported_minors = coalesce($5, m.supported_minors),
             has_routes = coalesce($6, m.has_routes),
             last_contact_at = CASE WHEN $2 THEN now() ELSE m.last_contact_at END, revision = m.revision + 1
           FROM management_clusters before WHERE m.id = $1 AND before.id = m.id
           RETURNING before.reachable <> m.reachable AS flipped,
             (before.reachable, before.reachability_message) <> (m.reachable, m.reachability_message) AS changed`,
    values: [
      id,
      facts !== undefined,
      'failure' in contact ? storable(cutText(contact.failure)) : 'Reachable',
      facts?.serverVersion ?? null,
      facts?.supportedMinors ?? null,
      facts?.hasRoutes ?? null,
    ],
  });
  return rows[0] ?? { flipped: false, changed: false };
};

/** Has the status of every cluster that is placed there projected anew: they say that it is away, or back. */
export const outdatePlacedOn = async (tx: SystemTx, managementClusterId: string): Promise<void> => {
  await tx.query({
    text: `INSERT INTO outbox (queue, tenant_id, target_id)
           SELECT '${statusQueue}', tenant_id, id FROM clusters WHERE management_cluster_id = $1`,
    values: [managementClusterId],
  });
};

/** Work that was put off because a management cluster did not answer is due at once. */
export const resumePlacedOn = async (sql: SystemTx, managementClusterId: string): Promise<void> => {
  await sql.query({
    text: `WITH resumed AS (
             UPDATE clusters SET next_attempt_at = now(), wakes = wakes + 1, attempt = attempt - 'nextAttemptAt'
             WHERE management_cluster_id = $1 AND attempt -> 'failures' <> '0'::jsonb RETURNING tenant_id, id
           ), pools AS (
             UPDATE node_pools p SET next_attempt_at = now(), wakes = p.wakes + 1, attempt = p.attempt - 'nextAttemptAt'
             FROM clusters c
             WHERE c.tenant_id = p.tenant_id AND c.id = p.cluster_id AND c.management_cluster_id = $1
               AND p.attempt -> 'failures' <> '0'::jsonb RETURNING p.tenant_id, p.id
           )
           INSERT INTO outbox (queue, tenant_id, target_id)
           SELECT 'cluster', tenant_id, id FROM resumed UNION ALL SELECT 'node-pool', tenant_id, id FROM pools`,
    values: [managementClusterId],
  });
};

/** The objects of these clusters and pools are gone, by the word of the watch: their reconcilers have to look now. */
export const wakeVanished = async (
  tx: SystemTx,
  vanished: readonly { readonly tenantId: string; readonly id: string }[],
): Promise<void> => {
  if (vanished.length === 0) return;
  await tx.query({
    name: 'fleet-wake-vanished',
    text: `WITH vanished AS (
             SELECT * FROM jsonb_to_recordset($1::jsonb) AS v ("tenantId" text, id text)
           ), woken AS (
             UPDATE clusters c SET next_attempt_at = now(), wakes = c.wakes + 1 FROM vanished v
             WHERE c.tenant_id = v."tenantId" AND c.id = v.id RETURNING c.tenant_id, c.id
           ), pools AS (
             UPDATE node_pools p SET next_attempt_at = now(), wakes = p.wakes + 1 FROM vanished v
             WHERE p.tenant_id = v."tenantId" AND p.id = v.id RETURNING p.tenant_id, p.id
           )
           INSERT INTO outbox (queue, tenant_id, target_id)
           SELECT 'cluster', tenant_id, id FROM woken UNION ALL SELECT 'node-pool', tenant_id, id FROM pools`,
    values: [JSON.stringify(vanished)],
  });
};

/** The fleet has changed: clusters that wait for a place are tried again at once. */
export const resumeUnplaced = async (sql: SystemTx, limit: number): Promise<void> => {
  await sql.query({
    text: `WITH woken AS (
             UPDATE clusters SET next_attempt_at = now(), wakes = wakes + 1
             WHERE id IN (SELECT id FROM clusters WHERE placement IS NULL AND deletion_requested_at IS NULL ORDER BY id LIMIT $1)
             RETURNING tenant_id, id
           ) INSERT INTO outbox (queue, tenant_id, target_id) SELECT 'cluster', tenant_id, id FROM woken`,
    values: [limit],
  });
};

/** Minors that the management cluster of a cluster supports; empty when it is not placed, or not known yet. */
export const findSupportedMinors = async (tx: TenantTx, clusterId: string): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ supported_minors: string[] }>({
    name: 'cluster-supported-minors',
    text: `SELECT m.supported_minors FROM clusters c JOIN management_clusters m ON m.id = c.management_cluster_id
           WHERE c.tenant_id = $1 AND c.id = $2`,
    values: [tx.tenantId, clusterId],
  });
  return rows[0]?.supported_minors ?? [];
};
