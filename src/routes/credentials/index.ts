import { registerAll } from '../route-deps.ts';
import { createCredential } from './create-credential.ts';
import { deleteCredential } from './delete-credential.ts';
import { getCredential } from './get-credential.ts';
import { listCredentials } from './list-credentials.ts';

/** Secrets of the caller's tenant; values are write-only. */
export const credentialRoutes = registerAll([
  listCredentials,
  createCredential,
  getCredential,
  deleteCredential,
]);
