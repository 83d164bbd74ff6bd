import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutgoingHttp } from '../../../../src/providers/outgoing-http/outgoing-http.ts';
import { type CountingServer, serveHttp } from './counting-server.ts';

const served: (string | false | null)[] = [];
let port = 0;
let certificate: Awaited<ReturnType<typeof generate>>;
const server = createServer({}, (_request, response) => response.end('hello'));

beforeAll(async () => {
  certificate = await generate([{ name: 'commonName', value: 'idp.example.com' }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'idp.example.com' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  server.setSecureContext({ key: certificate.private, cert: certificate.cert });
  server.on('secureConnection', ({ servername }) => served.push(servername));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const get = (host: string, ca?: readonly string[]) =>
  createOutgoingHttp({
    allowedPrivate: ['127.0.0.1/32:*', 'idp.example.com:*', 'other.example.com:*'],
    allowHttp: false,
    resolver: { resolve: async () => ['127.0.0.1'] },
    ...(ca === undefined ? {} : { ca }),
  }).send({ url: `https://${host}:${port}/`, method: 'GET' });

const getOf = (host: string, ca: string) => get(host, [ca]);

describe('certificates', () => {
  it('are compared with the name of the URL, though an address is dialled', async () => {
    expect(await getOf('idp.example.com', certificate.cert)).toMatchObject({ kind: 'answered', status: 200 });
    expect(served.at(-1)).toBe('idp.example.com');
  });

  it('are compared with the address where the URL has one', async () => {
    expect(await getOf('127.0.0.1', certificate.cert)).toMatchObject({ kind: 'answered', status: 200 });
  });

  it('of another name, or of nobody known, are refused', async () => {
    const refused = { kind: 'unreachable', cause: 'certificate' };
    expect(await getOf('other.example.com', certificate.cert)).toEqual(refused);
    expect(await get('idp.example.com')).toEqual(refused);
  });
});

describe('the environment', () => {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  let proxy: CountingServer;
  beforeEach(async () => {
    proxy = await serveHttp((_request, response) => response.end());
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  });
  afterEach(async () => {
    for (const name of names) delete process.env[name];
    await proxy.stop();
  });

  it('names no proxy', async () => {
    expect((await getOf('idp.example.com', certificate.cert)).kind).toBe('answered');
    expect(proxy.connections()).toBe(0);
  });
});
