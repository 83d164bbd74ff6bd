import type { Release } from '../../domain/release/release.ts';
import type { Sql } from '../database.ts';

export const listReleases = async (sql: Sql): Promise<readonly Release[]> => {
  const { rows } = await sql.query<Release & { readonly version: string }>({
    name: 'releases-list',
    text: 'SELECT version, image, channels, enabled FROM releases ORDER BY version',
  });
  return rows;
};

export const putRelease = async (sql: Sql, release: Release): Promise<void> => {
  await sql.query({
    text: `INSERT INTO releases (version, image, channels, enabled) VALUES ($1, $2, $3, $4)
           ON CONFLICT (version) DO UPDATE SET image = $2, channels = $3, enabled = $4`,
    values: [release.version, release.image, release.channels, release.enabled],
  });
};
