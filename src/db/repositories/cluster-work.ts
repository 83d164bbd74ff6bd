import type { Cluster, Placement } from '../../domain/cluster/cluster.ts';
import type { DeletionForce, LeftBehind } from '../../domain/cluster/left-behind.ts';
import type { ObservedHostedCluster } from '../../domain/cluster/observed-hosted-cluster.ts';
import type { CredentialKind } from '../../domain/credential/credential.ts';
import type { Sealed } from '../../domain/credential/sealed.ts';
import type { InfrastructureRecord } from '../../domain/infrastructure/infrastructure-record.ts';
import type { InfrastructureState } from '../../domain/infrastructure/infrastructure-state.ts';
import type { ClusterIssuer } from '../../domain/issuer/issuer.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { Applied, Attempt } from '../../domain/shared/reconcile.ts';
import type { Remote } from '../../domain/shared/remote.ts';
import type { TenantTx } from '../database.ts';
import { jsonText } from '../json-text.ts';
import { type ClusterRow, clusterColumns, toCluster } from './cluster-row.ts';

/** What the watch or a direct look last said of a remote object. */
export interface Observation<State> {
  readonly state?: State;
  readonly resourceVersion: string;
  readonly gone: boolean;
  readonly observedAt: string;
}

export interface ClusterRemotes {
  readonly namespace: Remote;
  readonly hostedCluster: Remote;
}

/** The value of a credential, and the kind that it was sealed for. */
export interface SealedCredential {
  readonly kind: CredentialKind;
  readonly sealed: Sealed;
}

/** Everything that a worker knows of a cluster. Times are of the database's clock. */
export interface ClusterWork {
  readonly now: string;
  readonly cluster: Cluster;
  readonly placement?: Placement;
  readonly unplaced?: JsonObject;
  readonly applied?: Applied;
  readonly attempt: Attempt;
  readonly remote: ClusterRemotes;
  readonly sealedSecrets?: Sealed;
  readonly sealedPullSecret: Sealed;
  /** Values of the other credentials that the spec refers to, by id; those without a value are not among them. */
  readonly sealedCredentials: Readonly<Record<string, SealedCredential>>;
  readonly observation?: Observation<ObservedHostedCluster>;
  readonly wakes: number;
  /** How often a credential that it uses got another value, or was found good. */
  readonly credentialWakes: number;
  /** How the last pass over the infrastructure went; absent before the first. */
  readonly infrastructureState?: InfrastructureState;
  readonly deletionForce?: DeletionForce;
  readonly leftBehind?: readonly LeftBehind[];
  /** Of its service-account tokens; absent before the first pass over managed infrastructure. */
  readonly issuer?: ClusterIssuer;
  /** Generation with which a new signing key was asked for last. */
  readonly signingKeyGeneration?: number;
}

interface WorkRow extends ClusterRow {
  readonly now: string;
  readonly placement: Placement | null;
  readonly unplaced: JsonObject | null;
  readonly applied: Applied | null;
  readonly attempt: Attempt;
  readonly remote: Partial<ClusterRemotes>;
  readonly sealed_secrets: Sealed | null;
  readonly pull_secret: Sealed;
  readonly sealed_credentials: Readonly<Record<string, SealedCredential>> | null;
  readonly infrastructure: InfrastructureRecord | null;
  readonly infrastructure_state: InfrastructureState | null;
  readonly deletion_force: DeletionForce | null;
  readonly left_behind: readonly LeftBehind[] | null;
  readonly issuer: ClusterIssuer | null;
  readonly signing_key_generation: number | null;
  readonly wakes: number;
  readonly credential_wakes: number;
  readonly observed_state: ObservedHostedCluster | null;
  readonly observed_version: string | null;
  readonly observed_gone: boolean | null;
  readonly observed_at: string | null;
}

const unknown: Remote = { state: 'unknown' };

const workColumns = clusterColumns.replace(/(\w+)/g, 'c.$1');

const sealedCredentials = `SELECT jsonb_object_agg(k.id, jsonb_build_object('kind', k.kind, 'sealed', k.sealed))
  FROM cluster_credentials r JOIN credentials k ON k.tenant_id = r.tenant_id AND k.id = r.credential_id
  WHERE r.tenant_id = c.tenant_id AND r.cluster_id = c.id AND k.sealed IS NOT NULL`;

export const loadClusterWork = async (tx: TenantTx, id: string): Promise<ClusterWork | undefined> => {
  const { rows } = await tx.query<WorkRow>({
    name: 'cluster-work',
    text: `SELECT ${workColumns}, now() AS now, c.placement, c.unplaced, c.applied, c.attempt, c.remote, c.wakes, c.credential_wakes,
             c.sealed_secrets, c.infrastructure, c.infrastructure_state, c.deletion_force, c.left_behind, c.issuer, c.signing_key_generation, credentials.sealed AS pull_secret, o.state AS observed_state,
             o.resource_version AS observed_version, o.gone AS observed_gone, o.observed_at,
             (${sealedCredentials}) AS sealed_credentials
           FROM clusters c
           JOIN credentials ON credentials.tenant_id = c.tenant_id AND credentials.id = c.pull_secret_credential_id
           LEFT JOIN observations o ON o.tenant_id = c.tenant_id AND o.id = c.id
           WHERE c.tenant_id = $1 AND c.id = $2`,
    values: [tx.tenantId, id],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    now: row.now,
    cluster: {
      ...toCluster(row),
      ...(row.infrastructure === null ? {} : { infrastructure: row.infrastructure }),
    },
    ...(row.infrastructure_state === null ? {} : { infrastructureState: row.infrastructure_state }),
    ...(row.deletion_force === null ? {} : { deletionForce: row.deletion_force }),
    ...(row.left_behind === null ? {} : { leftBehind: row.left_behind }),
    ...(row.issuer === null ? {} : { issuer: row.issuer }),
    ...(row.signing_key_generation === null ? {} : { signingKeyGeneration: row.signing_key_generation }),
    ...(row.placement === null ? {} : { placement: row.placement }),
    ...(row.unplaced === null ? {} : { unplaced: row.unplaced }),
    ...(row.applied === null ? {} : { applied: row.applied }),
    attempt: row.attempt,
    remote: {
      namespace: row.remote.namespace ?? unknown,
      hostedCluster: row.remote.hostedCluster ?? unknown,
    },
    ...(row.sealed_secrets === null ? {} : { sealedSecrets: row.sealed_secrets }),
    sealedPullSecret: row.pull_secret,
    sealedCredentials: row.sealed_credentials ?? {},
    ...observationOf(row),
    wakes: row.wakes,
    credentialWakes: row.credential_wakes,
  };
};

export interface ObservationColumns<State> {
  readonly observed_state: State | null;
  readonly observed_version: string | null;
  readonly observed_gone: boolean | null;
  readonly observed_at: string | null;
}

export const observationOf = <State>(
  row: ObservationColumns<State>,
): { readonly observation?: Observation<State> } => {
  if (row.observed_at === null || row.observed_version === null) return {};
  return {
    observation: {
      ...(row.observed_state === null ? {} : { state: row.observed_state }),
      resourceVersion: row.observed_version,
      gone: row.observed_gone === true,
      observedAt: row.observed_at,
    },
  };
};

/** What the reconciler writes of a cluster; absent members stay as they are. */
export interface ClusterWorkChange {
  readonly applied?: Applied;
  readonly attempt?: Attempt;
  readonly remote?: ClusterRemotes;
  readonly sealedSecrets?: Sealed;
  readonly unplaced?: JsonObject;
  readonly infrastructure?: InfrastructureRecord;
  readonly infrastructureState?: InfrastructureState;
  readonly leftBehind?: readonly LeftBehind[];
  readonly issuer?: ClusterIssuer;
}

export const saveClusterWork = async (tx: TenantTx, id: string, change: ClusterWorkChange): Promise<void> => {
  const json = (value: unknown): string | null => (value === undefined ? null : jsonText(value));
  await tx.query({
    name: 'cluster-work-save',
    text: `UPDATE clusters SET applied = coalesce($3, applied), attempt = coalesce($4, attempt),
             remote = coalesce($5, remote), sealed_secrets = coalesce($6, sealed_secrets),
             unplaced = coalesce($7, unplaced), infrastructure = coalesce($8, infrastructure),
             infrastructure_state = coalesce($9, infrastructure_state), left_behind = coalesce($10, left_behind),
             issuer = coalesce($11, issuer)
           WHERE tenant_id = $1 AND id = $2`,
    values: [
      tx.tenantId,
      id,
      json(change.applied),
      json(change.attempt),
      json(change.remote),
      json(change.sealedSecrets),
      json(change.unplaced),
      json(change.infrastructure),
      json(change.infrastructureState),
      json(change.leftBehind),
      json(change.issuer),
    ],
  });
};

/** Puts the next attempt off, unless somebody has woken the cluster since `wakes` was read. False: look again. */
export const scheduleCluster = async (
  tx: TenantTx,
  id: string,
  until: string,
  wakes: number,
): Promise<boolean> => {
  const { rowCount } = await tx.query({
    name: 'cluster-schedule',
    text: 'UPDATE clusters SET next_attempt_at = $3 WHERE tenant_id = $1 AND id = $2 AND wakes = $4',
    values: [tx.tenantId, id, until, wakes],
  });
  return rowCount === 1;
};

/** Makes a cluster due now, and rings for it. */
export const wakeCluster = async (tx: TenantTx, id: string): Promise<void> => {
  await tx.query({
    name: 'cluster-wake',
    text: `WITH woken AS (
             UPDATE clusters SET next_attempt_at = now(), wakes = wakes + 1 WHERE tenant_id = $1 AND id = $2 RETURNING id
           ) INSERT INTO outbox (queue, tenant_id, target_id) SELECT 'cluster', $1, id FROM woken`,
    values: [tx.tenantId, id],
  });
};

/**
 * Stores where a cluster will live and takes a place on that management cluster; both or neither. False: the place
 * was taken or the management cluster was cordoned in between.
 */
export const placeCluster = async (tx: TenantTx, id: string, placement: Placement): Promise<boolean> => {
  const { rowCount } = await tx.query({
    text: `WITH seat AS (
             UPDATE management_clusters SET placed = placed + 1, revision = revision + 1
             WHERE id = $3 AND NOT cordoned AND placed < capacity
               AND EXISTS (SELECT 1 FROM clusters WHERE tenant_id = $1 AND id = $2 AND placement IS NULL
                 AND deletion_requested_at IS NULL FOR UPDATE)
             RETURNING id
           )
           UPDATE clusters SET placement = $4, management_cluster_id = seat.id, unplaced = NULL FROM seat
           WHERE clusters.tenant_id = $1 AND clusters.id = $2 AND clusters.placement IS NULL
             AND clusters.deletion_requested_at IS NULL`,
    values: [tx.tenantId, id, placement.managementClusterId, JSON.stringify(placement)],
  });
  return rowCount === 1;
};

/** Removes a cluster of which nothing is left, frees its name and its place. */
export const removeCluster = async (tx: TenantTx, id: string): Promise<void> => {
  await tx.query({
    text: `WITH gone AS (
             DELETE FROM clusters WHERE tenant_id = $1 AND id = $2 RETURNING management_cluster_id
           ), observed AS (
             DELETE FROM observations WHERE tenant_id = $1 AND cluster_id = $2
           ), leased AS (
             DELETE FROM leases WHERE resource = 'cluster:' || $2
           )
           UPDATE management_clusters SET placed = placed - 1, revision = revision + 1 FROM gone
           WHERE management_clusters.id = gone.management_cluster_id`,
    values: [tx.tenantId, id],
  });
};
