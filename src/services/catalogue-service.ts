import { putRelease } from '../db/repositories/releases.ts';
import type { CatalogueService } from './contract.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import type { ReleaseCatalogue } from './release-catalogue.ts';

export const createCatalogueService = (
  deps: ServiceDependencies,
  catalogue: ReleaseCatalogue,
): CatalogueService =>
  guardService({
    listReleases: () => catalogue.all(),
    putRelease: async (_context, release) => {
      await putRelease(deps.database.system(), release);
      catalogue.forget();
      return release;
    },
  });
