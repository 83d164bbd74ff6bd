import type { CloudPlace, LeakPlace, PlaceCredential } from '../../domain/leak/place.ts';
import type { PlatformType } from '../../domain/platforms/platform-specs.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { Sql, SystemTx, TenantTx } from '../database.ts';

/** Seconds after which a place that was not known before is scanned for the first time, unless somebody asks. */
const firstScanAfter = 300;

/** A place and how the last look at it went. */
export interface PlaceState {
  readonly place: LeakPlace;
  readonly listedTypes: readonly string[];
  readonly nextScanAt: string;
  readonly scannedAt?: string;
  readonly succeededAt?: string;
  readonly failure?: string;
}

interface PlaceRow {
  readonly place: string;
  readonly kind: LeakPlace['kind'];
  readonly platform: PlatformType | null;
  readonly owner: string | null;
  readonly account: string | null;
  readonly credential_ids: readonly string[];
  readonly management_cluster_id: string | null;
  readonly regions: readonly string[];
  readonly listed_types: readonly string[];
  readonly next_scan_at: string;
  readonly scanned_at: string | null;
  readonly succeeded_at: string | null;
  readonly failure: string | null;
}

const columns = `place, kind, platform, owner, account, credential_ids, management_cluster_id, regions, listed_types,
  next_scan_at, scanned_at, succeeded_at, failure`;

const placeOf = (row: PlaceRow): LeakPlace => {
  const { place, platform, owner, account } = row;
  if (row.kind === 'managementCluster' || platform === null)
    return { place, kind: 'managementCluster', managementClusterId: row.management_cluster_id ?? '' };
  return {
    place,
    kind: 'cloud',
    platform,
    tenantId: owner ?? '',
    account: account ?? '',
    // Ids are ordered by the time they were made: the newest credential is the likeliest to open the account.
    credentialIds: row.credential_ids.toSorted().reverse(),
    regions: row.regions.toSorted(),
  };
};

const toState = (row: PlaceRow): PlaceState => ({
  place: placeOf(row),
  listedTypes: row.listed_types,
  nextScanAt: row.next_scan_at,
  ...(row.scanned_at === null ? {} : { scannedAt: row.scanned_at }),
  ...(row.succeeded_at === null ? {} : { succeededAt: row.succeeded_at }),
  ...(row.failure === null ? {} : { failure: row.failure }),
});

interface CredentialRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly kind: string;
  readonly settings: JsonObject;
}

const toCredential = (row: CredentialRow): PlaceCredential => ({
  tenantId: row.tenant_id,
  credentialId: row.id,
  kind: row.kind,
  settings: row.settings,
});

/** Credentials of the given kinds that clusters use, of all tenants. */
export const listUsedCredentials = async (
  sql: SystemTx,
  kinds: readonly string[],
): Promise<readonly PlaceCredential[]> => {
  const { rows } = await sql.query<CredentialRow>({
    text: `SELECT k.tenant_id, k.id, k.kind, k.settings FROM credentials k
           WHERE k.kind = ANY($1) AND EXISTS (
             SELECT 1 FROM cluster_credentials c WHERE c.tenant_id = k.tenant_id AND c.credential_id = k.id)`,
    values: [[...kinds]],
  });
  return rows.map(toCredential);
};

/** The same of one cluster. */
export const listClusterCredentials = async (
  tx: TenantTx,
  clusterId: string,
): Promise<readonly PlaceCredential[]> => {
  const { rows } = await tx.query<CredentialRow>({
    text: `SELECT k.tenant_id, k.id, k.kind, k.settings FROM cluster_credentials c
           JOIN credentials k ON k.tenant_id = c.tenant_id AND k.id = c.credential_id
           WHERE c.tenant_id = $1 AND c.cluster_id = $2`,
    values: [tx.tenantId, clusterId],
  });
  return rows.map(toCredential);
};

/** Remembers places in clouds. What is known of one only ever grows: things may be where nothing is made any more. */
export const noteCloudPlaces = async (sql: Sql, places: readonly CloudPlace[]): Promise<void> => {
  for (const { place, platform, tenantId, account, credentialIds, regions } of places) {
    await sql.query({
      name: 'leak-place-note',
      text: `INSERT INTO leak_places (place, kind, platform, owner, account, credential_ids, regions, next_scan_at)
             VALUES ($1, 'cloud', $2, $3, $4, $5, $6, now() + make_interval(secs => ${firstScanAfter}))
             ON CONFLICT (place) DO UPDATE SET
               credential_ids = ARRAY(SELECT DISTINCT unnest(leak_places.credential_ids || excluded.credential_ids)),
               regions = ARRAY(SELECT DISTINCT unnest(leak_places.regions || excluded.regions))
             WHERE NOT (leak_places.credential_ids @> excluded.credential_ids AND leak_places.regions @> excluded.regions)`,
      values: [place, platform, tenantId, account, [...credentialIds], [...regions]],
    });
  }
};

/** Every registered management cluster is a place, and none that is not registered any more. */
export const noteManagementPlaces = async (sql: SystemTx): Promise<void> => {
  await sql.query({
    text: `WITH gone AS (
             DELETE FROM leak_places p WHERE kind = 'managementCluster'
               AND NOT EXISTS (SELECT 1 FROM management_clusters m WHERE m.id = p.management_cluster_id)
           )
           INSERT INTO leak_places (place, kind, management_cluster_id, next_scan_at)
           SELECT 'managementCluster:' || id, 'managementCluster', id, now() + make_interval(secs => ${firstScanAfter})
           FROM management_clusters ON CONFLICT (place) DO NOTHING`,
  });
};

export const listPlaces = async (sql: SystemTx): Promise<readonly PlaceState[]> => {
  const { rows } = await sql.query<PlaceRow>({ text: `SELECT ${columns} FROM leak_places ORDER BY place` });
  return rows.map(toState);
};

/** Places whose next scan is due; management clusters first, as what they show decides on what is in clouds. */
export const listDuePlaces = async (sql: SystemTx, limit: number): Promise<readonly PlaceState[]> => {
  const { rows } = await sql.query<PlaceRow>({
    name: 'leak-places-due',
    text: `SELECT ${columns} FROM leak_places WHERE next_scan_at <= now() ORDER BY kind DESC, next_scan_at LIMIT $1`,
    values: [limit],
  });
  return rows.map(toState);
};

/** Makes the scan of these places due now; of all when none are named. Returns those that are known. */
export const requestScan = async (
  sql: SystemTx,
  places: readonly string[] | undefined,
): Promise<readonly string[]> => {
  const { rows } = await sql.query<{ place: string }>({
    // Rounded down: due by the very next look.
    text: `UPDATE leak_places SET next_scan_at = date_trunc('milliseconds', now()) WHERE $1::text[] IS NULL OR place = ANY($1) RETURNING place`,
    values: [places === undefined ? null : [...places]],
  });
  return rows.map(({ place }) => place).sort();
};

/** A place that no credential opens any more and where nothing was left is forgotten. False: something was. */
export const forgetPlace = async (sql: SystemTx, place: string): Promise<boolean> => {
  const { rowCount } = await sql.query({
    text: `DELETE FROM leak_places p WHERE place = $1
             AND NOT EXISTS (SELECT 1 FROM leak_sightings s WHERE s.place = p.place)`,
    values: [place],
  });
  return rowCount === 1;
};

/** How the places fare as a whole. */
export interface PlaceSummary {
  readonly total: number;
  /** Whose last scan failed. */
  readonly failing: number;
  readonly neverScanned: number;
  /** Whose scan is due. */
  readonly waiting: number;
  /** Start of the last whole scan of the place that was not seen whole for the longest. */
  readonly oldestScanAt?: string;
}

export const summarizePlaces = async (sql: SystemTx): Promise<PlaceSummary> => {
  const { rows } = await sql.query<{
    total: number;
    failing: number;
    never: number;
    waiting: number;
    oldest: string | null;
  }>({
    name: 'leak-place-summary',
    text: `SELECT count(*) AS total, count(failure) AS failing, count(*) FILTER (WHERE scanned_at IS NULL) AS never,
             count(*) FILTER (WHERE next_scan_at <= now()) AS waiting, min(succeeded_at) AS oldest
           FROM leak_places`,
  });
  const [row] = rows;
  return {
    total: row?.total ?? 0,
    failing: row?.failing ?? 0,
    neverScanned: row?.never ?? 0,
    waiting: row?.waiting ?? 0,
    ...(row?.oldest == null ? {} : { oldestScanAt: row.oldest }),
  };
};

/** Places whose last scan failed, and why. */
export const listFailingPlaces = async (sql: SystemTx, limit: number): Promise<readonly PlaceState[]> => {
  const { rows } = await sql.query<PlaceRow>({
    text: `SELECT ${columns} FROM leak_places WHERE failure IS NOT NULL ORDER BY place LIMIT $1`,
    values: [limit],
  });
  return rows.map(toState);
};
