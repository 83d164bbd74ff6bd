import { registerAll } from '../route-deps.ts';
import { readIssuerKeys } from './read-issuer-keys.ts';
import { readOpenidConfiguration } from './read-openid-configuration.ts';

/** Documents of the issuers of clusters, and of Berth's own: public. */
export const oidcRoutes = registerAll([readOpenidConfiguration, readIssuerKeys]);
