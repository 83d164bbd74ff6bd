import { connect } from 'node:net';
import type { buildConnector } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutgoingHttp } from '../../../../src/providers/outgoing-http/outgoing-http.ts';
import { type CountingServer, serveHttp } from './counting-server.ts';

const publicAddress = '93.184.215.14';

/** Notes where a connection would be made, and refuses it as a closed port does. */
const refusingDial = () => {
  const dialled: string[] = [];
  const dial: buildConnector.connector = ({ hostname, port, servername }, callback) => {
    dialled.push(`${hostname}:${port} ${servername ?? '-'}`);
    callback(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), null);
  };
  return { dialled, dial };
};

/** Each lookup takes the next answer; the last one stays. */
const resolverOf = (...answers: readonly (readonly string[])[]) => {
  const asked: string[] = [];
  return {
    asked,
    resolver: {
      resolve: async (name: string) => {
        asked.push(name);
        return answers[Math.min(asked.length, answers.length) - 1] ?? [];
      },
    },
  };
};

let internal: CountingServer;
beforeAll(async () => {
  internal = await serveHttp((_request, response) => response.end('secret'));
});
afterAll(() => internal.stop());

const setUp = (allowedPrivate: readonly string[], ...answers: readonly (readonly string[])[]) => {
  const { dialled, dial } = refusingDial();
  const { asked, resolver } = resolverOf(...answers);
  const http = createOutgoingHttp({ allowedPrivate, allowHttp: false, resolver, dial });
  return { http, dialled, asked, get: (url: string) => http.send({ url, method: 'GET' }) };
};

describe('names', () => {
  it('are looked up once, and the address that was judged is dialled with the name for TLS', async () => {
    const { get, dialled, asked } = setUp([], [publicAddress]);

    expect(await get('https://idp.example.com/')).toEqual({ kind: 'unreachable', cause: 'connection' });
    expect(asked).toEqual(['idp.example.com']);
    expect(dialled).toEqual([`${publicAddress}:443 idp.example.com`]);
  });

  it('are tried at three addresses at most', async () => {
    const { get, dialled } = setUp([], ['1.0.0.1', '1.0.0.2', '1.0.0.3', '1.0.0.4']);

    await get('https://idp.example.com:8443/');
    expect(dialled).toEqual([
      '1.0.0.1:8443 idp.example.com',
      '1.0.0.2:8443 idp.example.com',
      '1.0.0.3:8443 idp.example.com',
    ]);
  });

  it.each([
    ['127-0-0-1.nip.io', ['127.0.0.1']],
    ['cname-to-private.example.com', ['10.96.0.1']],
    ['metadata.example.com', ['169.254.169.254']],
    ['mixed.example.com', [publicAddress, '127.0.0.1']],
    ['mixed-six.example.com', [publicAddress, '::1']],
    ['mapped.example.com', ['::ffff:10.0.0.1']],
    ['nat64.example.com', ['64:ff9b::a9fe:a9fe']],
    ['teredo.example.com', ['2001:0:4136:e378:8000:63bf:3fff:fdd2']],
    ['zone.example.com', ['fe80::1%2']],
    ['zoned-public.example.com', ['2606:4700::1%2']],
    ['octal.example.com', ['0177.0.0.1']],
    ['garbage.example.com', ['no address']],
    ['empty.example.com', ['']],
    ['hidden-behind-many.example.com', [...Array<string>(63).fill(publicAddress), '192.168.0.1']],
  ])('that lead to what is not public are not contacted: %s', async (name, addresses) => {
    const { get, dialled } = setUp([], addresses);

    expect(await get(`https://${name}/`)).toEqual({ kind: 'blocked', rule: 'resolvedAddress' });
    expect(dialled).toEqual([]);
  });

  it('that are bound again are judged again', async () => {
    const { get, dialled, asked } = setUp([], [publicAddress], ['127.0.0.1'], [publicAddress]);
    const url = 'https://rebind.example.com/';

    expect((await get(url)).kind).toBe('unreachable');
    expect(await get(url)).toEqual({ kind: 'blocked', rule: 'resolvedAddress' });
    expect((await get(url)).kind).toBe('unreachable');
    expect(asked).toHaveLength(3);
    expect(dialled.map((line) => line.split(':')[0])).toEqual([publicAddress, publicAddress]);
  });

  it('without an address are unreachable', async () => {
    const { get } = setUp([], []);
    expect(await get('https://nowhere.example.com/')).toEqual({ kind: 'unreachable', cause: 'name' });
  });

  it('that the operator opened may lead to private addresses, and still not to link-local ones', async () => {
    const { get, dialled } = setUp(['keycloak'], ['10.0.0.7'], ['169.254.169.254'], ['168.63.129.16']);

    expect((await get('https://keycloak/')).kind).toBe('unreachable');
    expect(await get('https://keycloak/')).toEqual({ kind: 'blocked', rule: 'resolvedAddress' });
    expect(await get('https://keycloak/')).toEqual({ kind: 'blocked', rule: 'resolvedAddress' });
    expect(dialled).toEqual(['10.0.0.7:443 keycloak']);
  });

  it('that lead into an opened range are contacted at its ports only', async () => {
    const { get, dialled } = setUp(['10.0.0.0/8:9000'], ['10.0.0.7']);

    expect(await get('https://idp.example.com/')).toEqual({ kind: 'blocked', rule: 'resolvedAddress' });
    expect(await get('https://idp.example.com:9000/')).toEqual({ kind: 'blocked', rule: 'port' });
    expect(dialled).toEqual([]);
  });
});

describe('literals', () => {
  it('are judged though no lookup sees them', async () => {
    const { get, dialled, asked } = setUp([]);

    expect(await get('https://127.0.0.1/')).toEqual({ kind: 'blocked', rule: 'address' });
    expect(await get('https://[::1]/')).toEqual({ kind: 'blocked', rule: 'address' });
    expect(await get('https://2130706433/')).toEqual({ kind: 'blocked', rule: 'oddEncoding' });
    expect((await get(`https://${publicAddress}/`)).kind).toBe('unreachable');
    expect(asked).toEqual([]);
    expect(dialled).toEqual([`${publicAddress}:443 -`]);
  });
});

describe('the other end', () => {
  it('is looked at after connecting, so that a connection led elsewhere is dropped unused', async () => {
    const received: string[] = [];
    const server = await serveHttp((request, response) => {
      received.push(request.url ?? '');
      response.end('secret');
    });
    const astray: buildConnector.connector = (_options, callback) => {
      const socket = connect(server.port, '127.0.0.1', () => callback(null, socket));
    };
    const { resolver } = resolverOf([publicAddress]);
    const http = createOutgoingHttp({ allowedPrivate: [], allowHttp: false, resolver, dial: astray });

    expect(await http.send({ url: 'https://idp.example.com/', method: 'GET' })).toEqual({
      kind: 'blocked',
      rule: 'remoteAddress',
    });
    expect(received).toEqual([]);
    await server.stop();
  });

  it('must be the very address, also where others may be contacted', async () => {
    const server = await serveHttp((_request, response) => response.end('of another'));
    const astray: buildConnector.connector = (_options, callback) => {
      const socket = connect(server.port, '127.0.0.1', () => callback(null, socket));
    };
    const http = createOutgoingHttp({ allowedPrivate: ['127.0.0.0/8:*'], allowHttp: true, dial: astray });

    expect(await http.send({ url: 'http://127.0.0.2:8080/', method: 'GET' })).toEqual({
      kind: 'blocked',
      rule: 'remoteAddress',
    });
    expect((await http.send({ url: 'http://127.0.0.1:8080/', method: 'GET' })).kind).toBe('answered');
    await server.stop();
  });

  it('is never the internal listener', async () => {
    const { resolver } = resolverOf(['127.0.0.1']);
    const http = createOutgoingHttp({ allowedPrivate: [], allowHttp: true, resolver });
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
      '①②⑦.0.0.1',
      'localhost',
      'rebind.example.com',
    ];
    for (const host of hosts)
      for (const scheme of ['http', 'https'])
        expect((await http.send({ url: `${scheme}://${host}:${internal.port}/`, method: 'GET' })).kind).toBe(
          'blocked',
        );
    expect(internal.connections()).toBe(0);
  });
});
