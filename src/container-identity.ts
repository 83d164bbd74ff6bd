import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { findIssuersCalled } from './db/repositories/identity-issuers.ts';
import type { TokenVerifier } from './providers/identity/contract.ts';
import { createTokenVerifier } from './providers/identity/token-verifier.ts';
import type { OutgoingHttp } from './providers/outgoing-http/contract.ts';
import { createOutgoingHttp } from './providers/outgoing-http/outgoing-http.ts';
import { createShortMemory } from './services/short-memory.ts';

/** The one way to addresses that tenants name. Only what the operator opened may be spoken to without TLS. */
export const buildOutgoingHttp = ({ outgoingAllow }: Config): OutgoingHttp =>
  createOutgoingHttp({ allowedPrivate: outgoingAllow, allowHttp: true });

/** Verifies tokens of the issuers that tenants registered; a registration that has gone is known for 4 s at most. */
export const buildTokenVerifier = (
  http: OutgoingHttp,
  database: Database,
  monotonic: () => number,
): TokenVerifier => {
  const registered = createShortMemory<Awaited<ReturnType<typeof findIssuersCalled>>>(monotonic);
  return createTokenVerifier({
    http,
    findIssuers: (issuer) => registered.recall(issuer, () => findIssuersCalled(database.system(), issuer)),
    now: Date.now,
    monotonic,
  });
};
