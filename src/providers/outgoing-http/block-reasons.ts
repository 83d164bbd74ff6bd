import type { BlockRule } from './contract.ts';

/** What whoever gave a URL is told. Also the table in README.md, which a test compares. */
export const blockReasons: Readonly<Record<BlockRule, string>> = {
  malformed: 'It is not an absolute URL of https.',
  tooLong: 'It is longer than 2048 characters.',
  scheme: 'Only https is allowed; http only for hosts that the operator of Berth opened for it.',
  userInfo: 'It must not have a user name or password before the host.',
  fragment: 'It must not have a fragment (#).',
  oddEncoding:
    'The host must be written plainly: lower or upper case ASCII, IPv4 as four decimal numbers, international names as xn--.',
  trailingDot: 'The host must not end with a dot.',
  internalName:
    'The host must be a public name: at least two labels, and none of the endings localhost, local, internal, home.arpa, onion, invalid.',
  port: 'The port must be 443 or 8443, or one that the operator of Berth opened.',
  address: 'The host is an address that is not public.',
  resolvedAddress: 'The name leads, now or also, to an address that is not public.',
  remoteAddress: 'The connection ended at another address than the one that was checked.',
};
