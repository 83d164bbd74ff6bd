import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Access } from './credentials.ts';
import { ManagementClusterError } from './errors.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path and query, as made by `paths.ts`; sent as it is. */
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One HTTP exchange over pooled connections: no redirects, no retries but for a connection that died in the pool. */
export interface Transport {
  send(access: Access, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  /** Resolves at the headers; the caller reads and destroys the stream. */
  open(access: Access, request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage>;
  /** Takes in a whole body, up to the limit. */
  readBody(response: IncomingMessage, signal: AbortSignal): Promise<HttpResponse>;
  close(): void;
}

const headersOf = (access: Access, request: HttpRequest): Record<string, string> => ({
  accept: 'application/json',
  'user-agent': 'berth',
  ...(access.authorization && { authorization: access.authorization }),
  ...(request.contentType && { 'content-type': request.contentType }),
  ...(request.body !== undefined && { 'content-length': String(Buffer.byteLength(request.body)) }),
});

/** Without the address: whoever reads the message knows the management cluster, and a tenant must not. */
const describeFailure = (error: unknown): string => {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : 'connection failed';
};

const asUnreachable = (error: unknown, signal: AbortSignal): ManagementClusterError => {
  if (error instanceof ManagementClusterError) return error;
  if (signal.aborted && signal.reason instanceof ManagementClusterError) return signal.reason;
  return new ManagementClusterError('unreachable', `no connection: ${describeFailure(error)}`);
};

export const createTransport = (maxResponseBytes: number): Transport => {
  const agentOptions = { keepAlive: true, keepAliveMsecs: 30_000, maxFreeSockets: 16 };
  const httpsAgent = new https.Agent(agentOptions);
  const httpAgent = new http.Agent(agentOptions);

  const exchange = (
    access: Access,
    request: HttpRequest,
    signal: AbortSignal,
    agent: https.Agent | http.Agent | false,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { url } = access;
      const outgoing = (url.protocol === 'https:' ? https : http).request({
        ...access.tls,
        // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
        rejectUnauthorized: true,
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        path: url.pathname.replace(/\/+$/, '') + request.path,
        method: request.method,
        headers: headersOf(access, request),
        agent,
        signal,
      });
      let answered = false;
      outgoing.once('response', (response) => {
        answered = true;
        resolve(response);
      });
      // Stays attached: an abort after the response must not become an uncaught error.
      outgoing.on('error', (error) => {
        const diedInPool = outgoing.reusedSocket && !answered && !signal.aborted;
        if (diedInPool) resolve(exchange(access, request, signal, false));
        else reject(asUnreachable(error, signal));
      });
      outgoing.end(request.body);
    });

  const collectBody = async (response: IncomingMessage): Promise<string> => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      size += chunk.length;
      if (size > maxResponseBytes) {
        throw new ManagementClusterError('nonsense', `answer longer than ${maxResponseBytes} bytes`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  };

  const readBody = async (response: IncomingMessage, signal: AbortSignal): Promise<HttpResponse> => {
    try {
      const body = await collectBody(response);
      return { status: response.statusCode ?? 0, headers: response.headers, body };
    } catch (error) {
      response.destroy();
      throw asUnreachable(error, signal);
    }
  };

  const open = (access: Access, request: HttpRequest, signal: AbortSignal) =>
    exchange(access, request, signal, access.url.protocol === 'https:' ? httpsAgent : httpAgent);

  return {
    open,
    readBody,
    send: async (access, request, signal) => readBody(await open(access, request, signal), signal),
    close: () => {
      httpsAgent.destroy();
      httpAgent.destroy();
    },
  };
};
