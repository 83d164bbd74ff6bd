import { registerAll } from '../route-deps.ts';
import { createCredential } from './create-credential.ts';
import { deleteCredential } from './delete-credential.ts';
import { getCredential } from './get-credential.ts';
import { getCredentialSetup } from './get-credential-setup.ts';
import { listCredentials } from './list-credentials.ts';
import { replaceCredentialValue } from './replace-credential-value.ts';
import { verifyCredential } from './verify-credential.ts';

/** Secrets and trusts of the caller's tenant; values are write-only. */
export const credentialRoutes = registerAll([
  listCredentials,
  createCredential,
  getCredential,
  deleteCredential,
  replaceCredentialValue,
  verifyCredential,
  getCredentialSetup,
]);
