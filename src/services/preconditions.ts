import { BerthError } from '../domain/shared/error.ts';
import type { IfMatch } from './request-context.ts';

interface Versioned {
  readonly generation: number;
  readonly deletionRequestedAt?: string;
}

/**
 * `If-Match` protects what the user wrote: it compares the generation, so that a mere change of status does not
 * make it stale. Throws 412 with the present generation.
 */
export const checkIfMatch = (resource: Versioned, ifMatch: IfMatch): void => {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch.includes(resource.generation)) return;
  throw new BerthError(
    'stale-etag',
    `The resource is at generation ${resource.generation} now. Read it again and decide anew.`,
    { extensions: { generation: resource.generation } },
  );
};

export const refuseWhileDeleting = (resource: Versioned): void => {
  if (resource.deletionRequestedAt === undefined) return;
  throw new BerthError('resource-deleting', 'The resource is being deleted; it cannot be changed any more.');
};

export const notFound = (): BerthError =>
  new BerthError('not-found', 'There is no such resource, or this principal may not see it.');
