import type { Duplex } from 'node:stream';
import { BerthError } from '../domain/shared/error.ts';
import type { Links } from './links.ts';
import { problemDocument } from './problem-document.ts';
import { newRequestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

interface Meaning {
  readonly status: number;
  readonly reason: string;
  readonly detail: string;
}

// Codes of Node's HTTP parser: https://nodejs.org/api/http.html#event-clienterror
const meanings: Readonly<Record<string, Meaning>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    detail: 'The header is too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    detail: 'The request did not come in time.',
  },
};

const notHttp: Meaning = { status: 400, reason: 'Bad Request', detail: 'This is not a valid HTTP request.' };

/** Answers what never became a request: bytes that are not HTTP, headers without end, bodies that do not come. */
export const createClientErrorHandler =
  (links: Links) =>
  (error: { readonly code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, reason, detail } = meanings[error.code ?? ''] ?? notHttp;
    const requestId = newRequestId();
    const problem = problemDocument(new BerthError('malformed-request', detail), requestId, links);
    const body = JSON.stringify({ ...problem, status });
    socket.end(
      [
        `HTTP/1.1 ${status} ${reason}`,
        'Content-Type: application/problem+json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `Request-Id: ${requestId}`,
        'Cache-Control: no-store',
        ...securityHeaders(links.publicUrl).map(([name, value]) => `${name}: ${value}`),
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
