import type { Database } from '../db/database.ts';
import { listReleases } from '../db/repositories/releases.ts';
import type { Release } from '../domain/release/release.ts';

/** Milliseconds for which the catalogue is answered from memory. */
const freshFor = 2000;

export interface ReleaseCatalogue {
  all(): Promise<readonly Release[]>;
  forget(): void;
}

/** The catalogue changes rarely and is needed by every write: it is read once per interval and process. */
export const createReleaseCatalogue = (database: Database, monotonic: () => number): ReleaseCatalogue => {
  let loaded: { readonly at: number; readonly releases: Promise<readonly Release[]> } | undefined;
  const load = (): Promise<readonly Release[]> => {
    const releases = listReleases(database.system());
    const entry = { at: monotonic(), releases };
    loaded = entry;
    releases.catch(() => {
      if (loaded === entry) loaded = undefined;
    });
    return releases;
  };
  return {
    all: () => (loaded !== undefined && monotonic() - loaded.at < freshFor ? loaded.releases : load()),
    forget: () => {
      loaded = undefined;
    },
  };
};
