import { lookup, Resolver } from 'node:dns/promises';

/** Looks a name up. Rejects, or gives nothing, when there is no address. */
export interface NameResolver {
  readonly resolve: (name: string) => Promise<readonly string[]>;
}

const addressesOf = (answers: readonly PromiseSettledResult<readonly string[]>[]): readonly string[] =>
  answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));

/**
 * Asks the name servers of the machine without going through the thread pool, which a slow name server would fill: files and signatures
 * wait for the same threads. Neither the hosts file nor search domains are used, so a name means the same everywhere. IPv4 comes first.
 * @param timeoutMs of one attempt; there are two.
 * @param servers instead of those of the machine: `address:port`.
 */
export const createPublicResolver = (timeoutMs: number, servers?: readonly string[]): NameResolver => {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return {
    resolve: async (name) =>
      addressesOf(await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])),
  };
};

/** As the machine finds names, hosts file included: for names that the operator opened. */
export const createHostResolver = (): NameResolver => ({
  resolve: async (name) =>
    (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address),
});
