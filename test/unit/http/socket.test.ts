import { Agent, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;
let port: number;

beforeAll(async () => {
  test = await startTestApp({ receiveTimeouts: { headersMs: 300, requestMs: 600, checkEveryMs: 50 } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});

afterAll(() => test.close());

const authorization = () => `Bearer ${test.keys.acme}`;

/** Writes raw bytes and gives everything that comes back until the server closes the connection. */
const exchange = (...parts: (string | Buffer)[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    for (const part of parts) socket.write(part);
  });

const problemIn = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

describe('on a real socket', () => {
  it('creates and reads a cluster', async () => {
    const agent = supertest(test.app.server);

    const made = await agent
      .post('/v1/clusters')
      .set('authorization', authorization())
      .send(newCluster('socket'));
    const head = await agent
      .head(`/v1/clusters/${made.body.cluster.id}`)
      .set('authorization', authorization());
    const read = await agent
      .get(`/v1/clusters/${made.body.cluster.id}`)
      .set('authorization', authorization());

    expect([made.status, head.status, read.status]).toEqual([202, 200, 200]);
    expect(head.headers['content-length']).toBe(read.headers['content-length']);
    expect([head.text, head.headers['etag']]).toEqual([undefined, '"1.1"']);
  });

  it('keeps the connection over requests, also over refused ones', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const get = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = httpRequest(
          { port, path, agent, headers: { authorization: authorization() } },
          (response) => {
            ports.add(request.socket?.localPort);
            response.resume().on('end', () => resolve(response.statusCode));
          },
        );
        request.on('error', reject).end();
      });

    expect([
      await get('/v1/me'),
      await get('/v1/clusters?limt=1'),
      await get('/nowhere'),
      await get('/v1/me'),
    ]).toEqual([200, 400, 404, 200]);
    expect(ports.size).toBe(1);
    agent.destroy();
  });

  it('cuts off a body that says it is too large, without reading it', async () => {
    const answer = await exchange(
      `POST /v1/clusters HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n`,
      '{"name":',
    );

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(problemIn(answer).code).toBe('body-too-large');
  });

  it('cuts off a body that turns out to be too large', async () => {
    const chunk = Buffer.alloc(65_536, 0x20);
    const answer = await exchange(
      `POST /v1/clusters HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 5 }, () =>
        Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]),
      ),
    );

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('gives up on a header that does not end, and on a body that does not come', async () => {
    const header = await exchange('GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const body = await exchange(
      `POST /v1/clusters HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );

    expect(header).toMatch(/^HTTP\/1\.1 408 /);
    expect(problemIn(header)).toMatchObject({
      status: 408,
      code: 'malformed-request',
      retryable: false,
      errors: [],
    });
    expect(body).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each([
    ['GET /v1/me HTTP/1.1\r\nHost x\r\n\r\n', 400],
    ['\u0000\u0001\r\n\r\n', 400],
    [`GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['POST /v1/clusters HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ])('answers what is not HTTP with a problem document', async (text, status) => {
    const answer = await exchange(text);

    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(problemIn(answer)).toMatchObject({ status, code: 'malformed-request' });
  });

  it('holds a create although its body has long been read', async () => {
    const begun = test.waitSignal();
    const held = supertest(test.app.server)
      .post('/v1/clusters?wait=60s')
      .set('authorization', authorization())
      .send(newCluster('held'))
      .then((reply) => reply);
    const signal = await begun;
    await new Promise((resolve) => setImmediate(resolve));
    expect(signal.aborted).toBe(false);
    test.endOperation([...test.world.waiters.keys()].at(-1) ?? '');

    expect((await held).body.operation.state).toBe('succeeded');
  });

  it('serves what comes on open connections while it closes', async () => {
    const closing = await startTestApp();
    await closing.app.listen({ port: 0, host: '127.0.0.1' });
    const { body } = await closing.send('POST', '/v1/clusters', { body: newCluster('draining') });
    const socket = connect((closing.app.server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    const ended = new Promise((resolve) => socket.on('close', resolve));
    const head = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${closing.keys.acme}\r\n\r\n`;
    const begun = closing.waitSignal();
    socket.write(`GET /v1/operations/${body.operation.id}?wait=60s ${head}`);
    await begun;
    const me = vi.spyOn(closing.services.identity, 'authenticateKey');
    const closed = closing.close();
    socket.write(`GET /v1/me ${head}`);
    await vi.waitFor(() => expect(me).toHaveBeenCalled());
    closing.endOperation(body.operation.id);
    await Promise.all([ended, closed]);

    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  it('lets go of a wait when the caller leaves', async () => {
    const { body } = await supertest(test.app.server)
      .post('/v1/clusters')
      .set('authorization', authorization())
      .send(newCluster('left'));
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET /v1/operations/${body.operation.id}?wait=60s HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\n\r\n`,
    );
    const signal = await test.waitSignal();
    expect(signal.aborted).toBe(false);
    socket.destroy();
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    expect(signal.aborted).toBe(true);
  });
});
