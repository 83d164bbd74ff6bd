import ipaddr from 'ipaddr.js';

type Ip = ipaddr.IPv4 | ipaddr.IPv6;

const isIpv4 = (ip: Ip): ip is ipaddr.IPv4 => ip.kind() === 'ipv4';

/** The last 32 bits of an IPv6 address. */
const lastFour = ({ parts }: ipaddr.IPv6): ipaddr.IPv4 => {
  const [high = 0, low = 0] = parts.slice(6);
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
};

/** RFC 4291 section 2.5.5.2 (`::ffff:a.b.c.d`) and the well-known prefix of NAT64, RFC 6052 (`64:ff9b::a.b.c.d`). */
const wrappers: readonly (readonly [ipaddr.IPv6, number])[] = [
  [ipaddr.IPv6.parse('::ffff:0:0'), 96],
  [ipaddr.IPv6.parse('64:ff9b::'), 96],
];

/**
 * The IPv4 address that is really contacted by an IPv6 address, for the two forms in which public servers are met: mapped, and NAT64 with
 * DNS64. Every other address is given back as it is.
 */
export const unwrapIpv4 = (ip: Ip): Ip => {
  if (isIpv4(ip)) return ip;
  return wrappers.some(([prefix, bits]) => ip.match(prefix, bits)) ? lastFour(ip) : ip;
};
