import type { Pool } from 'pg';

type Labels = Readonly<Record<string, string>>;

/** One change as watches need it. */
export interface ChangeRow {
  readonly rv: number;
  readonly change: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels;
  readonly fields: Labels;
  readonly body: string;
  /** The object before; the body only where a selector may have matched before and not now, or the other way round. */
  readonly previous:
    | { readonly labels: Labels; readonly fields: Labels; readonly body: string | null }
    | undefined;
}

export interface ChangesPage {
  readonly changes: readonly ChangeRow[];
  /** All changes up to this version are in this page or the ones before it. */
  readonly upTo: number;
  readonly compacted: number;
}

interface ChangeRecord {
  readonly revision: string;
  readonly compacted: string;
  readonly rv: string;
  readonly change: ChangeRow['change'];
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels;
  readonly fields: Labels;
  readonly body: string;
  readonly previous_labels: Labels | null;
  readonly previous_fields: Labels | null;
  readonly previous_body: string | null;
}

/** Changes after `rv` in order, one page. */
export const readChanges = async (
  pool: Pool,
  schema: string,
  rv: number,
  resources: readonly string[],
  limit: number,
): Promise<ChangesPage> => {
  const { rows } = await pool.query<ChangeRecord>({
    name: `${schema}_changes`,
    text: `SELECT r.rv AS revision, r.compacted, page.* FROM ${schema}.revision r LEFT JOIN (
       SELECT v.rv, v.change, v.resource, v.namespace, v.name, v.labels, v.fields, v.body,
         p.labels AS previous_labels, p.fields AS previous_fields,
         CASE WHEN p.labels <> v.labels OR p.fields <> v.fields THEN p.body END AS previous_body
       FROM ${schema}.versions v
       LEFT JOIN ${schema}.versions p ON p.replaced_by = v.rv AND p.rv <> v.rv
       WHERE v.rv > $1 AND v.resource = ANY($2)
       ORDER BY v.rv LIMIT $3
     ) page ON true`,
    values: [rv, resources, limit],
  });
  const changes = rows.filter((row) => row.body !== null).map(changeOf);
  const full = changes.length === limit;
  return {
    changes,
    upTo: full ? (changes.at(-1)?.rv ?? rv) : Math.max(rv, Number(rows[0]?.revision)),
    compacted: Number(rows[0]?.compacted),
  };
};

const changeOf = (row: ChangeRecord): ChangeRow => ({
  rv: Number(row.rv),
  change: row.change,
  resource: row.resource,
  namespace: row.namespace,
  name: row.name,
  labels: row.labels,
  fields: row.fields,
  body: row.body,
  previous:
    row.previous_labels && row.previous_fields
      ? { labels: row.previous_labels, fields: row.previous_fields, body: row.previous_body }
      : undefined,
});
