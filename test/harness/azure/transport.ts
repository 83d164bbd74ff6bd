import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ArmAnswer, ArmRequest } from './arm/answer.ts';

/** Undefined: the connection breaks instead. */
export type Answerer = (call: ArmRequest) => Promise<ArmAnswer | undefined>;

const requestOf = (method: string, url: URL, headers: Headers, text: string): ArmRequest => ({
  method,
  origin: url.origin,
  path: decodeURIComponent(url.pathname).replace(/(?<=.)\/$/, ''),
  query: url.searchParams,
  headers,
  text,
});

/** `fetch` that goes to the double without a socket, whatever the host: for lives by the thousand. */
export const doubleFetch =
  (answerer: Answerer): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const text = await request.text();
    const answer = await answerer(requestOf(request.method, new URL(request.url), request.headers, text));
    if (answer === undefined) throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
    const { status, headers = {}, body } = answer;
    const content = body === undefined ? null : JSON.stringify(body);
    return new Response(content, { status, headers: { 'content-type': 'application/json', ...headers } });
  };

const readText = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

export interface DoubleServer {
  readonly url: string;
  stop(): Promise<void>;
}

export const serveDouble = async (answerer: Answerer): Promise<DoubleServer> => {
  const answerOf = async (request: IncomingMessage): Promise<ArmAnswer | undefined> => {
    const { method = 'GET', url = '/', headers } = request;
    const entries = Object.entries(headers).flatMap(([name, value]): readonly [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    const text = await readText(request);
    return answerer(
      requestOf(method, new URL(url, `http://${headers.host}`), new Headers([...entries]), text),
    );
  };
  const server = createServer((request, response) => {
    answerOf(request)
      .then((answer) => {
        if (answer === undefined) return void request.socket.destroy();
        const { status, headers = {}, body } = answer;
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      })
      .catch((error: unknown) => {
        response.writeHead(500, { 'content-type': 'text/plain' });
        response.end(String(error));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
