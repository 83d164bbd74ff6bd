import { registerAll } from '../route-deps.ts';
import { checkPermission } from './check-permission.ts';

/** May I. */
export const permissionRoutes = registerAll([checkPermission]);
