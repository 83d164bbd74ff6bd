import { registerAll } from '../route-deps.ts';
import { createFleetApiKey } from './create-fleet-api-key.ts';
import { deleteFleetApiKey } from './delete-fleet-api-key.ts';
import { getFleetApiKey } from './get-fleet-api-key.ts';
import { listFleetApiKeys } from './list-fleet-api-keys.ts';

/** Keys of the fleet; for fleet keys only. */
export const fleetApiKeyRoutes = registerAll([
  listFleetApiKeys,
  createFleetApiKey,
  getFleetApiKey,
  deleteFleetApiKey,
]);
