import { issuerPaths } from '../../domain/issuer/issuer.ts';
import { documentRoute } from './document-route.ts';

export const readIssuerKeys = documentRoute({
  path: issuerPaths.keys,
  operationId: 'readIssuerKeys',
  summary: 'Read the public keys of an issuer',
  title: 'IssuerKeys',
});
