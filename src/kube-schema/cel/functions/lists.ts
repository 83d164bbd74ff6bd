import { addValues } from '../arithmetic.ts';
import { PlainList } from '../collections.ts';
import { equalValues, orderValues } from '../equality.ts';
import { CelError, type CelList, type CelValue, CelList as List } from '../values.ts';
import { type CelFunction, defineGlobal, defineMember } from './define.ts';

const countCharacters = (text: string): bigint => BigInt(Array.from(text).length);

const isSorted = (list: CelList): boolean => {
  const items = [...list];
  return items.every((item, index) => index === 0 || orderValues(items[index - 1] ?? null, item) <= 0);
};

const sum = (list: CelList): CelValue => {
  const [first = 0n, ...rest] = [...list];
  return rest.reduce(addValues, first);
};

const extreme = (list: CelList, name: string, wanted: 1 | -1): CelValue => {
  const [first, ...rest] = [...list];
  if (first === undefined) throw new CelError(`${name} called on empty list`);
  return rest.reduce((best, item) => (orderValues(item, best) === wanted ? item : best), first);
};

const indexOf = (list: CelList, wanted: CelValue): bigint =>
  BigInt([...list].findIndex((item) => equalValues(item, wanted)));

const lastIndexOf = (list: CelList, wanted: CelValue): bigint =>
  BigInt([...list].findLastIndex((item) => equalValues(item, wanted)));

const distinct = (list: CelList): CelValue => {
  const unique: CelValue[] = [];
  for (const item of list) if (!unique.some((known) => equalValues(known, item))) unique.push(item);
  return new PlainList(unique);
};

const flatten = (list: CelList, depth: bigint): CelValue => {
  if (depth < 0n) throw new CelError('level must be non-negative');
  const items = [...list].flatMap((item) => {
    if (!(item instanceof List)) return [item];
    const inner = depth > 1n ? flatten(item, depth - 1n) : item;
    return inner instanceof List ? [...inner] : [inner];
  });
  return new PlainList(depth === 0n ? [...list] : items);
};

const slice = (list: CelList, start: bigint, end: bigint): CelValue => {
  if (start < 0n || end < 0n)
    throw new CelError(`cannot slice(${start}, ${end}), negative indexes not supported`);
  if (start > end)
    throw new CelError(`cannot slice(${start}, ${end}), start index must be less than or equal to end index`);
  if (end > BigInt(list.size))
    throw new CelError(`cannot slice(${start}, ${end}), list is length ${list.size}`);
  return new PlainList([...list].slice(Number(start), Number(end)));
};

const maxRange = 1_000_000n;

const range = (count: bigint): CelValue => {
  if (count > maxRange) throw new CelError('range too large');
  return new PlainList(Array.from({ length: Math.max(0, Number(count)) }, (_, index) => BigInt(index)));
};

/** True when every item of the first list is in the second. */
const isContained = (items: CelList, list: CelList): boolean =>
  [...items].every((item) => list.contains(item));

const sets: readonly CelFunction[] = [
  defineGlobal('sets.contains', ['list', 'list'], (list, items) => isContained(items, list)),
  defineGlobal(
    'sets.equivalent',
    ['list', 'list'],
    (left, right) => isContained(left, right) && isContained(right, left),
  ),
  defineGlobal('sets.intersects', ['list', 'list'], (left, right) =>
    [...left].some((item) => right.contains(item)),
  ),
];

/** Functions of lists and maps: those of CEL, its list and set extensions, and Kubernetes' list library. */
export const collectionFunctions: readonly CelFunction[] = [
  defineGlobal('size', ['string'], countCharacters),
  defineMember('size', ['string'], countCharacters),
  defineGlobal('size', ['bytes'], (bytes) => BigInt(bytes.length)),
  defineMember('size', ['bytes'], (bytes) => BigInt(bytes.length)),
  defineGlobal('size', ['list'], (list) => BigInt(list.size)),
  defineMember('size', ['list'], (list) => BigInt(list.size)),
  defineGlobal('size', ['map'], (map) => BigInt(map.size)),
  defineMember('size', ['map'], (map) => BigInt(map.size)),
  defineMember('isSorted', ['list'], isSorted),
  defineMember('sum', ['list'], sum),
  defineMember('min', ['list'], (list) => extreme(list, 'min', -1)),
  defineMember('max', ['list'], (list) => extreme(list, 'max', 1)),
  defineMember('indexOf', ['list', 'dyn'], indexOf),
  defineMember('lastIndexOf', ['list', 'dyn'], lastIndexOf),
  defineMember('distinct', ['list'], distinct),
  defineMember('flatten', ['list'], (list) => flatten(list, 1n)),
  defineMember('flatten', ['list', 'int'], flatten),
  defineMember('slice', ['list', 'int', 'int'], slice),
  defineMember('reverse', ['list'], (list) => new PlainList([...list].reverse())),
  defineMember('sort', ['list'], (list) => new PlainList([...list].sort(orderValues))),
  defineGlobal('lists.range', ['int'], range),
  ...sets,
];
