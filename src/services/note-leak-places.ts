import type { Sql, SystemTx, TenantTx } from '../db/database.ts';
import {
  listClusterCredentials,
  listUsedCredentials,
  noteCloudPlaces,
  noteManagementPlaces,
} from '../db/repositories/leak-places.ts';
import { cloudCredentialKinds, cloudPlaceOf, type PlaceCredential } from '../domain/leak/place.ts';

const note = (sql: Sql, credentials: readonly PlaceCredential[], regions: readonly string[]): Promise<void> =>
  noteCloudPlaces(
    sql,
    credentials.flatMap((credential) => cloudPlaceOf(credential, regions) ?? []),
  );

/** Remembers every account that clusters are in, and every management cluster. */
export const noteAllPlaces = async (sql: SystemTx): Promise<void> => {
  await note(sql, await listUsedCredentials(sql, cloudCredentialKinds), []);
  await noteManagementPlaces(sql);
};

/** Remembers where a cluster will have things, before the first of them is made: it may be gone before the next scan. */
export const notePlacesOf = async (
  tx: TenantTx,
  clusterId: string,
  region: string | undefined,
): Promise<void> =>
  note(tx, await listClusterCredentials(tx, clusterId), region === undefined ? [] : [region]);
