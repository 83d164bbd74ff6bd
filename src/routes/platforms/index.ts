import { registerAll } from '../route-deps.ts';
import { listPlatforms } from './list-platforms.ts';

/** Where clusters can be. */
export const platformRoutes = registerAll([listPlatforms]);
