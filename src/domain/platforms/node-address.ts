import { parseIp } from '../network/ip.ts';

const hostname = /^(?=.{1,253}$)(?:[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$/;

/** Whether nodes can be told this: a host name with a dot, an IPv4 or an IPv6 address. */
export const isNodeAddress = (text: string): boolean => hostname.test(text) || parseIp(text) !== undefined;
