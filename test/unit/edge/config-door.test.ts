import { expect, it } from 'vitest';
import { readDoorConfig } from '../../../src/config-door.ts';

it.each([
  [{ TRUSTED_PROXIES: '10.0.0.1,proxy.local' }, /"proxy\.local" is none/],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /"10\.0\.0\.0\/33" is none/],
  [{ TRUSTED_PROXIES: 'loopback' }, /TRUSTED_PROXIES/],
  [{ BERTH_CORS_ORIGINS: '*' }, /"\*" is none/],
  [{ BERTH_CORS_ORIGINS: 'https://a.example/' }, /BERTH_CORS_ORIGINS/],
  [{ BERTH_CORS_ORIGINS: 'null' }, /"null" is none/],
  [{ BERTH_RATE_READS: '-1' }, /BERTH_RATE_READS/],
  [{ BERTH_TLS_CERT_FILE: '/a.pem' }, /BERTH_TLS_KEY_FILE must both/],
])('refuses %o by name', (env, message) => {
  expect(() => readDoorConfig(env)).toThrow(message);
});

it('takes addresses, ranges and origins with blanks between', () => {
  const door = readDoorConfig({
    TRUSTED_PROXIES: '10.0.0.1, 2001:db8::/32',
    BERTH_CORS_ORIGINS: 'https://a.example, http://localhost:3000',
    BERTH_RATE_READS: '0',
  });

  expect(door.trustedProxies).toEqual(['10.0.0.1', '2001:db8::/32']);
  expect(door.corsOrigins).toEqual(['https://a.example', 'http://localhost:3000']);
  expect(door.rateLimits.reads).toBe(0);
  expect([door.adminHost, door.tlsFiles]).toEqual(['127.0.0.1', undefined]);
});
