import {
  type Allowance,
  isOpenedAddress,
  isOpenedName,
  mayContact,
  openPorts,
  parseAllowance,
} from './allowance.ts';
import { blockReasons } from './block-reasons.ts';
import type { BlockRule, UrlProblem } from './contract.ts';
import { parseAddress } from './judge-address.ts';

export interface UrlRules {
  readonly allowance: Allowance;
  /** Whether opened hosts may be spoken to without TLS. */
  readonly allowHttp: boolean;
}

/** What is contacted: all parts come from WHATWG URL, so that the text is read once and by one reader. */
export interface Target {
  readonly url: URL;
  /** Lower case, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isLiteral: boolean;
}

const closed: UrlRules = { allowance: parseAllowance([]), allowHttp: false };

const maxLength = 2048;

/** RFC 6761, RFC 6762, RFC 7686, RFC 8375, and `internal`, which ICANN keeps for private use. */
const internalEndings = ['localhost', 'local', 'internal', 'home.arpa', 'onion', 'invalid'];

const isInternalName = (host: string): boolean =>
  !host.includes('.') || internalEndings.some((ending) => host === ending || host.endsWith(`.${ending}`));

/** Host and port as they were written. */
const writtenAuthority = (text: string): string => /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';

/** WHATWG URL reads circled digits, octal numbers, tabs and more as the host that they stand for: who means that host writes it. */
const isOddlyWritten = (text: string, url: URL): boolean => {
  const written = writtenAuthority(text).replace(/:\d*$/, '').toLowerCase();
  return url.hostname.startsWith('[') ? !written.startsWith('[') : written !== url.hostname;
};

const judgeText = (text: string, target: Target): BlockRule | undefined => {
  const { url, host } = target;
  if (url.username !== '' || url.password !== '' || writtenAuthority(text).includes('@')) return 'userInfo';
  if (text.includes('#')) return 'fragment';
  if (isOddlyWritten(text, url)) return 'oddEncoding';
  return host.endsWith('.') ? 'trailingDot' : undefined;
};

const judgeTarget = (target: Target, { allowance, allowHttp }: UrlRules): BlockRule | undefined => {
  const { url, host, port, isLiteral } = target;
  const isOpened = isLiteral ? isOpenedAddress(allowance, host, port) : isOpenedName(allowance, host, port);
  if (!isLiteral && !isOpened && isInternalName(host)) return 'internalName';
  if (url.protocol === 'http:' && !(allowHttp && isOpened)) return 'scheme';
  if (isOpened) return undefined;
  if (isLiteral && !mayContact(allowance, host, host, 443)) return 'address';
  return openPorts.includes(port) ? undefined : 'port';
};

const toTarget = (url: URL): Target => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const usual = url.protocol === 'http:' ? 80 : 443;
  return {
    url,
    host,
    port: url.port === '' ? usual : Number(url.port),
    isLiteral: parseAddress(host) !== undefined,
  };
};

/** The target of a URL, or the rule that it breaks. No name is looked up. */
export const readTarget = (text: string, rules: UrlRules): Target | BlockRule => {
  if (text.length > maxLength) return 'tooLong';
  if (!/^[a-z]+:\/\/[^/]/i.test(text) || /[\s\\\p{Cc}\p{Cs}]/u.test(text)) return 'malformed';
  const url = URL.parse(text);
  if (url === null) return 'malformed';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
  const target = toTarget(url);
  return judgeText(text, target) ?? judgeTarget(target, rules) ?? target;
};

/**
 * What is wrong with a URL that a tenant gives, by its text alone: for admission. The name is looked up, and what it leads to is judged,
 * each time that the URL is contacted.
 * @param rules without them, nothing but the public Internet by https.
 */
export const checkOutgoingUrl = (text: string, rules: UrlRules = closed): UrlProblem | undefined => {
  const rule = readTarget(text, rules);
  return typeof rule === 'string' ? { rule, detail: blockReasons[rule] } : undefined;
};
