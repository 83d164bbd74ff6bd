import type { CredentialKind } from '../../domain/credential/credential.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { TenantTx } from '../database.ts';
import type { StoredRequest } from './idempotency.ts';

/** What the admission of a new cluster has to know of the tenant's own things. */
export interface CreateContext {
  readonly projectId?: string;
  /** Kinds of the tenant's credentials among those asked for, by id. */
  readonly credentialKinds: ReadonlyMap<string, CredentialKind>;
  /** Of the namespaces of management clusters that were asked for, those that are open to the tenant. */
  readonly openNamespaces: ReadonlySet<string>;
  /** Below the base domain, or below the domain of the host names. */
  readonly isPrefixTaken: boolean;
  /** Another cluster of the tenant has the prefix of cloud names that was asked for. */
  readonly isInfraIdTaken: boolean;
  /** An earlier request with the same Idempotency-Key. */
  readonly earlier?: StoredRequest;
}

interface CreateContextRow {
  readonly project_id: string | null;
  readonly credential_kinds: Readonly<Record<string, CredentialKind>> | null;
  readonly open_namespaces: readonly string[] | null;
  readonly is_prefix_taken: boolean;
  readonly is_infra_id_taken: boolean;
  readonly request_hash: Buffer | null;
  readonly response: JsonObject | null;
}

/** One look at project, credentials and domain prefix, in one round trip. Without `projectId`, the project `default`. */
export const loadCreateContext = async (
  tx: TenantTx,
  wanted: {
    readonly projectId: string | undefined;
    readonly credentialIds: readonly string[];
    readonly platform: string;
    /** Of management clusters. */
    readonly namespaces: readonly string[];
    readonly baseDomain: string;
    readonly externalDnsDomain: string | undefined;
    readonly domainPrefix: string;
    /** When the user chose it. */
    readonly infraId: string | undefined;
    readonly idempotency: { readonly route: string; readonly key: string } | undefined;
  },
): Promise<CreateContext> => {
  const { rows } = await tx.query<CreateContextRow>({
    name: 'create-context',
    text: `SELECT
        (SELECT id FROM projects WHERE tenant_id = $1 AND CASE WHEN $2::text IS NULL THEN name = 'default' ELSE id = $2 END)
          AS project_id,
        (SELECT jsonb_object_agg(id, kind) FROM credentials WHERE tenant_id = $1 AND id = ANY($3::text[])) AS credential_kinds,
        (SELECT array_agg(account) FROM cloud_accounts WHERE platform = $9 AND account = ANY($10::text[])
          AND $1 = ANY(allowed_tenants)) AS open_namespaces,
        is_domain_prefix_taken($4, $8, $5) AS is_prefix_taken,
        EXISTS (SELECT 1 FROM clusters WHERE tenant_id = $1 AND infra_id = $11) AS is_infra_id_taken,
        earlier.request_hash, earlier.response
      FROM (SELECT 1) AS one
      LEFT JOIN idempotency_keys AS earlier ON earlier.tenant_id = $1 AND earlier.route = $6 AND earlier.key = $7`,
    values: [
      tx.tenantId,
      wanted.projectId ?? null,
      [...new Set(wanted.credentialIds)],
      wanted.baseDomain,
      wanted.domainPrefix,
      wanted.idempotency?.route ?? null,
      wanted.idempotency?.key ?? null,
      wanted.externalDnsDomain ?? null,
      wanted.platform,
      [...new Set(wanted.namespaces)],
      wanted.infraId ?? null,
    ],
  });
  const [row] = rows;
  return {
    ...(row?.project_id ? { projectId: row.project_id } : {}),
    credentialKinds: new Map(Object.entries(row?.credential_kinds ?? {})),
    openNamespaces: new Set(row?.open_namespaces),
    isPrefixTaken: row?.is_prefix_taken ?? false,
    isInfraIdTaken: row?.is_infra_id_taken ?? false,
    ...(row?.request_hash && row.response
      ? { earlier: { requestHash: row.request_hash, response: row.response } }
      : {}),
  };
};
