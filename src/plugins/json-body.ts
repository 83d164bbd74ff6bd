import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { BerthError } from '../domain/shared/error.ts';
import type { BerthApp } from './http-app.ts';
import { hashRequest, wantsIdempotency } from './idempotency-key.ts';
import { malformedRequest } from './request-problem.ts';
import { readJson } from './safe-json.ts';

export const bodyLimitBytes = 256 * 1024;

const jsonType = 'application/json';
const patchType = 'application/merge-patch+json';

/** The media type that a method takes: a PATCH says which kind of patch it is (RFC 5789 §2). */
export const mediaTypeFor = (method: string): string => (method === 'PATCH' ? patchType : jsonType);

const charsetPattern = /;\s*charset\s*=\s*"?([^";\s]+)/i;

const checkEncoding = (request: FastifyRequest): BerthError | undefined => {
  const charset = charsetPattern.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8')
    return new BerthError('unsupported-media-type', 'JSON is always UTF-8 (RFC 8259 §8.1).');
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity')
    return new BerthError(
      'unsupported-media-type',
      'Compressed bodies are not taken: send the JSON as it is.',
    );
  return undefined;
};

const parseBody = (request: FastifyRequest, mediaType: string, body: Buffer): unknown => {
  // What is wrong then is the address or the method, and the handler of unknown routes says so.
  if (request.is404) return undefined;
  const takesBody = request.routeOptions.schema?.body !== undefined;
  if (body.length === 0 && !takesBody) return undefined;
  if (!takesBody) throw malformedRequest(`${request.method} takes no body here.`);
  const expected = mediaTypeFor(request.method);
  if (mediaType !== expected)
    throw new BerthError('unsupported-media-type', `${request.method} takes ${expected} here.`);
  const encodingProblem = checkEncoding(request);
  if (encodingProblem !== undefined) throw encodingProblem;
  if (body.length === 0) throw malformedRequest('The request needs a JSON body.');
  if (!isUtf8(body)) throw malformedRequest('The body is not valid UTF-8.');
  const reading = readJson(body.toString('utf8'));
  if (!reading.ok) throw malformedRequest(reading.detail, reading.problems);
  if (wantsIdempotency(request)) request.bodyHash = hashRequest('POST', request.url, body);
  return reading.value;
};

/** Takes JSON only, and only in the kind that fits the method; every other media type is 415. */
export const registerJsonBody = (app: BerthApp): void => {
  app.removeAllContentTypeParsers();
  for (const mediaType of [jsonType, patchType]) {
    app.addContentTypeParser<Buffer>(
      mediaType,
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (request, body, done) => {
        try {
          done(null, parseBody(request, mediaType, body));
        } catch (error) {
          done(error instanceof Error ? error : new Error('unreadable body'), undefined);
        }
      },
    );
  }
};
