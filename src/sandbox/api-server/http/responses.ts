import type { ServerResponse } from 'node:http';
import { stringify } from 'yaml';
import type { JsonObject } from '../../../domain/shared/json.ts';
import { ApiError, statusOf } from '../objects/api-error.ts';
import { internalError, unavailable } from '../objects/errors.ts';
import type { Rendering } from './negotiate.ts';

const headersOf = (contentType: string, warnings: readonly string[]) => ({
  'Content-Type': contentType,
  'Cache-Control': 'no-cache, private',
  ...(warnings.length > 0
    ? { Warning: warnings.slice(0, 50).map((text) => `299 - ${JSON.stringify(text.slice(0, 500))}`) }
    : {}),
});

export const sendText = (
  response: ServerResponse,
  code: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(code, { ...headersOf(contentType, []), ...headers });
  response.end(text);
};

export const sendJsonText = (
  response: ServerResponse,
  code: number,
  text: string,
  warnings: readonly string[] = [],
): void => {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(code, headersOf('application/json', warnings));
  response.end(text);
};

export const sendObject = (
  response: ServerResponse,
  code: number,
  body: JsonObject,
  rendering: Rendering,
  warnings: readonly string[] = [],
): void => {
  if (!rendering.yaml) {
    sendJsonText(response, code, `${JSON.stringify(body)}\n`, warnings);
  } else if (!response.headersSent && !response.destroyed) {
    response.writeHead(code, headersOf('application/yaml', warnings));
    // YAML 1.1, so that times and words such as `yes` are quoted for the readers that take them for more than text.
    response.end(
      stringify(body, {
        version: '1.1',
        aliasDuplicateObjects: false,
        indentSeq: false,
        sortMapEntries: true,
      }),
    );
  }
};

const databaseDown = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(08|57P|53)|^E(CONN|PIPE|HOST|NET|TIMEDOUT)/.test(code);
};

/** Every error becomes a Status; what is not ours is a 500, or a 503 when the database cannot be reached. */
export const apiErrorOf = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (databaseDown(error) || /connection terminated|timeout exceeded when trying to connect/i.test(message)) {
    return unavailable(`the database cannot be reached: ${message}`);
  }
  return internalError(message);
};

export const sendError = (response: ServerResponse, error: ApiError): void => {
  const { retryAfterSeconds, code } = error.parts;
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  const { plainText } = error.parts;
  if (plainText !== undefined) sendText(response, code, 'text/plain; charset=utf-8', plainText, headers);
  else sendText(response, code, 'application/json', `${JSON.stringify(statusOf(error))}\n`, headers);
};
