import type { CelCidr, CelIp, CelQuantity, CelUrl } from '../library-values.ts';
import {
  type CelDuration,
  CelError,
  type CelList,
  type CelMap,
  type CelOptional,
  type CelTimestamp,
  type CelType,
  type CelUint,
  type CelValue,
  typeNameOf,
} from '../values.ts';

/** What a parameter of each CEL type is in TypeScript. `dyn` takes any value. */
interface ParameterTypes {
  dyn: CelValue;
  bool: boolean;
  int: bigint;
  uint: CelUint;
  double: number;
  string: string;
  bytes: Uint8Array;
  list: CelList;
  map: CelMap;
  type: CelType;
  optional_type: CelOptional;
  'google.protobuf.Duration': CelDuration;
  'google.protobuf.Timestamp': CelTimestamp;
  'net.IP': CelIp;
  'net.CIDR': CelCidr;
  'kubernetes.URL': CelUrl;
  'kubernetes.Quantity': CelQuantity;
}

type ParameterType = keyof ParameterTypes;
type Arguments<Parameters extends readonly ParameterType[]> = {
  [Index in keyof Parameters]: ParameterTypes[Parameters[Index]];
};

/** One overload of a function. For members the first parameter is the receiver. */
export interface CelFunction {
  readonly name: string;
  readonly isMember: boolean;
  readonly parameters: readonly ParameterType[];
  readonly call: (args: readonly CelValue[]) => CelValue;
}

type Define = <const Parameters extends readonly ParameterType[]>(
  name: string,
  parameters: Parameters,
  call: (...args: Arguments<Parameters>) => CelValue,
) => CelFunction;

const defineAs =
  (isMember: boolean): Define =>
  (name, parameters, call) => ({
    name,
    isMember,
    parameters,
    // Overloads are called only with arguments whose types were compared with the parameters.
    call: (args) => (call as (...args: readonly CelValue[]) => CelValue)(...args),
  });

export const defineGlobal = defineAs(false);
export const defineMember = defineAs(true);

const accepts = (overload: CelFunction, types: readonly string[]): boolean =>
  overload.parameters.every((parameter, index) => parameter === 'dyn' || parameter === types[index]);

/** Calls the overload that fits the arguments. Throws CelError when none does. */
export const callOverload = (
  name: string,
  overloads: readonly CelFunction[],
  args: readonly CelValue[],
): CelValue => {
  const types = args.map(typeNameOf);
  const overload = overloads.find((candidate) => accepts(candidate, types));
  if (overload === undefined) throw new CelError(`no such overload: ${name}`);
  return overload.call(args);
};
