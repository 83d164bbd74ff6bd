import { BerthError, type ErrorCode } from '../domain/shared/error.ts';

interface Meaning {
  readonly code: ErrorCode;
  readonly detail: string;
}

// Source: fastify/lib/errors.js. Whatever is not here and says 4xx of itself is a malformed request.
const meanings: Readonly<Record<string, Meaning>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'body-too-large', detail: 'The body may have at most 256 KiB.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported-media-type',
    detail: 'Send application/json; for PATCH application/merge-patch+json.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'malformed-request',
    detail: 'The body is not as long as Content-Length says.',
  },
  FST_ERR_BAD_URL: { code: 'malformed-request', detail: 'The address is not validly encoded.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'uri-too-long', detail: 'A part of the address is too long.' },
  FST_ERR_NOT_FOUND: { code: 'not-found', detail: 'There is nothing at this address.' },
  FST_ERR_HANDLER_TIMEOUT: { code: 'unavailable', detail: 'The request took too long.' },
};

const unreadable: Meaning = { code: 'malformed-request', detail: 'The request could not be read.' };

const readText = (error: object, key: string): unknown => (error as Record<string, unknown>)[key];

/** Gives an error of the framework its place in the catalogue; everything unknown is a fault of ours. */
export const asBerthError = (error: unknown): BerthError => {
  if (error instanceof BerthError) return error;
  if (typeof error !== 'object' || error === null) return new BerthError('internal', 'unknown fault');
  const code = readText(error, 'code');
  const status = readText(error, 'statusCode');
  const known = typeof code === 'string' && Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  const isClientError = typeof status === 'number' && status >= 400 && status < 500;
  const meaning = known ?? (isClientError ? unreadable : undefined);
  return meaning === undefined
    ? new BerthError('internal', 'unknown fault', { cause: error })
    : new BerthError(meaning.code, meaning.detail, { cause: error });
};
