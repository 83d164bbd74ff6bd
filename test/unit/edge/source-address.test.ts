import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { normaliseAddress, sourceAddressOf, sourceNetworkOf } from '../../../src/plugins/source-address.ts';
import { createFakeServices } from '../../harness/fake-services.ts';

const seenBy = async (trustProxy: string[] | undefined, remoteAddress: string, forwarded?: string) => {
  const app = await buildApp({
    services: createFakeServices().services,
    publicUrl: 'https://berth.example.org',
    cursorSecret: Buffer.alloc(32),
    logger: false,
    ...(trustProxy && { trustProxy }),
  });
  let seen = '';
  app.addHook('onRequest', async (request) => {
    seen = sourceAddressOf(request as FastifyRequest);
  });
  const reply = await app.inject({
    url: '/docs/errors/not-found',
    remoteAddress,
    headers: {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      ...(forwarded && { 'x-forwarded-for': forwarded }),
    },
  });
  await app.close();
  expect(reply.body).not.toContain('evil.example');
  return seen;
};

describe('the source address', () => {
  it.each([
    ['of the connection, without proxies', undefined, '198.51.100.9', '203.0.113.5', '198.51.100.9'],
    [
      'of the connection, when that is no trusted proxy',
      ['10.0.0.0/8'],
      '198.51.100.9',
      '203.0.113.5',
      '198.51.100.9',
    ],
    ['what the trusted proxy wrote', ['10.0.0.0/8'], '10.0.0.1', '203.0.113.5', '203.0.113.5'],
    [
      'not what the client wrote before it',
      ['10.0.0.0/8'],
      '10.0.0.1',
      '1.1.1.1, 203.0.113.5',
      '203.0.113.5',
    ],
    [
      'not what the client wrote, though it looks trusted',
      ['10.0.0.0/8'],
      '10.0.0.1',
      '10.9.9.9, 203.0.113.5, 10.0.0.2',
      '203.0.113.5',
    ],
    [
      'of the connection, when the proxy wrote no address',
      ['10.0.0.0/8'],
      '10.0.0.1',
      "'; DROP TABLE",
      '10.0.0.1',
    ],
    ['IPv4 that is mapped', ['10.0.0.0/8'], '::ffff:10.0.0.1', '::ffff:203.0.113.5', '203.0.113.5'],
  ] as const)('is %s', async (_name, trusted, remote, forwarded, expected) => {
    expect(await seenBy(trusted && [...trusted], remote, forwarded)).toBe(expected);
  });

  it('has one spelling', () => {
    expect(
      ['::FFFF:1.2.3.4', '2001:DB8:0:0::1', 'fe80::1%eth0', '1.2.3', '01.2.3.4'].map(normaliseAddress),
    ).toEqual(['1.2.3.4', '2001:db8::1', 'fe80::1', undefined, undefined]);
  });

  it('counts a /64 of IPv6 as one', () => {
    expect(['192.0.2.1', '2001:db8:1:2:3:4:5:6', '2001:db8::1', '::1'].map(sourceNetworkOf)).toEqual([
      '192.0.2.1',
      '2001:db8:1:2::/64',
      '2001:db8:0:0::/64',
      '0:0:0:0::/64',
    ]);
  });
});
