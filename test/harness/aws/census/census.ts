import type { MotoPlace } from '../moto-client.ts';
import { countCompute } from './compute.ts';
import type { Counted } from './counted.ts';
import { countIdentities } from './identities.ts';
import { countNetwork } from './network.ts';
import { countServices } from './services.ts';
import { countZones } from './zones.ts';

export type { Counted } from './counted.ts';

/** Everything in an account and region that AWS did not put there itself, sorted by type, name and id. */
export const takeCensus = async (
  moto: MotoPlace,
  options: { readonly hasAllTags: boolean },
): Promise<readonly Counted[]> => {
  const all = [
    ...(await countNetwork(moto)),
    ...(await countCompute(moto)),
    ...(await countIdentities(moto, options)),
    ...(await countZones(moto, options)),
    ...(await countServices(moto)),
  ];
  const keyOf = ({ type, name, id }: Counted): string => `${type}\u0000${name}\u0000${id}`;
  return all.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
};

/** The census as lines that two accounts can be compared by: no ids that AWS chooses, but the parts. */
export const linesOf = (census: readonly Counted[]): readonly string[] =>
  census.flatMap(({ type, id, name, parts = [] }) => {
    const line = `${type} ${name === id && /^[a-z]+-[0-9a-f]{8,}$/.test(id) ? 'without a name' : name}`;
    return [line, ...parts.map((part) => `${line}: ${part}`)];
  });
