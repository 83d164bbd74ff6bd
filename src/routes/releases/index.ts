import { registerAll } from '../route-deps.ts';
import { listReleases } from './list-releases.ts';
import { putRelease } from './put-release.ts';

/** The catalogue: everybody reads it, fleet operators write it. */
export const releaseRoutes = registerAll([listReleases, putRelease]);
