import { registerAll } from '../route-deps.ts';
import { readIssuerKeys, readOpenidConfiguration } from './read-document.ts';

/** Documents of the issuers of clusters: public. */
export const oidcRoutes = registerAll([readOpenidConfiguration, readIssuerKeys]);
