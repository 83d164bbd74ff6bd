import { quoteGo } from '../go-print.ts';
import { IpParseError, parseIpAddress } from './ip-address.ts';
import { escapePath, isValidEncodedPath, UrlError, unescapePart } from './percent-encoding.ts';

export { UrlError } from './percent-encoding.ts';

/** The parts of a URL that Kubernetes rules can ask for. */
export interface Url {
  readonly text: string;
  readonly scheme: string;
  /** Host with port. */
  readonly host: string;
  readonly escapedPath: string;
  readonly rawQuery: string;
}

const cut = (text: string, separator: string): readonly [string, string] => {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
};

const splitScheme = (text: string): readonly [scheme: string, rest: string] => {
  if (text.startsWith(':')) throw new UrlError('missing protocol scheme');
  const match = /^([A-Za-z][A-Za-z0-9+\-.]*):/.exec(text);
  return match?.[1] === undefined ? ['', text] : [match[1].toLowerCase(), text.slice(match[0].length)];
};

const checkPort = (text: string): void => {
  if (!/^(:[0-9]*)?$/.test(text)) throw new UrlError(`invalid port ${quoteGo(text)} after host`);
};

const checkBracketed = (text: string): void => {
  try {
    if (parseIpAddress(text).family === 4) throw new UrlError('invalid IP-literal');
  } catch (error) {
    if (error instanceof IpParseError) throw new UrlError(`invalid host: ${error.message}`);
    throw error;
  }
};

const parseBracketedHost = (host: string): string => {
  const close = host.lastIndexOf(']');
  if (close < 0) throw new UrlError("missing ']' in host");
  const port = host.slice(close + 1);
  checkPort(port);
  const inside = host.slice(1, close);
  const zone = inside.indexOf('%25');
  const name =
    zone < 0
      ? unescapePart(inside, 'host')
      : unescapePart(inside.slice(0, zone), 'host') + unescapePart(inside.slice(zone), 'zone');
  checkBracketed(name);
  return `[${name}]${port}`;
};

const parseHost = (host: string): string => {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) throw new UrlError('invalid IP-literal');
  if (bracket === 0) return parseBracketedHost(host);
  const colon = host.lastIndexOf(':');
  if (colon >= 0) checkPort(host.slice(colon));
  return unescapePart(host, 'host');
};

const parseAuthority = (authority: string): string => {
  const at = authority.lastIndexOf('@');
  const host = parseHost(authority.slice(at + 1));
  if (at < 0) return host;
  const user = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) throw new UrlError('net/url: invalid userinfo');
  for (const part of cut(user, ':')) unescapePart(part, 'user');
  return host;
};

const printPath = (raw: string): string => {
  const path = unescapePart(raw, 'path');
  return escapePath(path) !== raw && isValidEncodedPath(raw) ? raw : escapePath(path);
};

const checkRootless = (rest: string, viaRequest: boolean): void => {
  if (viaRequest) throw new UrlError('invalid URI for request');
  if (cut(rest, '/')[0].includes(':')) throw new UrlError('first path segment in URL cannot contain colon');
};

const splitAuthority = (
  scheme: string,
  rest: string,
  viaRequest: boolean,
): readonly [authority: string | undefined, path: string] => {
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || (!viaRequest && !rest.startsWith('///')));
  if (!hasAuthority) return [undefined, rest];
  const slash = rest.indexOf('/', 2);
  return slash < 0 ? [rest.slice(2), ''] : [rest.slice(2, slash), rest.slice(slash)];
};

const hasControlCharacter = (text: string): boolean =>
  Array.from(text).some((character) => character < ' ' || character === '\x7f');

const parseParts = (text: string, viaRequest: boolean): Url => {
  if (hasControlCharacter(text)) throw new UrlError('net/url: invalid control character in URL');
  if (text === '' && viaRequest) throw new UrlError('empty url');
  if (text === '*') return { text, scheme: '', host: '', escapedPath: '*', rawQuery: '' };
  const [scheme, afterScheme] = splitScheme(text);
  const [rest, rawQuery] = cut(afterScheme, '?');
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { text, scheme, host: '', escapedPath: '', rawQuery };
    checkRootless(rest, viaRequest);
  }
  const [authority, path] = splitAuthority(scheme, rest, viaRequest);
  const host = authority === undefined ? '' : parseAuthority(authority);
  return { text, scheme, host, escapedPath: printPath(path), rawQuery };
};

const withContext = (text: string, parse: () => Url): Url => {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UrlError) throw new UrlError(`parse ${quoteGo(text)}: ${error.message}`);
    throw error;
  }
};

/** Parses as Go's url.ParseRequestURI does: absolute URLs and absolute paths only. Throws UrlError. */
const parseRequestUri = (text: string): Url => withContext(text, () => parseParts(text, true));

/** Parses as Kubernetes' `url()` does: a request URI, whose fragment is dropped. Throws UrlError. */
export const parseUrl = (text: string): Url => {
  parseRequestUri(text);
  const [beforeFragment] = cut(text, '#');
  return { ...withContext(text, () => parseParts(beforeFragment, false)), text };
};

export const isRequestUri = (text: string): boolean => {
  try {
    parseRequestUri(text);
    return true;
  } catch (error) {
    if (error instanceof UrlError) return false;
    throw error;
  }
};

/** Splits a host from its port and takes the brackets off an IPv6 address. */
export const splitHostPort = ({ host }: Url): { readonly hostname: string; readonly port: string } => {
  const match = /^(.*):([0-9]*)$/s.exec(host);
  const name = match?.[1] ?? host;
  const hostname = name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
  return { hostname, port: match?.[2] ?? '' };
};

const decodeOrSkip = (text: string): string | undefined => {
  try {
    return unescapePart(text, 'query');
  } catch (error) {
    if (error instanceof UrlError) return undefined;
    throw error;
  }
};

/** The values of each query parameter; parameters that cannot be decoded are left out. */
export const parseQuery = (rawQuery: string): ReadonlyMap<string, readonly string[]> => {
  const query = new Map<string, string[]>();
  for (const pair of rawQuery.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const [key, value] = cut(pair, '=').map(decodeOrSkip);
    if (key === undefined || value === undefined) continue;
    query.set(key, [...(query.get(key) ?? []), value]);
  }
  return query;
};
