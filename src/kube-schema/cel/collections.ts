import { equalValues } from './equality.ts';
import { CelList, CelMap, CelUint, type CelValue } from './values.ts';

/** A list that an expression made. */
export class PlainList extends CelList {
  readonly #items: readonly CelValue[];

  constructor(items: readonly CelValue[]) {
    super();
    this.#items = items;
  }

  get size(): number {
    return this.#items.length;
  }

  at(index: number): CelValue {
    return this.#items[index] ?? null;
  }

  equalTo(other: CelValue): boolean {
    if (!(other instanceof CelList) || other.size !== this.size) return false;
    return this.#items.every((item, index) => equalValues(item, other.at(index)));
  }

  plus(other: CelList): CelList {
    if (this.size === 0) return other;
    return other.size === 0 ? this : new PlainList([...this.#items, ...other]);
  }

  contains(value: CelValue): boolean {
    return this.#items.some((item) => equalValues(value, item));
  }
}

/** Keys that are equal in CEL have one text: 1, 1u and 1.0 are the same key. */
const identifyKey = (key: CelValue): string => {
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'boolean') return `b${key}`;
  return `n${key instanceof CelUint ? key.value : key}`;
};

/** A map that an expression made. */
export class PlainMap extends CelMap {
  readonly #entries = new Map<string, readonly [key: CelValue, value: CelValue]>();

  constructor(entries: Iterable<readonly [CelValue, CelValue]>) {
    super();
    for (const [key, value] of entries) this.#entries.set(identifyKey(key), [key, value]);
  }

  get size(): number {
    return this.#entries.size;
  }

  keys(): readonly CelValue[] {
    return Array.from(this.#entries.values(), ([key]) => key);
  }

  find(key: CelValue): CelValue | undefined {
    return this.#entries.get(identifyKey(key))?.[1];
  }

  equalTo(other: CelValue): boolean {
    if (!(other instanceof CelMap) || other.size !== this.size) return false;
    return [...this.#entries.values()].every(([key, value]) => {
      const match = other.find(key);
      return match !== undefined && equalValues(value, match);
    });
  }
}

export const listOfTexts = (texts: Iterable<string>): PlainList => new PlainList([...texts]);
