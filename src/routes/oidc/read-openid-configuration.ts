import { issuerPaths } from '../../domain/issuer/issuer.ts';
import { documentRoute } from './document-route.ts';

export const readOpenidConfiguration = documentRoute({
  path: issuerPaths.configuration,
  operationId: 'readOpenidConfiguration',
  summary: 'Read the OpenID configuration of an issuer',
  title: 'OpenidConfiguration',
});
