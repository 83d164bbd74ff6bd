import type ipaddr from 'ipaddr.js';
import { unwrapIpv4 } from './embedded-ipv4.ts';
import { type AddressVerdict, judgeAddress, parseAddress } from './judge-address.ts';

/** Ports of https that need not be opened: the usual one, and the usual one of those who may not bind it. */
export const openPorts: readonly number[] = [443, 8443];

interface Opened {
  /** Undefined: `openPorts`. */
  readonly port: number | 'any' | undefined;
}

interface OpenedRange extends Opened {
  readonly prefix: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

interface OpenedName extends Opened {
  readonly name: string;
}

/** What the operator opened beyond the public Internet. */
export interface Allowance {
  readonly ranges: readonly OpenedRange[];
  readonly names: readonly OpenedName[];
}

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

const portOf = (text: string | undefined): Opened['port'] => {
  if (text === undefined) return undefined;
  return text === '*' ? 'any' : Number(text);
};

const refuse = (entry: string): never => {
  throw new Error(
    `"${entry}" cannot be opened for outgoing HTTP: it must be a host name or a range in CIDR form, with ":PORT" or ":*" behind it for other ports than ${openPorts.join(' and ')}; a range of IPv6 with a port stands in brackets`,
  );
};

const parseRange = (entry: string, text: string, port: Opened['port']): OpenedRange => {
  const [address = '', bits = ''] = text.split('/');
  const prefix = parseAddress(address);
  const length = Number(bits);
  const most = prefix?.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined || !/^\d{1,3}$/.test(bits) || length > most) return refuse(entry);
  return { prefix, bits: length, port };
};

/** Throws with the entry and what it may be. An address alone is written with its full length: `10.1.2.3/32`. */
export const parseAllowance = (entries: readonly string[]): Allowance => {
  const ranges: OpenedRange[] = [];
  const names: OpenedName[] = [];
  for (const entry of entries) {
    const [, bracketed, plain, portText] =
      /^(?:\[([^\]]+)\]|([^:\s]+|[\da-fA-F:]+\/\d+))(?::(\*|\d{1,5}))?$/.exec(entry.trim()) ?? refuse(entry);
    const text = (bracketed ?? plain ?? '').toLowerCase();
    const port = portOf(portText);
    if (typeof port === 'number' && (port < 1 || port > 65_535)) refuse(entry);
    if (text.includes('/')) ranges.push(parseRange(entry, text, port));
    else if (bracketed === undefined && hostName.test(text) && parseAddress(text) === undefined)
      names.push({ name: text, port });
    else refuse(entry);
  }
  return { ranges, names };
};

const admitsPort = ({ port }: Opened, asked: number): boolean =>
  port === undefined ? openPorts.includes(asked) : port === 'any' || port === asked;

const contains = ({ prefix, bits }: OpenedRange, address: string): boolean => {
  const ip = parseAddress(address);
  if (ip === undefined) return false;
  return [ip, unwrapIpv4(ip)].some((form) => form.kind() === prefix.kind() && form.match(prefix, bits));
};

/** @param host without brackets. Whether the operator opened this name at this port, whatever it leads to. */
export const isOpenedName = ({ names }: Allowance, host: string, port: number): boolean =>
  names.some((opened) => opened.name === host && admitsPort(opened, port));

export const isOpenedAddress = ({ ranges }: Allowance, address: string, port: number): boolean =>
  ranges.some((opened) => contains(opened, address) && admitsPort(opened, port));

/** Whether a connection to this address is allowed, for a URL with this host. */
export const mayContact = (allowance: Allowance, host: string, address: string, port: number): boolean => {
  if (isOpenedAddress(allowance, address, port)) return true;
  const verdict: AddressVerdict = judgeAddress(address);
  if (verdict === 'internal') return isOpenedName(allowance, host, port);
  return verdict === 'public' && (openPorts.includes(port) || isOpenedName(allowance, host, port));
};
