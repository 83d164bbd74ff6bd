import { cidr, containsIp } from './cidr.ts';
import { parseIp } from './ip.ts';

/** Addresses that mean another machine to whoever connects: itself, its neighbours on the link, its cloud's metadata. */
const ownRanges = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/3',
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::/32',
].map(cidr);

/** What resolvers take for an address in another spelling: 2130706433, 0x7f.1, 127.1. */
const isNumber = (label: string): boolean => /^(?:\d+|0x[0-9a-f]*)$/i.test(label);

const localName = /(?:^|\.)localhost\.?$/i;

/**
 * Whether a host of a URL may be a server of the user's. Components on a management cluster connect to it: a host that means
 * their own machine would have them talk to what only they can reach.
 */
export const isServerHost = (host: string): boolean => {
  const inBrackets = /^\[(.*)\]$/.exec(host)?.[1];
  const ip = parseIp(inBrackets ?? host);
  if (ip !== undefined)
    return (
      (inBrackets === undefined) === (ip.family === 4) && !ownRanges.some((range) => containsIp(range, ip))
    );
  const labels = host.replace(/\.$/, '').split('.');
  return (
    labels.every((label) => /^[\w-]+$/.test(label)) && !isNumber(labels.at(-1) ?? '') && !localName.test(host)
  );
};

/** The host of an http or https URL, without user and port. */
export const hostOfUrl = (url: string): string => {
  const authority = url
    .replace(/^https?:\/\//, '')
    .replace(/[/?#\\].*$/, '')
    .replace(/^.*@/, '');
  return authority.replace(/:\d*$/, '');
};
