import type { ErrorCode } from '../domain/shared/error.ts';

/** What a code means in the life of a caller, and what to do about it. */
export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

export const errorExplanations: Readonly<Record<ErrorCode, Explanation>> = {
  'malformed-request': {
    meaning: 'The request does not have the form that this operation takes. Nothing was done.',
    remedy: 'Mend what `errors` lists: each entry has a pointer, a code and what is allowed.',
  },
  'invalid-cursor': {
    meaning: 'The cursor was changed, or belongs to another list, filter or tenant.',
    remedy: 'Use `nextCursor` of the same list with the same filter, or start from the first page.',
  },
  unauthenticated: {
    meaning: 'There is no API key, or it is unknown or revoked.',
    remedy: 'Send `Authorization: Bearer bk_…` with a valid key.',
  },
  'permission-denied': {
    meaning: 'The key is valid but its role does not have the permission of this operation.',
    remedy: 'Use a key with another role; `GET /v1/me` lists what a key may do.',
  },
  'not-found': {
    meaning: 'There is no such resource for this caller. Whether another tenant has it is not told.',
    remedy: 'Check the id. A deleted resource is not found once everything of it is gone.',
  },
  'method-not-allowed': {
    meaning: 'The address exists but does not take this method.',
    remedy: 'Use one of the methods in the `Allow` field.',
  },
  'not-acceptable': {
    meaning: 'The `Accept` field excludes every media type that this operation can answer with.',
    remedy: 'Accept `application/json`, or leave the field out.',
  },
  'name-conflict': {
    meaning:
      'Another resource has the name. Names of deleted resources stay taken until everything of them is gone.',
    remedy: 'Choose another name, or use the resource that is there.',
  },
  'request-in-progress': {
    meaning: 'A request with the same Idempotency-Key is still being carried out.',
    remedy: 'Send the same request again after the time in `Retry-After`.',
  },
  'resource-deleting': {
    meaning: 'The resource is being deleted; it takes no more changes.',
    remedy: 'Wait until it is gone, then create it anew.',
  },
  'resource-in-use': {
    meaning: 'Something else needs the resource.',
    remedy: 'Delete or change what uses it first.',
  },
  'deletion-protected': {
    meaning: 'The cluster has `spec.deletionProtection`.',
    remedy: 'Set it to false by a PATCH, then delete.',
  },
  'not-ready': {
    meaning: 'The cluster is not far enough for this: its control plane does not answer yet.',
    remedy: 'Follow its operation and try again after the time in `Retry-After`.',
  },
  'write-conflict': {
    meaning: 'Another write changed the same thing at the same moment.',
    remedy: 'Send the request again.',
  },
  'stale-etag': {
    meaning: 'The resource was written since the entity tag in `If-Match` was read.',
    remedy: 'Read it again, decide anew, and send the new tag.',
  },
  'body-too-large': {
    meaning: 'The body has more than 256 KiB.',
    remedy: 'Send a smaller body.',
  },
  'uri-too-long': {
    meaning: 'A part of the address is longer than any id or name.',
    remedy: 'Check the address.',
  },
  'unsupported-media-type': {
    meaning: 'The body has a media type, character set or coding that this operation does not take.',
    remedy: 'Send `application/json` in UTF-8; for PATCH `application/merge-patch+json`.',
  },
  'admission-refused': {
    meaning: 'The request has the right form but cannot be carried out as asked. Nothing was done.',
    remedy: 'Mend what `errors` lists.',
  },
  'idempotency-key-reused': {
    meaning: 'The Idempotency-Key belongs to an earlier request with another body or address.',
    remedy: 'Use a new key for a new request.',
  },
  'quota-exceeded': {
    meaning:
      'The tenant or the project has a limit, and less is left of it than the request asks for. Nothing was done. `quotas` lists each limit with what is used, left and asked for, and who sets it. It is 422 and not 429: waiting does not help by itself, and clients repeat a 429 on their own.',
    remedy:
      'Ask for less, delete something (it counts until it is really gone), or ask the one that `actor` names for a higher limit. `GET /v1/quotas` shows where the tenant stands.',
  },
  'if-match-required': {
    meaning: 'The tenant demands `If-Match` on changes.',
    remedy: 'Read the resource and send its `ETag` in `If-Match`.',
  },
  'rate-limited': {
    meaning: 'There were too many requests in a short time.',
    remedy: 'Try again after the time in `Retry-After`.',
  },
  internal: {
    meaning: 'Berth has a fault. What was accepted before is not lost.',
    remedy:
      'Send the request again with the same Idempotency-Key; tell the operator the request id if it stays.',
  },
  unavailable: {
    meaning:
      'Something that Berth needs does not answer at the moment. Nothing was done, or what was done is replayed by the same Idempotency-Key.',
    remedy: 'Send the request again after the time in `Retry-After`.',
  },
};
