import { registerAll } from '../route-deps.ts';
import { getMe } from './get-me.ts';

/** Who the caller is. */
export const meRoutes = registerAll([getMe]);
