import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeAnswer } from './fake-answers.ts';
import { type FakeGcp, ReplyLost, readCall } from './fake-gcp.ts';
import { exchangeToken, type FakeTrust, impersonate } from './fake-tokens.ts';

const bearerOf = (authorization: string | null | undefined): string | undefined =>
  authorization?.replace(/^Bearer /, '');

/** `fetch` that goes to the double without a socket: for lives by the thousand. */
export const fakeFetch =
  (gcp: FakeGcp): typeof fetch =>
  async (input, init) => {
    const url = new URL(String(input));
    const call = readCall(init?.method ?? 'GET', url, String(init?.body ?? ''));
    if (call === undefined) return new Response('{}', { status: 404 });
    try {
      const { status, body, headers } = gcp.answer(
        call,
        bearerOf(new Headers(init?.headers).get('authorization')),
      );
      return new Response(JSON.stringify(body), { status, ...(headers === undefined ? {} : { headers }) });
    } catch (error) {
      if (error instanceof ReplyLost) throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
      throw error;
    }
  };

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
};

const send = (response: ServerResponse, { status, body, headers = {} }: FakeAnswer): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

export interface FakeGcpServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** The double behind HTTP, with the token services that a workload identity needs. */
export const serveFakeGcp = async (gcp: FakeGcp, trust?: FakeTrust): Promise<FakeGcpServer> => {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://double');
    const body = await readBody(request);
    const { authorization } = request.headers;
    if (trust !== undefined && url.pathname === '/sts/v1/token')
      return send(response, exchangeToken(trust, new URLSearchParams(body)));
    if (trust !== undefined && url.pathname.startsWith('/iamcredentials/'))
      return send(response, impersonate(gcp.world, trust, decodeURIComponent(url.pathname), authorization));
    const call = readCall(request.method ?? 'GET', url, body);
    if (call === undefined) return send(response, { status: 404, body: {} });
    try {
      send(response, gcp.answer(call, bearerOf(authorization)));
    } catch (error) {
      if (!(error instanceof ReplyLost)) throw error;
      response.destroy();
    }
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
