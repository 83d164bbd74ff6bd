import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Served } from './suite.ts';

export interface StoredObject extends Served {}

export interface ObjectRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface ObjectReply {
  readonly status: number;
  readonly body?: string;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** An object store over HTTP, whose rules `answer` has. `objects` is what it holds, by name. */
export const startObjectServer = async (
  answer: (request: ObjectRequest, objects: Map<string, StoredObject>) => ObjectReply,
) => {
  const objects = new Map<string, StoredObject>();
  let refusal: number | undefined;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://store');
    const body = await readBody(request);
    const reply =
      refusal === undefined
        ? answer(
            {
              method: request.method ?? '',
              path: url.pathname,
              query: url.searchParams,
              headers: request.headers as Record<string, string>,
              body,
            },
            objects,
          )
        : { status: refusal, body: '' };
    response.writeHead(reply.status, { 'content-type': 'application/xml' }).end(reply.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    refuse: (status: number | undefined) => {
      refusal = status;
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
};

/** A page of two names after a marker, in order, as all three stores give them. */
export const pageOf = (names: Iterable<string>, prefix: string, after: string | null) => {
  const rest = [...names].sort().filter((name) => name.startsWith(prefix) && name > (after ?? ''));
  const page = rest.slice(0, 2);
  return { page, next: rest.length > page.length ? page.at(-1) : undefined };
};
