import { afterEach, describe, expect, it } from 'vitest';
import { OutgoingError } from '../../../../src/providers/outgoing-http/contract.ts';
import { createOutgoingHttp } from '../../../../src/providers/outgoing-http/outgoing-http.ts';
import { type CountingServer, serveHttp, serveTcp } from './counting-server.ts';

const running: CountingServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
});

const started = async (server: Promise<CountingServer>): Promise<CountingServer> => {
  running.push(await server);
  return await server;
};

const http = createOutgoingHttp({
  allowedPrivate: ['127.0.0.1/32:*'],
  allowHttp: true,
  limits: { connectMs: 300, headersMs: 300, wholeMs: 600, maxBodyBytes: 1_000 },
});
const get = ({ port }: CountingServer, path = '/') =>
  http.send({ url: `http://127.0.0.1:${port}${path}`, method: 'GET' });

describe('answers', () => {
  it('are given with status, headers and bytes', async () => {
    const server = await started(
      serveHttp((request, response) => {
        const { 'user-agent': agent, cookie, accept, host } = request.headers;
        response.writeHead(418, { 'set-cookie': ['a=1', 'b=2'], 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ agent, cookie, accept, host, encoding: request.headers['accept-encoding'] }),
        );
      }),
    );
    const url = `http://127.0.0.1:${server.port}/x?y=1`;
    const first = await http.send({
      url,
      method: 'GET',
      headers: { accept: 'text/x', host: 'evil', 'Accept-Encoding': 'gzip' },
    });

    expect(first).toMatchObject({ kind: 'answered', status: 418, headers: { 'set-cookie': 'a=1, b=2' } });
    const body = first.kind === 'answered' ? Buffer.from(first.body).toString() : '';
    expect(JSON.parse(body)).toEqual({
      accept: 'text/x',
      host: `127.0.0.1:${server.port}`,
      encoding: 'identity',
    });
    // A second request brings no cookie back, on a connection of its own.
    expect(await http.send({ url, method: 'GET', headers: { accept: 'text/x' } })).toEqual(
      expect.objectContaining({ body: Buffer.from(body) }),
    );
    expect(server.connections()).toBe(2);
  });

  it('that redirect are answers, and nobody goes there', async () => {
    const target = await started(serveHttp((_request, response) => response.end('secret')));
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of [
        'http://169.254.169.254/latest/meta-data/',
        `http://127.0.0.1:${target.port}/`,
      ]) {
        const server = await started(
          serveHttp((_request, response) => response.writeHead(status, { location }).end()),
        );
        expect(await get(server)).toMatchObject({ kind: 'answered', status, headers: { location } });
      }
    }
    expect(target.connections()).toBe(0);
  });

  it('are not unpacked', async () => {
    const packed = Buffer.from('1f8b080000000000000003', 'hex');
    const server = await started(
      serveHttp((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)),
    );
    expect(await get(server)).toMatchObject({ body: packed });
  });
});

describe('limits', () => {
  it('end a body that is announced too large at once', async () => {
    const server = await started(
      serveHttp((_request, response) => {
        response.writeHead(200, { 'content-length': String(10 * 1024 ** 3) });
        response.write('x');
      }),
    );
    expect(await get(server)).toEqual({ kind: 'tooLarge', part: 'body' });
  });

  it('end a body of 10 GB that is not announced, after little more than the cap', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(65_536);
    const closed = Promise.withResolvers<void>();
    const server = await started(
      serveHttp((_request, response) => {
        const pour = (): void => {
          while (!response.destroyed && sent < 10 * 1024 ** 3) {
            sent += chunk.length;
            if (!response.write(chunk)) break;
          }
        };
        response.on('drain', pour).on('close', () => closed.resolve());
        pour();
      }),
    );
    expect(await get(server)).toEqual({ kind: 'tooLarge', part: 'body' });
    await closed.promise;
    expect(sent).toBeLessThan(32 * 1024 ** 2);
  });

  it('take a body of exactly the cap, and not one byte more', async () => {
    const server = await started(
      serveHttp((request, response) => response.end(Buffer.alloc(Number(request.url?.slice(1))))),
    );
    expect(await get(server, '/1000')).toMatchObject({ kind: 'answered' });
    expect(await get(server, '/1001')).toEqual({ kind: 'tooLarge', part: 'body' });
    const url = `http://127.0.0.1:${server.port}/11`;
    expect(await http.send({ url, method: 'GET', maxBodyBytes: 10 })).toEqual({
      kind: 'tooLarge',
      part: 'body',
    });
  });

  it('end headers without end', async () => {
    const server = await started(
      serveTcp((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const pour = (): void => {
          while (!socket.destroyed && socket.write(`x-${'a'.repeat(1000)}: ${'b'.repeat(1000)}\r\n`));
        };
        socket.on('drain', pour);
        pour();
      }),
    );
    expect(await get(server)).toEqual({ kind: 'tooLarge', part: 'headers' });
  });

  it('end a body that drips', async () => {
    const server = await started(
      serveHttp((_request, response) => {
        const drip = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(drip));
      }),
    );
    expect(await get(server)).toEqual({ kind: 'timeout', phase: 'whole' });
  });

  it('end waiting for an answer, and for one that only says to wait', async () => {
    const silent = await started(serveTcp(() => undefined));
    expect(await get(silent)).toEqual({ kind: 'timeout', phase: 'headers' });
    const early = await started(
      serveTcp((socket) => {
        const hint = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
        socket.on('close', () => clearInterval(hint));
      }),
    );
    expect((await get(early)).kind).toBe('timeout');
  });

  it('end a handshake that never comes to an end', async () => {
    const server = await started(serveTcp(() => undefined));
    expect(await http.send({ url: `https://127.0.0.1:${server.port}/`, method: 'GET' })).toEqual({
      kind: 'timeout',
      phase: 'connect',
    });
  });

  it('end a lookup that never answers', async () => {
    const slow = createOutgoingHttp({
      allowedPrivate: [],
      allowHttp: false,
      resolver: { resolve: () => new Promise(() => undefined) },
      limits: { connectMs: 50 },
    });
    expect(await slow.send({ url: 'https://slow.example.com/', method: 'GET' })).toEqual({
      kind: 'timeout',
      phase: 'connect',
    });
  });

  it('leave room for the caller to end it earlier', async () => {
    const server = await started(serveTcp(() => undefined));
    const url = `http://127.0.0.1:${server.port}/`;
    const gone = AbortSignal.abort(new Error('the caller went'));
    expect(await http.send({ url, method: 'GET', signal: gone })).toEqual({
      kind: 'timeout',
      phase: 'connect',
    });
  });
});

describe('failures', () => {
  it('are told from each other', async () => {
    const reset = await started(serveTcp((socket) => socket.resetAndDestroy()));
    const closing = await started(serveTcp((socket) => socket.end()));
    const garbage = await started(
      serveTcp((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))),
    );
    const cut = await started(
      serveTcp((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
      ),
    );
    expect(await get(reset)).toEqual({ kind: 'unreachable', cause: 'connection' });
    expect(await get(closing)).toEqual({ kind: 'unreachable', cause: 'connection' });
    expect(await get(garbage)).toEqual({ kind: 'unreachable', cause: 'answer' });
    expect(await get(cut)).toEqual({ kind: 'unreachable', cause: 'connection' });
    await cut.stop();
    expect(await get(cut)).toEqual({ kind: 'unreachable', cause: 'connection' });
  });

  it('are errors for whoever uses fetch, which name no address', async () => {
    const failed = await http.fetch('https://169.254.169.254/').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OutgoingError);
    expect(failed).toMatchObject({
      message: 'the outgoing request failed: blocked (address)',
      failure: { kind: 'blocked', rule: 'address' },
    });
  });
});

describe('fetch', () => {
  it('gives a Response without following, and sends forms', async () => {
    const server = await started(
      serveHttp((request, response) => {
        const status = { '/none': 204, '/odd': 999 }[request.url ?? ''] ?? 200;
        request.pipe(response.writeHead(status, { 'x-type': request.headers['content-type'] ?? 'none' }));
      }),
    );
    const base = `http://127.0.0.1:${server.port}`;
    const form = await http.fetch(new URL(base), { method: 'post', body: new URLSearchParams({ a: 'b c' }) });

    expect([form.status, form.headers.get('x-type'), await form.text()]).toEqual([
      200,
      'application/x-www-form-urlencoded;charset=UTF-8',
      'a=b+c',
    ]);
    expect((await http.fetch(`${base}/none`, { headers: new Headers({ accept: 'x' }) })).status).toBe(204);
    await expect(http.fetch(`${base}/odd`)).rejects.toThrow('unreachable (answer)');
    await expect(http.fetch(base, { method: 'DELETE' })).rejects.toThrow('GET or POST');
  });
});
