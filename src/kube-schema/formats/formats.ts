import { isRequestUri } from '../net/url.ts';
import { parseLooseDuration } from '../time/duration.ts';
import { isDate, isDateTime } from '../time/timestamp.ts';
import { isCreditCard, isIsbn10, isIsbn13 } from './checksums.ts';
import { isCidr, isHostname, isIpv4, isIpv6, isMac } from './network-formats.ts';

type FormatCheck = (text: string) => boolean;

const matching =
  (pattern: RegExp): FormatCheck =>
  (text) =>
    pattern.test(text);

const colourPart = '\\s*(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])\\s*';

/** `a@b`, with an optional display name; the common part of what Go's mail.ParseAddress takes. */
const isEmail = (text: string): boolean => {
  const address = /^[^<>]*<([^<>]+)>$/.exec(text.trim())?.[1] ?? text.trim();
  return /^(?:"(?:[^"\\]|\\.)+"|[^\s"(),:;<>@[\]\\.]+(?:\.[^\s"(),:;<>@[\]\\.]+)*)@(?:[^\s"(),:;<>@[\]\\.]+(?:\.[^\s"(),:;<>@[\]\\.]+)*|\[[^\]]+\])$/.test(
    address,
  );
};

/** Formats by name, without hyphens (`date-time` is `datetime`): the list that Kubernetes 1.35 checks in CRDs. */
const checks: ReadonlyMap<string, FormatCheck> = new Map([
  ['bsonobjectid', matching(/^[0-9a-fA-F]{24}$/)],
  ['uri', isRequestUri],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['cidr', isCidr],
  ['mac', isMac],
  ['uuid', matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid3', matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid4', matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['uuid5', matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', matching(/^[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}$/)],
  ['hexcolor', matching(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ['rgbcolor', matching(new RegExp(`^rgb\\(${colourPart},${colourPart},${colourPart}\\)$`))],
  ['byte', matching(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/)],
  ['password', () => true],
  ['date', isDate],
  ['duration', (text) => parseLooseDuration(text) !== undefined],
  ['datetime', isDateTime],
  ['k8sshortname', (text) => text.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text)],
  [
    'k8slongname',
    (text) =>
      text.length <= 253 &&
      /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(text),
  ],
]);

/** The check of a format; undefined for formats that Kubernetes ignores (`int32`, unknown ones). */
export const findFormat = (name: string): FormatCheck | undefined => checks.get(name.replaceAll('-', ''));
