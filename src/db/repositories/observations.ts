import type { JsonObject } from '../../domain/shared/json.ts';
import type { SystemTx } from '../database.ts';
import { jsonText } from '../json-text.ts';

export interface ObservedObject {
  /** Id of the cluster or node pool, from the label that Berth put on the object. */
  readonly id: string;
  readonly clusterId: string;
  readonly kind: 'HostedCluster' | 'NodePool';
  readonly resourceVersion: string;
  readonly gone: boolean;
  /** Distilled; undefined when it is gone. */
  readonly state?: JsonObject;
}

export interface ChangedObservation {
  readonly tenantId: string;
  readonly id: string;
  readonly clusterId: string;
}

/**
 * Stores a batch of observations and returns those that differ from what was known. The tenant is looked up by the
 * cluster's id: an object whose label names no cluster of ours is left out. Of two sightings of one object the one
 * with the higher resourceVersion stays; versions of one server grow (KEP-5504).
 */
export const saveObservations = async (
  tx: SystemTx,
  objects: readonly ObservedObject[],
  at: string | undefined,
): Promise<readonly ChangedObservation[]> => {
  if (objects.length === 0) return [];
  const { rows } = await tx.query<{ tenant_id: string; id: string; cluster_id: string }>({
    name: 'observations-save',
    text: `WITH seen AS (
        SELECT c.tenant_id, o.id, o."clusterId" AS cluster_id, o.kind, o."resourceVersion" AS resource_version, o.gone, o.state
        FROM jsonb_to_recordset($1::jsonb) AS o (id text, "clusterId" text, kind text, "resourceVersion" text,
          gone boolean, state jsonb)
        JOIN clusters c ON c.id = o."clusterId"
      ), same AS (
        UPDATE observations o SET resource_version = seen.resource_version FROM seen
        WHERE o.tenant_id = seen.tenant_id AND o.id = seen.id AND o.gone = seen.gone
          AND o.state IS NOT DISTINCT FROM seen.state
          AND (length(o.resource_version), o.resource_version) < (length(seen.resource_version), seen.resource_version)
        RETURNING o.tenant_id, o.id
      )
      INSERT INTO observations (tenant_id, id, cluster_id, kind, resource_version, gone, state, observed_at)
      SELECT tenant_id, id, cluster_id, kind, resource_version, gone, state, coalesce($2::timestamptz, now()) FROM seen
      WHERE NOT EXISTS (SELECT 1 FROM same WHERE same.tenant_id = seen.tenant_id AND same.id = seen.id)
      ON CONFLICT (tenant_id, id) DO UPDATE SET resource_version = excluded.resource_version, gone = excluded.gone,
        state = excluded.state, observed_at = excluded.observed_at
      WHERE (observations.state IS DISTINCT FROM excluded.state OR observations.gone <> excluded.gone)
        AND (length(observations.resource_version), observations.resource_version)
          <= (length(excluded.resource_version), excluded.resource_version)
      RETURNING tenant_id, id, cluster_id`,
    values: [jsonText(objects), at ?? null],
  });
  return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id, clusterId: row.cluster_id }));
};

/** Ids of clusters and pools that were last seen present on a management cluster, for the comparison with a full list. */
export const listPresentOn = async (
  tx: SystemTx,
  managementClusterId: string,
  kind: ObservedObject['kind'],
): Promise<
  readonly { readonly id: string; readonly clusterId: string; readonly resourceVersion: string }[]
> => {
  const { rows } = await tx.query<{ id: string; cluster_id: string; resource_version: string }>({
    text: `SELECT o.id, o.cluster_id, o.resource_version FROM observations o
           JOIN clusters c ON c.tenant_id = o.tenant_id AND c.id = o.cluster_id
           WHERE c.management_cluster_id = $1 AND o.kind = $2 AND NOT o.gone`,
    values: [managementClusterId, kind],
  });
  return rows.map((row) => ({
    id: row.id,
    clusterId: row.cluster_id,
    resourceVersion: row.resource_version,
  }));
};
