import { fleetTenant, recordsOf } from '../db/database.ts';
import { putRelease } from '../db/repositories/releases.ts';
import { recordSimpleChange } from './audit.ts';
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
    putRelease: async (context, release) => {
      await deps.database.withSystem(async (tx) => {
        await putRelease(tx, release);
        await recordSimpleChange(recordsOf(tx, fleetTenant), deps, context, {
          action: 'fleet.versions.put',
          targetId: release.version,
          audit: { after: { ...release } },
          response: {},
        });
      });
      catalogue.forget();
      return release;
    },
  });
