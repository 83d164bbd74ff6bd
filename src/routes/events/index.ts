import { registerAll } from '../route-deps.ts';
import { listEvents } from './list-events.ts';

/** What happened to the caller's clusters. */
export const eventRoutes = registerAll([listEvents]);
