import type { CelValue } from '../values.ts';
import { addressFunctions } from './addresses.ts';
import { conversions } from './conversions.ts';
import { type CelFunction, callOverload } from './define.ts';
import { collectionFunctions } from './lists.ts';
import { optionalFunctions } from './optionals.ts';
import { quantityFunctions } from './quantities.ts';
import { makeStringFunctions } from './strings.ts';
import { timeFunctions } from './times.ts';
import { urlFunctions } from './urls.ts';

type Call = (args: readonly CelValue[]) => CelValue;

/** The functions that rules can call, by name and number of arguments. */
export interface Library {
  findGlobal(name: string, count: number): Call | undefined;
  /** `count` includes the receiver. */
  findMember(name: string, count: number): Call | undefined;
}

const keyOf = (isMember: boolean, name: string, count: number): string =>
  `${isMember ? '.' : ''}${name}/${count}`;

/** A library with its own cache of compiled patterns. */
export const makeLibrary = (): Library => {
  const functions: readonly CelFunction[] = [
    ...conversions,
    ...makeStringFunctions(),
    ...collectionFunctions,
    ...timeFunctions,
    ...optionalFunctions,
    ...addressFunctions,
    ...urlFunctions,
    ...quantityFunctions,
  ];
  const overloads = Map.groupBy(functions, ({ name, isMember, parameters }) =>
    keyOf(isMember, name, parameters.length),
  );
  const find = (isMember: boolean, name: string, count: number): Call | undefined => {
    const candidates = overloads.get(keyOf(isMember, name, count));
    return candidates && ((args) => callOverload(name, candidates, args));
  };
  return {
    findGlobal: (name, count) => find(false, name, count),
    findMember: (name, count) => find(true, name, count),
  };
};
