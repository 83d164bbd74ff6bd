import { Resolver } from 'node:dns/promises';

/** Two tries of two seconds: a domain that nobody answers for is no reason to keep anybody waiting. */
const patience = { timeout: 2000, tries: 2 } as const;

/** Name servers of a domain as the resolver of this machine finds them. */
export const askNameServers = (domain: string): Promise<readonly string[]> =>
  new Resolver(patience).resolveNs(domain);
