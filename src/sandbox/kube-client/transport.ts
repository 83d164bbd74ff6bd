import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { errorFromResponse, KubeApiError } from './kube-api-error.ts';

export interface KubeConnection {
  readonly url: string;
  /** PEM bundle that the server's certificate must chain to. */
  readonly caPem: string;
  readonly token: string;
}

interface KubeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
}

export interface Transport {
  /** The parsed answer of a 2xx; anything else rejects with KubeApiError. */
  send(call: KubeRequest): Promise<unknown>;
  /** The open answer, for a watch. The caller reads it to its end or destroys it. */
  open(call: KubeRequest): Promise<IncomingMessage>;
  close(): void;
}

const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const pathWithQuery = (call: KubeRequest): string => {
  const query = new URLSearchParams(call.query ?? {}).toString();
  return query === '' ? call.path : `${call.path}?${query}`;
};

const unreachable = (error: unknown): KubeApiError =>
  error instanceof KubeApiError
    ? error
    : new KubeApiError(0, 'Unreachable', error instanceof Error ? error.message : String(error));

class StaleSocket extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

const mostAttempts = 3;

/** Every call ends: after `timeoutMs`, by its signal, or with the server's answer. Redirects are not followed. */
export const createTransport = (connection: KubeConnection, timeoutMs = 10_000): Transport => {
  const agent = new Agent({ ca: connection.caPem, keepAlive: true, maxSockets: 32 });
  const base = new URL(connection.url);
  const prefix = base.pathname.replace(/\/$/, '');

  const startOnce = (call: KubeRequest, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const payload = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body));
      const outgoing = request(
        {
          agent,
          signal,
          method: call.method,
          host: base.hostname,
          port: base.port === '' ? 443 : base.port,
          path: `${prefix}${pathWithQuery(call)}`,
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${connection.token}`,
            'user-agent': 'hypershift-simulator',
            ...(payload && {
              'content-type': call.contentType ?? 'application/json',
              'content-length': payload.length,
            }),
          },
        },
        resolve,
      );
      outgoing.on('error', (error) => reject(outgoing.reusedSocket ? new StaleSocket(error) : error));
      outgoing.end(payload);
    });

  /** The server may close an idle connection in the moment in which it is used again: that was no answer. */
  const start = async (call: KubeRequest, signal: AbortSignal): Promise<IncomingMessage> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await startOnce(call, signal);
      } catch (error) {
        if (!(error instanceof StaleSocket)) throw error;
        if (signal.aborted || call.method === 'POST' || attempt === mostAttempts) throw error.cause;
      }
    }
  };

  const refuse = async (response: IncomingMessage): Promise<never> => {
    const body = await readText(response);
    throw errorFromResponse(response.statusCode ?? 0, body, response.headers['retry-after']);
  };
  const isSuccess = (response: IncomingMessage) => Math.floor((response.statusCode ?? 0) / 100) === 2;

  return {
    async send(call) {
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        const response = await start(call, call.signal ? AbortSignal.any([limit, call.signal]) : limit);
        if (!isSuccess(response)) return await refuse(response);
        return JSON.parse(await readText(response));
      } catch (error) {
        throw unreachable(error);
      }
    },
    async open(call) {
      const opening = new AbortController();
      const timer = setTimeout(() => opening.abort(), timeoutMs);
      const signals = call.signal ? [opening.signal, call.signal] : [opening.signal];
      try {
        const response = await start(call, AbortSignal.any(signals));
        if (!isSuccess(response)) return await refuse(response);
        return response;
      } catch (error) {
        throw unreachable(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => agent.destroy(),
  };
};
