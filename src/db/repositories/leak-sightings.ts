import {
  type LeakReason,
  type LeakThing,
  type LeakVerdict,
  resourceKeyOf,
  type Sighting,
} from '../../domain/leak/leak.ts';
import type { StoredSighting } from '../../domain/leak/plan-cleaning.ts';
import type { Sql, SystemTx } from '../database.ts';
import { jsonText } from '../json-text.ts';
import { Conditions, cutPage } from './page.ts';

interface SightingRow {
  readonly id: string;
  readonly place: string;
  readonly verdict: LeakVerdict;
  readonly reasons: readonly LeakReason[];
  readonly remembered: boolean;
  readonly thing: LeakThing;
  readonly first_seen_at: string;
  readonly last_seen_at: string;
  readonly scans: number;
}

const columns = 'id, place, verdict, reasons, remembered, thing, first_seen_at, last_seen_at, scans';

const toSighting = (row: SightingRow): StoredSighting => ({
  leakId: row.id,
  place: row.place,
  thing: row.thing,
  verdict: row.verdict,
  reasons: row.reasons,
  isRemembered: row.remembered,
  firstSeenAt: row.first_seen_at,
  lastSeenAt: row.last_seen_at,
  scans: row.scans,
});

export interface SightingFilter {
  readonly place?: string | undefined;
  readonly type?: string | undefined;
  readonly verdict?: string | undefined;
}

export const listSightings = async (
  sql: SystemTx,
  query: { readonly limit: number; readonly after?: { readonly id: string } },
  filter: SightingFilter,
): Promise<{ readonly items: readonly StoredSighting[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions()
    .addDefined('id < ?', query.after?.id)
    .addDefined('place = ?', filter.place)
    .addDefined('type = ?', filter.type)
    .addDefined('verdict = ?', filter.verdict);
  const limit = where.parameter(query.limit + 1);
  const condition = where.sql === '' ? '' : `WHERE ${where.sql}`;
  const { rows } = await sql.query<SightingRow>({
    text: `SELECT ${columns} FROM leak_sightings ${condition} ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  const page = cutPage(
    rows.map((row) => ({ ...toSighting(row), id: row.id })),
    query.limit,
  );
  return { ...page, items: page.items.map(({ id: _, ...sighting }) => sighting) };
};

export const findSighting = async (sql: Sql, id: string): Promise<StoredSighting | undefined> => {
  const { rows } = await sql.query<SightingRow>({
    text: `SELECT ${columns} FROM leak_sightings WHERE id = $1`,
    values: [id],
  });
  return rows[0] && toSighting(rows[0]);
};

export const listSightingsOf = async (sql: Sql, place: string): Promise<readonly StoredSighting[]> => {
  const { rows } = await sql.query<SightingRow>({
    text: `SELECT ${columns} FROM leak_sightings WHERE place = $1`,
    values: [place],
  });
  return rows.map(toSighting);
};

/** All that is leaked, and whatever else is named: what a cleaning is planned from. */
export const listForCleaning = async (
  sql: SystemTx,
  ids: readonly string[],
  most: number,
): Promise<readonly StoredSighting[]> => {
  const { rows } = await sql.query<SightingRow>({
    text: `(SELECT ${columns} FROM leak_sightings WHERE id = ANY($1))
           UNION (SELECT ${columns} FROM leak_sightings WHERE verdict = 'leaked' ORDER BY id LIMIT $2)`,
    values: [[...ids], most],
  });
  return rows.map(toSighting);
};

export interface LeakCount {
  readonly type: string;
  readonly verdict: LeakVerdict;
  readonly count: number;
}

/** Everything that is out of place, by type and verdict. */
export const countSightings = async (sql: SystemTx): Promise<readonly LeakCount[]> => {
  const { rows } = await sql.query<LeakCount>({
    name: 'leak-counts',
    text: `SELECT type, verdict, count(*) AS count FROM leak_sightings GROUP BY type, verdict ORDER BY type, verdict`,
  });
  return rows;
};

/** Stores what a scan has judged, and forgets what it has resolved. */
export const saveSightings = async (
  sql: SystemTx,
  place: string,
  sightings: readonly (Sighting & { readonly leakId: string })[],
  resolvedIds: readonly string[],
): Promise<void> => {
  await sql.query({
    text: 'DELETE FROM leak_sightings WHERE place = $1 AND id = ANY($2)',
    values: [place, [...resolvedIds]],
  });
  if (sightings.length === 0) return;
  const rows = sightings.map((sighting) => ({
    id: sighting.leakId,
    type: sighting.thing.type,
    resource_id: resourceKeyOf(sighting.thing),
    verdict: sighting.verdict,
    reasons: sighting.reasons,
    remembered: sighting.isRemembered,
    thing: sighting.thing,
    first_seen_at: sighting.firstSeenAt,
    last_seen_at: sighting.lastSeenAt,
    scans: sighting.scans,
  }));
  await sql.query({
    text: `INSERT INTO leak_sightings (id, place, type, resource_id, verdict, reasons, remembered, thing, first_seen_at,
             last_seen_at, scans)
           SELECT id, $1, type, resource_id, verdict, reasons, remembered, thing, first_seen_at, last_seen_at, scans
           FROM jsonb_to_recordset($2::jsonb) AS s (id text, type text, resource_id text, verdict text, reasons jsonb,
             remembered boolean, thing jsonb, first_seen_at timestamptz, last_seen_at timestamptz, scans int)
           ON CONFLICT (place, type, resource_id) DO UPDATE SET verdict = excluded.verdict, reasons = excluded.reasons,
             remembered = excluded.remembered, thing = excluded.thing, first_seen_at = excluded.first_seen_at,
             last_seen_at = excluded.last_seen_at, scans = excluded.scans`,
    values: [place, jsonText(rows)],
  });
};
