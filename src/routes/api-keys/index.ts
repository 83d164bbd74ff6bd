import { registerAll } from '../route-deps.ts';
import { createApiKey } from './create-api-key.ts';
import { deleteApiKey } from './delete-api-key.ts';
import { getApiKey } from './get-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { rotateApiKey } from './rotate-api-key.ts';

/** Keys of the caller's tenant; for administrators. */
export const apiKeyRoutes = registerAll([listApiKeys, createApiKey, getApiKey, rotateApiKey, deleteApiKey]);
