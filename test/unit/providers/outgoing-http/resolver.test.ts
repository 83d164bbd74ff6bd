import { createSocket, type Socket } from 'node:dgram';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createHostResolver,
  createPublicResolver,
} from '../../../../src/providers/outgoing-http/resolver.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** Answers every question for an address of IPv4 with this one, and knows none of IPv6. */
const serveNames = async (address: readonly number[] | undefined): Promise<string> => {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (query, from) => {
    if (address === undefined) return;
    const end = query.indexOf(0, 12) + 5;
    const isV4 = query.readUInt16BE(end - 4) === 1;
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0]);
    // A pointer to the name of the question, type A, class IN, 60 s, four bytes.
    const answer = Buffer.from(isV4 ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address] : []);
    socket.send(Buffer.concat([header, query.subarray(12, end), answer]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${socket.address().port}`;
};

describe('the resolver of public names', () => {
  it('gives the addresses that name servers give', async () => {
    const servers = [await serveNames([93, 184, 215, 14])];
    expect(await createPublicResolver(1_000, servers).resolve('idp.example.com')).toEqual(['93.184.215.14']);
  });

  it('gives none when no name server answers', async () => {
    const servers = [await serveNames(undefined)];
    expect(await createPublicResolver(20, servers).resolve('idp.example.com')).toEqual([]);
  });
});

describe('the resolver of opened names', () => {
  it('knows the hosts file', async () => {
    expect(await createHostResolver().resolve('localhost')).toContain('127.0.0.1');
  });
});
