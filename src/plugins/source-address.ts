import { isIP, SocketAddress } from 'node:net';
import type { FastifyRequest } from 'fastify';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** One spelling of an address: IPv4 that is mapped into IPv6 (RFC 4291 §2.5.5.2) as IPv4. Undefined: not an address. */
export const normaliseAddress = (text: string): string | undefined => {
  const bare = text.replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 0) return undefined;
  if (family === 4) return bare;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return mapped.exec(address)?.[1] ?? address;
};

/**
 * Where a request comes from, for audit, logs and limits; the one function that says so. X-Forwarded-For counts only from
 * trusted proxies, and of it only what the outermost of them wrote. What is no address there is not believed either.
 */
export const sourceAddressOf = (request: FastifyRequest): string =>
  normaliseAddress(request.ip) ?? normaliseAddress(request.socket.remoteAddress ?? '') ?? 'unknown';

/** What counts as one source in limits: an IPv4 address, or the /64 that one customer of a provider has in IPv6. */
export const sourceNetworkOf = (address: string): string => {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const filled =
    tail === undefined ? groups : [...groups, ...Array(8 - groups.length - after.length).fill('0'), ...after];
  return `${filled.slice(0, 4).join(':')}::/64`;
};
