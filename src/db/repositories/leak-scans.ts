import type { LeakCounts } from '../../domain/leak/judge-scan.ts';
import type { SystemTx } from '../database.ts';
import { jsonText, storable } from '../json-text.ts';
import { Conditions, cutPage } from './page.ts';

/** One look at a place. */
export interface LeakScan {
  readonly id: string;
  readonly place: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Why it proves nothing; absent: it was whole. */
  readonly failure?: string;
  readonly counts: LeakCounts;
}

/** Days for which scans are kept. */
const keptDays = 7;

/** What a scan leaves on its place. */
export interface PlaceAfterScan {
  /** When the scan was due that this was; somebody may have asked for another one meanwhile. */
  readonly wasDueAt: string;
  readonly nextScanAt: string;
  readonly regions: readonly string[];
  readonly listedTypes: readonly string[];
  /** infraIDs of the HostedClusters of a management cluster. */
  readonly infraIds: readonly string[];
}

/** Stores a scan and what is known of its place from now on. A failed one changes nothing of what was seen. */
export const saveScan = async (tx: SystemTx, scan: LeakScan, after: PlaceAfterScan): Promise<void> => {
  const failure = scan.failure === undefined ? null : storable(scan.failure);
  await tx.query({
    text: `INSERT INTO leak_scans (id, place, started_at, ended_at, failure, counts) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [scan.id, scan.place, scan.startedAt, scan.endedAt, failure, jsonText(scan.counts)],
  });
  await tx.query({
    text: `UPDATE leak_places SET scanned_at = $2, failure = $3,
             next_scan_at = CASE WHEN next_scan_at = $4 THEN $5 ELSE next_scan_at END,
             regions = $6,
             succeeded_at = CASE WHEN $3::text IS NULL THEN $2 ELSE succeeded_at END,
             listed_types = CASE WHEN $3::text IS NULL THEN $7 ELSE listed_types END,
             infra_ids = CASE WHEN $3::text IS NULL THEN $8 ELSE infra_ids END
           WHERE place = $1`,
    values: [
      scan.place,
      scan.startedAt,
      failure,
      after.wasDueAt,
      after.nextScanAt,
      [...after.regions],
      [...after.listedTypes],
      [...after.infraIds],
    ],
  });
  await tx.query({
    text: `DELETE FROM leak_scans WHERE place = $1 AND started_at < $2::timestamptz - interval '${keptDays} days'`,
    values: [scan.place, scan.startedAt],
  });
};

interface ScanRow {
  readonly id: string;
  readonly place: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly failure: string | null;
  readonly counts: LeakCounts;
}

export const listScans = async (
  sql: SystemTx,
  query: { readonly limit: number; readonly after?: { readonly id: string } },
  place: string | undefined,
): Promise<{ readonly items: readonly LeakScan[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions().addDefined('id < ?', query.after?.id).addDefined('place = ?', place);
  const limit = where.parameter(query.limit + 1);
  const condition = where.sql === '' ? '' : `WHERE ${where.sql}`;
  const { rows } = await sql.query<ScanRow>({
    text: `SELECT id, place, started_at, ended_at, failure, counts FROM leak_scans ${condition}
           ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  const scans = rows.map(
    (row): LeakScan => ({
      id: row.id,
      place: row.place,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      ...(row.failure === null ? {} : { failure: row.failure }),
      counts: row.counts,
    }),
  );
  return cutPage(scans, query.limit);
};
