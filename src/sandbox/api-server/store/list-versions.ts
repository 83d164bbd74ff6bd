import type { Pool } from 'pg';
import type { Selector } from '../selectors/label-selector.ts';
import { createParameters, type Parameters, selectorSql } from './selector-sql.ts';

export interface ListQuery {
  readonly resource: string;
  /** Undefined lists all namespaces. */
  readonly namespace: string | undefined;
  readonly labels: Selector;
  readonly fields: Selector;
  /** Undefined: all. */
  readonly limit: number | undefined;
  /** Continue behind this object. */
  readonly after?: { readonly namespace: string; readonly name: string };
  /** List as it was at this version; undefined means now. */
  readonly at?: number;
}

export interface ListItem {
  readonly namespace: string;
  readonly name: string;
  readonly rv: number;
  readonly uid: string;
  readonly body: string;
}

export interface ListPage {
  readonly items: readonly ListItem[];
  /** The version at which the database stood. */
  readonly rv: number;
  readonly compacted: number;
  /** There are more items than `limit` allowed. */
  readonly more: boolean;
  /** How many more; only counted when no selector narrows the list. */
  readonly remaining: number | undefined;
}

const conditionsOf = (query: ListQuery, parameters: Parameters): string => {
  const conditions = [
    `resource = ${parameters.add(query.resource)}`,
    ...(query.namespace === undefined ? [] : [`namespace = ${parameters.add(query.namespace)}`]),
    ...selectorSql('labels', query.labels, parameters),
    ...selectorSql('fields', query.fields, parameters),
  ];
  if (query.at === undefined) conditions.push('replaced_by IS NULL');
  else {
    const at = parameters.add(query.at);
    conditions.push(`rv <= ${at} AND (replaced_by IS NULL OR replaced_by > ${at})`);
  }
  if (query.after) {
    const { namespace, name } = query.after;
    conditions.push(`(namespace, name) > (${parameters.add(namespace)}, ${parameters.add(name)})`);
  }
  return conditions.join(' AND ');
};

const countSql = (schema: string, query: ListQuery, conditions: string): string =>
  query.limit !== undefined && query.labels.length === 0 && query.fields.length === 0
    ? `(SELECT count(*) FROM ${schema}.versions WHERE ${conditions})`
    : 'NULL';

/** One statement, so that the items and the version they belong to are of one snapshot. */
export const listVersions = async (pool: Pool, schema: string, query: ListQuery): Promise<ListPage> => {
  const parameters = createParameters();
  const conditions = conditionsOf(query, parameters);
  const limit = query.limit === undefined ? '' : `LIMIT ${parameters.add(query.limit + 1)}`;
  const { rows } = await pool.query(
    `SELECT r.rv AS revision, r.compacted, page.*, ${countSql(schema, query, conditions)} AS total
     FROM ${schema}.revision r LEFT JOIN (
       SELECT namespace, name, rv, uid, body FROM ${schema}.versions WHERE ${conditions} ORDER BY namespace, name ${limit}
     ) page ON true`,
    parameters.values,
  );
  const items = rows
    .filter((row) => row.body !== null)
    .map(({ namespace, name, rv, uid, body }): ListItem => ({ namespace, name, rv: Number(rv), uid, body }));
  const more = query.limit !== undefined && items.length > query.limit;
  const total = rows[0]?.total;
  return {
    items: more ? items.slice(0, query.limit) : items,
    rv: Number(rows[0]?.revision),
    compacted: Number(rows[0]?.compacted),
    more,
    remaining: more && query.limit !== undefined && total !== null ? Number(total) - query.limit : undefined,
  };
};
