import {
  absent,
  CelError,
  CelList,
  CelMap,
  CelOptional,
  CelUint,
  type CelValue,
  typeNameOf,
} from './values.ts';

const indexOf = (key: CelValue): number => {
  if (typeof key === 'bigint') return Number(key);
  if (key instanceof CelUint) return Number(key.value);
  if (typeof key !== 'number') throw new CelError(`unsupported index type '${typeNameOf(key)}' in list`);
  if (!Number.isInteger(key)) throw new CelError(`unsupported index value ${key} in list`);
  return key;
};

const lookUp = (container: CelValue, key: CelValue): CelValue | undefined => {
  if (container instanceof CelMap) return container.find(key);
  if (!(container instanceof CelList)) return undefined;
  const index = indexOf(key);
  return index >= 0 && index < container.size ? container.at(index) : undefined;
};

const printKey = (key: CelValue): string => String(key instanceof CelUint ? key.value : key);

const missing = (container: CelValue, key: CelValue): CelError =>
  new CelError(`${container instanceof CelList ? 'index out of bounds' : 'no such key'}: ${printKey(key)}`);

const wrap = (value: CelValue | undefined): CelOptional =>
  value === undefined ? absent : new CelOptional(value);

/** `container.?key` and `container[?key]`. */
export const selectOptional = (container: CelValue, key: CelValue): CelOptional => {
  const inner = container instanceof CelOptional ? container.value : container;
  return inner === undefined ? absent : wrap(lookUp(inner, key));
};

/** `container.key` and `container[key]`. From an optional on the result is optional as well. */
export const select = (container: CelValue, key: CelValue): CelValue => {
  if (container instanceof CelOptional) return selectOptional(container, key);
  const value = lookUp(container, key);
  if (value === undefined) throw missing(container, key);
  return value;
};

/** `has(container.key)`. */
export const hasField = (container: CelValue, key: string): boolean =>
  selectOptional(container, key).value !== undefined;
