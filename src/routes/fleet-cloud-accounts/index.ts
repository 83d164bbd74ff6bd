import { registerAll } from '../route-deps.ts';
import { allowCloudAccount } from './allow-cloud-account.ts';
import { getCloudAccount } from './get-cloud-account.ts';

/** Accounts in clouds, and which tenants may use them. */
export const fleetCloudAccountRoutes = registerAll([getCloudAccount, allowCloudAccount]);
