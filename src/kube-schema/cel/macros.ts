import { PlainList, PlainMap } from './collections.ts';
import { orderValues } from './equality.ts';
import { type Evaluate, type Frame, keepFailure, readSlot } from './frame.ts';
import {
  absent,
  CelError,
  CelList,
  CelMap,
  CelOptional,
  type CelValue,
  noSuchOverload,
  typeNameOf,
} from './values.ts';

type Entry = readonly [key: CelValue, value: CelValue];

/** What a loop runs over, compiled: `keySlot` is set for the forms with two variables. */
export interface Loop {
  readonly range: Evaluate;
  readonly slot: number;
  readonly keySlot: number | undefined;
}

/** The keys to loop over: positions of a list, keys of a map. */
const keysOf = (range: CelValue): readonly CelValue[] => {
  if (range instanceof CelList) return Array.from({ length: range.size }, (_, index) => BigInt(index));
  if (range instanceof CelMap) return range.keys();
  // Kubernetes shows the Go type: types.Int, types.String …
  const name = typeNameOf(range);
  throw new CelError(`got 'types.${name.charAt(0).toUpperCase()}${name.slice(1)}', expected iterable type`);
};

const readEntry = (range: CelValue, key: CelValue): CelValue => {
  if (range instanceof CelList) return range.at(Number(key));
  return range instanceof CelMap ? (range.find(key) ?? null) : null;
};

/** Runs the body once for each entry, until it returns false. With one variable, maps are looped over by key. */
const runLoop = (loop: Loop, frame: Frame, body: () => boolean): void => {
  const range = loop.range(frame);
  const byKey = range instanceof CelMap && loop.keySlot === undefined;
  for (const key of keysOf(range)) {
    frame.budget.spend();
    frame.slots[loop.slot] = byKey ? key : keepFailure(() => readEntry(range, key));
    if (loop.keySlot !== undefined) frame.slots[loop.keySlot] = key;
    if (!body()) return;
  }
};

const expectBoolean = (value: CelValue): boolean => {
  if (typeof value !== 'boolean') throw noSuchOverload();
  return value;
};

/** `all` with `decisive` false, `exists` with true: one decisive item wins over errors of others. */
export const quantify =
  (loop: Loop, predicate: Evaluate, decisive: boolean): Evaluate =>
  (frame) => {
    let failure: CelError | undefined;
    let decided = false;
    runLoop(loop, frame, () => {
      try {
        decided = expectBoolean(predicate(frame)) === decisive;
      } catch (error) {
        if (!(error instanceof CelError)) throw error;
        failure ??= error;
      }
      return !decided;
    });
    if (!decided && failure !== undefined) throw failure;
    return decided ? decisive : !decisive;
  };

export const existsOne =
  (loop: Loop, predicate: Evaluate): Evaluate =>
  (frame) => {
    let count = 0;
    runLoop(loop, frame, () => {
      if (expectBoolean(predicate(frame))) count += 1;
      return true;
    });
    return count === 1;
  };

const collect = (
  loop: Loop,
  filter: Evaluate | undefined,
  take: (frame: Frame) => void,
  frame: Frame,
): void =>
  runLoop(loop, frame, () => {
    if (filter === undefined || expectBoolean(filter(frame))) take(frame);
    return true;
  });

/** `map`, `filter` and `transformList`. */
export const makeList =
  (loop: Loop, filter: Evaluate | undefined, transform: Evaluate): Evaluate =>
  (frame) => {
    const items: CelValue[] = [];
    collect(loop, filter, () => items.push(transform(frame)), frame);
    return new PlainList(items);
  };

/** `transformMap`. */
export const makeMap =
  (loop: Loop, filter: Evaluate | undefined, transform: Evaluate): Evaluate =>
  (frame) => {
    const entries: Entry[] = [];
    const key = (): CelValue => readSlot(frame, loop.keySlot ?? loop.slot);
    collect(loop, filter, () => entries.push([key(), transform(frame)]), frame);
    return new PlainMap(entries);
  };

/** `transformMapEntry`: every turn gives a map, all of which are joined. */
export const mergeMaps =
  (loop: Loop, filter: Evaluate | undefined, transform: Evaluate): Evaluate =>
  (frame) => {
    const entries: Entry[] = [];
    const take = (): void => {
      const map = transform(frame);
      for (const key of keysOf(map)) {
        if (new PlainMap(entries).find(key) !== undefined)
          throw new CelError(`insert failed: key ${String(key)} already exists`);
        entries.push([key, readEntry(map, key)]);
      }
    };
    collect(loop, filter, take, frame);
    return new PlainMap(entries);
  };

export const sortBy =
  (loop: Loop, key: Evaluate): Evaluate =>
  (frame) => {
    const pairs: Entry[] = [];
    runLoop(loop, frame, () => pairs.push([key(frame), readSlot(frame, loop.slot)]) > 0);
    pairs.sort(([left], [right]) => orderValues(left, right));
    return new PlainList(pairs.map(([, item]) => item));
  };

const expectOptional = (value: CelValue): CelOptional => {
  if (!(value instanceof CelOptional)) throw noSuchOverload();
  return value;
};

/** `optMap` and, with `flat`, `optFlatMap`. */
export const mapOptional =
  (slot: number, receiver: Evaluate, body: Evaluate, flat: boolean): Evaluate =>
  (frame) => {
    const { value } = expectOptional(receiver(frame));
    if (value === undefined) return absent;
    frame.slots[slot] = value;
    const result = body(frame);
    return flat ? expectOptional(result) : new CelOptional(result);
  };

/** `or` and, with `unwrap`, `orValue`: the argument is evaluated only when it is needed. */
export const orElse =
  (receiver: Evaluate, other: Evaluate, unwrap: boolean): Evaluate =>
  (frame) => {
    const optional = expectOptional(receiver(frame));
    if (optional.value === undefined) return unwrap ? other(frame) : expectOptional(other(frame));
    return unwrap ? optional.value : optional;
  };
