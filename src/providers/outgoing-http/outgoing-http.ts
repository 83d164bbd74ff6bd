import { type buildConnector, buildConnector as buildDialer } from 'undici';
import { parseAllowance } from './allowance.ts';
import { toFetch } from './as-fetch.ts';
import { checkOutgoingUrl, readTarget } from './check-outgoing-url.ts';
import type { OutgoingHttp } from './contract.ts';
import { type OutgoingLimits, outgoingLimits } from './limits.ts';
import { createHostResolver, createPublicResolver, type NameResolver } from './resolver.ts';
import { sendOnce } from './send-once.ts';

export interface OutgoingHttpOptions {
  /** Ranges in CIDR form and host names that the operator opened: `parseAllowance`. */
  readonly allowedPrivate: readonly string[];
  /** Whether what the operator opened may be spoken to without TLS. */
  readonly allowHttp: boolean;
  readonly limits?: Partial<OutgoingLimits>;
  /** Instead of the name servers and the hosts file of the machine. */
  readonly resolver?: NameResolver;
  /** Certificate authorities beside those of Node.js, in PEM: of what the operator opened. */
  readonly ca?: readonly string[];
  /** Instead of real connections. */
  readonly dial?: buildConnector.connector;
}

/**
 * The client for URLs of tenants. Each request makes its own connection, to an address that was judged right before; nothing is followed,
 * unpacked, kept or taken from the environment.
 * Throws when `allowedPrivate` cannot be read.
 */
export const createOutgoingHttp = (options: OutgoingHttpOptions): OutgoingHttp => {
  const { allowedPrivate, allowHttp, resolver, ca, dial } = options;
  const limits: OutgoingLimits = { ...outgoingLimits, ...options.limits };
  const rules = { allowance: parseAllowance(allowedPrivate), allowHttp };
  const parts = {
    rules,
    limits,
    resolvers: {
      publicNames: resolver ?? createPublicResolver(limits.connectMs / 2),
      openedNames: resolver ?? createHostResolver(),
    },
    dial:
      dial ??
      buildDialer({
        allowH2: false,
        maxCachedSessions: 0,
        timeout: limits.connectMs,
        ...(ca === undefined ? {} : { ca: [...ca] }),
      }),
  };
  const send: OutgoingHttp['send'] = async (request) => {
    const target = readTarget(request.url, rules);
    return typeof target === 'string'
      ? { kind: 'blocked', rule: target }
      : await sendOnce(parts, target, request);
  };
  return { send, fetch: toFetch(send), checkUrl: (text) => checkOutgoingUrl(text, rules) };
};
