import { IpParseError, parseIpAddress } from '../net/ip-address.ts';
import { compileRegex } from '../regex/regex.ts';

const isOldIpv4 = (text: string): boolean => {
  const octets = text.split('.');
  return octets.length === 4 && octets.every((octet) => /^[0-9]+$/.test(octet) && Number(octet) <= 255);
};

const dropLeadingZeros = (text: string): string => text.replaceAll(/(^|[:.])0+(?=[0-9]+(\.|$))/g, '$1');

/** An IPv6 address without zone. */
export const isIpv6 = (text: string): boolean => {
  try {
    const { family, zone } = parseIpAddress(text);
    return family === 6 && zone === '';
  } catch (error) {
    if (error instanceof IpParseError) return false;
    throw error;
  }
};

const isOldIpv6 = (text: string): boolean => isIpv6(text.includes('.') ? dropLeadingZeros(text) : text);

/** Any address with a dot. Leading zeros are allowed, as Kubernetes still does. */
export const isIpv4 = (text: string): boolean => text.includes('.') && (isOldIpv4(text) || isOldIpv6(text));

/** An address with a prefix length. */
export const isCidr = (text: string): boolean => {
  const slash = text.indexOf('/');
  const address = text.slice(0, slash);
  const length = text.slice(slash + 1);
  if (slash < 0 || !/^[0-9]+$/.test(length)) return false;
  if (isOldIpv4(address)) return Number(length) <= 32;
  return isOldIpv6(address) && Number(length) <= 128;
};

/** A MAC address of 6, 8 or 20 bytes, separated by `:`, `-` or, every two, `.`; or not at all. */
export const isMac = (text: string): boolean => {
  const separated = /^(?:[0-9a-fA-F]{2}(?:[:-]|$))+$/.test(text) && !/[:-]$/.test(text);
  const oneSeparator = !(text.includes(':') && text.includes('-'));
  const dotted = /^[0-9a-fA-F]{4}(?:\.[0-9a-fA-F]{4})+$/.test(text);
  const plain = /^[0-9a-fA-F]+$/.test(text);
  if (!(plain || dotted || (separated && oneSeparator))) return false;
  return [12, 16, 40].includes(text.replaceAll(/[:.-]/g, '').length);
};

/** The pattern of Kubernetes' own format: one label, or a name whose last label has letters only. */
const hostname = compileRegex(
  '^([a-zA-Z0-9\\p{S}\\p{L}]((-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?)|([a-zA-Z0-9\\p{S}\\p{L}](([a-zA-Z0-9-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?)(\\.)){1,}([a-zA-Z\\p{L}]){2,63})$',
);

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

export const isHostname = (text: string): boolean =>
  hostname.test(text) && countBytes(text) <= 255 && text.split('.').every((part) => countBytes(part) <= 63);
