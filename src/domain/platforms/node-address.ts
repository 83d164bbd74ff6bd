const hostname = /^(?=.{1,253}$)(?:[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$/;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const ipv6Group = /^[0-9a-f]{1,4}$/i;

/** Groups of hexadecimal digits, at most one gap; neither zones nor embedded IPv4, which the CRD refuses. RFC 4291, 2.2. */
const isIpv6 = (text: string): boolean => {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const fits = halves.length === 2 ? groups.length <= 7 : groups.length === 8;
  return fits && groups.every((group) => ipv6Group.test(group));
};

/** Whether nodes can be told this: a host name with a dot, an IPv4 or an IPv6 address. */
export const isNodeAddress = (text: string): boolean =>
  hostname.test(text) || ipv4.test(text) || isIpv6(text);
