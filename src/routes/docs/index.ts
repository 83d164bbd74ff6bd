import { registerAll } from '../route-deps.ts';
import { getError } from './get-error.ts';
import { getOpenapi } from './get-openapi.ts';
import { getReference } from './get-reference.ts';
import { listErrors } from './list-errors.ts';

/** The document and pages made from it; open to everybody. */
export const docsRoutes = registerAll([getOpenapi, getReference, listErrors, getError]);
