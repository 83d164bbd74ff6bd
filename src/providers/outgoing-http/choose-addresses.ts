import { isOpenedName, mayContact } from './allowance.ts';
import type { Target, UrlRules } from './check-outgoing-url.ts';
import { OutgoingError } from './contract.ts';
import type { NameResolver } from './resolver.ts';

export interface Resolvers {
  readonly publicNames: NameResolver;
  readonly openedNames: NameResolver;
}

/** So many of a name's addresses are tried. */
const maxAttempts = 3;

/** A name with more is not that of a server. */
const maxAddresses = 64;

const lookUp = async ({ resolve }: NameResolver, name: string): Promise<readonly string[]> => {
  const found = await resolve(name).catch(() => []);
  if (found.length === 0) throw new OutgoingError({ kind: 'unreachable', cause: 'name' });
  return found.slice(0, maxAddresses);
};

/**
 * The addresses to try, each judged: the one lookup of a request. A name of which one address is not public is refused as a whole, as
 * whoever owns it chooses the order. Literals are judged here, too, since no lookup ever sees them.
 */
export const chooseAddresses = async (
  { host, port, isLiteral }: Target,
  { allowance }: UrlRules,
  { publicNames, openedNames }: Resolvers,
): Promise<readonly string[]> => {
  const resolver = isOpenedName(allowance, host, port) ? openedNames : publicNames;
  const addresses = isLiteral ? [host] : await lookUp(resolver, host);
  if (addresses.every((address) => mayContact(allowance, host, address, port)))
    return addresses.slice(0, maxAttempts);
  throw new OutgoingError({ kind: 'blocked', rule: isLiteral ? 'address' : 'resolvedAddress' });
};
