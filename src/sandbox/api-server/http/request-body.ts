import type { IncomingMessage } from 'node:http';
import { parseDocument } from 'yaml';
import type { JsonValue } from '../../../domain/shared/json.ts';
import { badRequest, bodyTooLarge, unsupportedMediaType } from '../objects/errors.ts';
import { decodeProtobuf, UnknownProtobufKind } from '../protobuf/decode-protobuf.ts';

const protobufType = 'application/vnd.kubernetes.protobuf';

/** The limit of kube-apiserver. */
const maxBodyBytes = 3 * 1024 * 1024;

/** A body over the limit is let run out unread, so that its sender still gets the answer. */
export const readBody = (request: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBodyBytes) reject(bodyTooLarge(maxBodyBytes));
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(badRequest('the body ended early')));
  });

export const mediaTypeOf = (header: string | undefined): string =>
  (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const parseYaml = (text: string): JsonValue => {
  const document = parseDocument(text, { schema: 'core', merge: true, maxAliasCount: 100 } as object);
  const [error] = document.errors;
  if (error) throw badRequest(`error decoding YAML: ${error.message}`);
  return document.toJS({ maxAliasCount: 100 }) as JsonValue;
};

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

const parseJson = (text: string): JsonValue => {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw badRequest(`the body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const acceptedTypes = ['application/json', 'application/yaml', protobufType];

const parseProtobuf = (body: Buffer): JsonValue => {
  try {
    return decodeProtobuf(body);
  } catch (error) {
    if (error instanceof UnknownProtobufKind) throw unsupportedMediaType(acceptedTypes.slice(0, 2));
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
};

/** Parses a body by its media type: JSON, YAML (server-side apply sends either as YAML), or the protobuf that kubectl creates with. */
export const parseBody = (body: Buffer, mediaType: string): JsonValue => {
  if (mediaType === protobufType) return parseProtobuf(body);
  const text = body.toString('utf8');
  if (mediaType === 'application/json' || mediaType === '' || mediaType.endsWith('+json'))
    return parseJson(text);
  if (mediaType === 'application/yaml' || mediaType.endsWith('+yaml')) {
    return looksLikeJson(text) ? parseJson(text) : parseYaml(text);
  }
  throw unsupportedMediaType(acceptedTypes);
};

/** The body of a DELETE may be absent. */
export const parseOptionalBody = (body: Buffer, mediaType: string): JsonValue =>
  body.length === 0 ? {} : parseBody(body, mediaType);
