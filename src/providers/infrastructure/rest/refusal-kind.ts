import type { CloudErrorKind } from '../../../domain/infrastructure/cloud-failure.ts';

/** What a status of HTTP means where the cloud names no code that is known. */
const kindOfStatus = (status: number): CloudErrorKind => {
  if (status === 401) return 'credentials';
  if (status === 403) return 'permission';
  if (status === 429) return 'throttled';
  return status === 404 || status === 409 || status === 412 ? 'conflict' : 'invalid';
};

/** Whether the call was carried out is not known after these, whatever reason they name. */
const isFault = (status: number): boolean => status === 408 || status >= 500;

/**
 * Kind of a refusal: by its status when that says that nothing is known, else by the code that the cloud names.
 * @param isWrite after a fault it is not known what a write did; a read did nothing.
 */
export const refusalKind = (
  status: number,
  known: CloudErrorKind | undefined,
  isWrite: boolean,
): CloudErrorKind => {
  if (isFault(status)) return isWrite ? 'unknownOutcome' : 'transient';
  return known ?? kindOfStatus(status);
};
