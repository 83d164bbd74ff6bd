import type { SealContext, Sealed } from '../../domain/credential/sealed.ts';
import type { SystemTx } from '../database.ts';

/** Where envelopes are stored. SQL of our own, with nothing from outside in it. */
interface Place {
  readonly table: string;
  readonly envelope: string;
  /** What the envelope is bound to. */
  readonly tenantId: string;
  readonly kind: string;
  readonly id: string;
  /** The new value of the column, with the members of `$5` put into the envelope. */
  readonly change: string;
}

const column = (table: string, name: string, bound: Pick<Place, 'tenantId' | 'kind' | 'id'>): Place => ({
  table,
  envelope: name,
  ...bound,
  change: `${name} = ${name} || $5::jsonb`,
});

const places: readonly Place[] = [
  column('credentials', 'sealed', { tenantId: 'tenant_id', kind: 'kind', id: 'id' }),
  column('clusters', 'sealed_secrets', { tenantId: 'tenant_id', kind: `'cluster-secrets'`, id: 'id' }),
  column('management_clusters', 'kubeconfig', { tenantId: `''`, kind: `'management-cluster'`, id: 'id' }),
  column('service_keys', 'sealed', { tenantId: `''`, kind: `'service-key'`, id: 'name' }),
  column('access_grants', 'sealed', { tenantId: 'tenant_id', kind: `'kubeconfig'`, id: 'id' }),
  {
    table: 'idempotency_keys',
    envelope: `response->'sealedKey'`,
    tenantId: `coalesce(response->'apiKey'->>'tenantId', '')`,
    kind: `'api-key'`,
    id: `response->'apiKey'->>'id'`,
    change: `response = jsonb_set(response, '{sealedKey}', (response->'sealedKey') || $5::jsonb)`,
  },
];

export const envelopeTables: readonly string[] = places.map(({ table }) => table);

const placeOf = (table: string): Place => {
  const place = places.find((candidate) => candidate.table === table);
  if (place === undefined) throw new Error(`no envelopes are stored in ${table}`);
  return place;
};

const tableOfKind = (kind: string): string =>
  places.find((place) => place.kind === `'${kind}'`)?.table ?? 'credentials';

export interface StoredEnvelope {
  readonly context: SealContext;
  readonly sealed: Sealed;
}

interface EnvelopeRow {
  readonly tenant_id: string;
  readonly kind: string;
  readonly id: string;
  readonly sealed: Sealed;
}

/** Envelopes of a table under other keys than `keyId`, in the order of their ids, after the id `after`. */
export const listOldEnvelopes = async (
  tx: SystemTx,
  table: string,
  { keyId, after, limit }: { readonly keyId: string; readonly after: string; readonly limit: number },
): Promise<readonly StoredEnvelope[]> => {
  const { tenantId, kind, id, envelope } = placeOf(table);
  const { rows } = await tx.query<EnvelopeRow>({
    text: `SELECT ${tenantId} AS tenant_id, ${kind} AS kind, ${id} AS id, ${envelope} AS sealed FROM ${table}
      WHERE ${envelope}->>'keyId' <> $1 AND (${id}) COLLATE "C" > $2 ORDER BY (${id}) COLLATE "C" LIMIT $3`,
    values: [keyId, after, limit],
  });
  return rows.map((row) => ({
    context: { tenantId: row.tenant_id, kind: row.kind, id: row.id },
    sealed: row.sealed,
  }));
};

/** Stores a data key that was wrapped anew, unless the envelope was replaced since it was read. False: it was. */
export const saveRewrapped = async (
  tx: SystemTx,
  { context, sealed }: StoredEnvelope,
  { keyId, wrappedKey }: Sealed,
): Promise<boolean> => {
  const { table, tenantId, kind, id, envelope, change } = placeOf(tableOfKind(context.kind));
  const { rowCount } = await tx.query({
    text: `UPDATE ${table} SET ${change}
      WHERE ${tenantId} = $1 AND ${kind} = $2 AND ${id} = $3 AND ${envelope}->>'wrappedKey' = $4`,
    values: [
      context.tenantId,
      context.kind,
      context.id,
      sealed.wrappedKey,
      JSON.stringify({ keyId, wrappedKey }),
    ],
  });
  return rowCount > 0;
};

export interface KeyUse {
  readonly table: string;
  readonly keyId: string;
  readonly count: number;
}

/** How many envelopes of each table are under which key. */
export const countKeyUse = async (tx: SystemTx): Promise<readonly KeyUse[]> => {
  const parts = places.map(
    ({ table, envelope }) =>
      `SELECT '${table}' AS "table", ${envelope}->>'keyId' AS "keyId", count(*)::int AS count FROM ${table}
       WHERE ${envelope}->>'keyId' IS NOT NULL GROUP BY 2`,
  );
  const { rows } = await tx.query<KeyUse>({ text: `${parts.join(' UNION ALL ')} ORDER BY 1, 2` });
  return rows;
};
