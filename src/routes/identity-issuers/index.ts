import { registerAll } from '../route-deps.ts';
import { createIdentityIssuer } from './create-identity-issuer.ts';
import { deleteIdentityIssuer } from './delete-identity-issuer.ts';
import { getIdentityIssuer } from './get-identity-issuer.ts';
import { listIdentityIssuers } from './list-identity-issuers.ts';
import { updateIdentityIssuer } from './update-identity-issuer.ts';

/** Identity providers whose tokens the caller's tenant accepts; for administrators. */
export const identityIssuerRoutes = registerAll([
  listIdentityIssuers,
  createIdentityIssuer,
  getIdentityIssuer,
  updateIdentityIssuer,
  deleteIdentityIssuer,
]);
