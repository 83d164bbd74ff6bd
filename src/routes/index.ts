import { clusterRoutes } from './clusters/index.ts';
import { registerAll } from './route-deps.ts';

/** Every address of the API. */
export const apiRoutes = registerAll([clusterRoutes]);
