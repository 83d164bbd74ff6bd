import type { Sealed } from '../../domain/credential/sealed.ts';
import type { TenantTx } from '../database.ts';
import { jsonText } from '../json-text.ts';

export interface AccessGrant {
  readonly id: string;
  readonly clusterId: string;
  readonly ttlSeconds: number;
  readonly state: 'requested' | 'granted' | 'failed';
  readonly sealed?: Sealed;
  readonly expiresAt?: string;
  readonly error?: { readonly code: string; readonly detail: string };
}

interface AccessGrantRow {
  readonly id: string;
  readonly cluster_id: string;
  readonly ttl_seconds: number;
  readonly state: AccessGrant['state'];
  readonly sealed: Sealed | null;
  readonly expires_at: string | null;
  readonly error: AccessGrant['error'] | null;
}

export const insertAccessGrant = async (
  tx: TenantTx,
  grant: {
    readonly id: string;
    readonly clusterId: string;
    readonly actor: string;
    readonly ttlSeconds: number;
  },
): Promise<void> => {
  await tx.query({
    text: 'INSERT INTO access_grants (tenant_id, id, cluster_id, actor, ttl_seconds) VALUES ($1, $2, $3, $4, $5)',
    values: [tx.tenantId, grant.id, grant.clusterId, grant.actor, grant.ttlSeconds],
  });
};

export const findAccessGrant = async (tx: TenantTx, id: string): Promise<AccessGrant | undefined> => {
  const { rows } = await tx.query<AccessGrantRow>({
    text: `SELECT id, cluster_id, ttl_seconds, state, sealed, expires_at, error FROM access_grants
           WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id],
  });
  const [row] = rows;
  return (
    row && {
      id: row.id,
      clusterId: row.cluster_id,
      ttlSeconds: row.ttl_seconds,
      state: row.state,
      ...(row.sealed === null ? {} : { sealed: row.sealed }),
      ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
      ...(row.error === null ? {} : { error: row.error }),
    }
  );
};

/** The worker's answer, and the word to the process that waits for it. */
export const answerAccessGrant = async (
  tx: TenantTx,
  id: string,
  answer:
    | { readonly sealed: Sealed; readonly expiresAt: string }
    | { readonly error: { code: string; detail: string } },
): Promise<void> => {
  const granted = 'sealed' in answer ? answer : undefined;
  await tx.query({
    text: `WITH answered AS (
             UPDATE access_grants SET state = $3, sealed = $4, expires_at = $5, error = $6
             WHERE tenant_id = $1 AND id = $2 AND state = 'requested' RETURNING id
           ) SELECT pg_notify('berth_access', id) FROM answered`,
    values: [
      tx.tenantId,
      id,
      granted ? 'granted' : 'failed',
      granted ? JSON.stringify(granted.sealed) : null,
      granted?.expiresAt ?? null,
      'error' in answer ? jsonText(answer.error) : null,
    ],
  });
};

/** A kubeconfig is handed out once: afterwards its row is gone. */
export const removeAccessGrant = async (tx: TenantTx, id: string): Promise<void> => {
  await tx.query({
    text: 'DELETE FROM access_grants WHERE tenant_id = $1 AND id = $2',
    values: [tx.tenantId, id],
  });
};
