import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;
let port: number;

beforeAll(async () => {
  test = await startTestApp({
    receiveTimeouts: { headersMs: 2_000, requestMs: 3_000, checkEveryMs: 50 },
    connectionLimits: { keepAliveMs: 200, silentMs: 400, maxConnections: 3, requestsPerConnection: 2 },
  });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
}, 60_000);
afterAll(() => test.close());

const open = (): { socket: Socket; ended: Promise<string> } => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString('latin1');
  });
  socket.on('error', () => undefined);
  return { socket, ended: new Promise((resolve) => socket.on('close', () => resolve(answer))) };
};

/** Writes raw bytes and gives all that comes until the server closes the connection. */
const exchange = (text: string): Promise<string> => {
  const { socket, ended } = open();
  socket.write(text);
  return ended;
};

const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]);
const get = (path = '/v1/me') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${test.keys.acme}\r\n\r\n`;
const post = (fields: string, body: string) =>
  `POST /v1/clusters HTTP/1.1\r\nHost: x\r\n${fields}\r\n\r\n${body}`;
const smuggled = 'GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a request that a proxy may read in another way', () => {
  it.each([
    ['both lengths', post('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`)],
    [
      'both lengths, the other way round',
      post('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${smuggled}`),
    ],
    ['two different lengths', post('Content-Length: 0\r\nContent-Length: 40', smuggled)],
    ['the same length twice', post('Content-Length: 0\r\nContent-Length: 0', smuggled)],
    ['a list of lengths', post('Content-Length: 0, 0', smuggled)],
    ['a length with a sign', post('Content-Length: +0', smuggled)],
    ['a length in hex', post('Content-Length: 0x10', smuggled)],
    ['an unknown transfer coding', post('Transfer-Encoding: xchunked', `0\r\n\r\n${smuggled}`)],
    [
      'chunked that is not the last coding',
      post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggled}`),
    ],
    ['a blank before the colon', post('Content-Length : 0', smuggled)],
    ['a folded line', post('X-A: b\r\n c: d', smuggled)],
    ['lines that end with LF', `GET /v1/me HTTP/1.1\nHost: x\n\n${smuggled}`],
    ['a bare CR', post('X-A: b\rContent-Length: 0', smuggled)],
    ['a NUL in a field', post('X-A: b\0c', smuggled)],
    ['no host', 'GET /v1/me HTTP/1.1\r\n\r\n'],
    ['a chunk size with a sign', post('Transfer-Encoding: chunked', `+0\r\n\r\n${smuggled}`)],
    ['a chunk that ends with LF', post('Transfer-Encoding: chunked', `1\na\n0\n\n${smuggled}`)],
  ])('is refused once and its connection closed: %s', async (_name, text) => {
    const answer = await exchange(text);

    expect(statuses(answer)).toEqual(['400']);
    expect(answer).toMatch(/connection: close/i);
  });

  it('carries the security fields also then', async () => {
    const answer = await exchange('nonsense\r\n\r\n');

    expect(answer).toContain('X-Content-Type-Options: nosniff');
    expect(answer).toContain('Strict-Transport-Security: max-age=31536000');
    expect(answer).toContain('Cache-Control: no-store');
  });

  it('is refused with too many header bytes, and served just below', async () => {
    expect(
      statuses(await exchange(`GET /v1/me HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`)),
    ).toEqual(['431']);
    expect(
      statuses(await exchange(`GET /v1/me HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(15_000)}\r\n\r\n`)),
    ).toEqual(['401']);
  });
});

describe('a connection', () => {
  it('ends when nothing is asked on it', async () => {
    expect(statuses(await exchange(get()))).toEqual(['200']);
  });

  it('ends after its number of requests', async () => {
    const { socket, ended } = open();
    socket.write(get());
    socket.once('data', () => socket.write(get()));
    const answer = await ended;

    expect(statuses(answer)).toEqual(['200', '200']);
    expect(answer.split('HTTP/1.1 200')[2]).toMatch(/connection: close/i);
  });

  it('is not taken when there are too many', async () => {
    const held = [open(), open(), open()];
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
    const refused = await exchange(get());
    for (const { socket } of held) socket.destroy();

    expect(refused).toBe('');
  });

  it('is cut when its client does not read the answer', async () => {
    const count = () => new Promise((resolve) => test.app.server.getConnections((_error, n) => resolve(n)));
    await expect.poll(count).toBe(0);
    const { socket } = open();
    const closed = new Promise((resolve) => {
      test.app.server.once('connection', (one: Socket) => one.once('close', resolve));
    });
    socket.pause();
    // Answers that nobody reads fill the buffers of both sides.
    test.app.server.maxRequestsPerSocket = 0;
    socket.write(get('/openapi.json').repeat(40));
    await closed;
    test.app.server.maxRequestsPerSocket = 2;
    socket.destroy();
  });
});
