import type { SchemaNode } from '../structural/schema-node.ts';
import { equalsReadable, equalValues } from './equality.ts';
import { escapeName } from './escape-names.ts';
import { keepFailure } from './frame.ts';
import { CelError, CelList, CelMap, type CelValue, noSuchOverload } from './values.ts';

/** An item that is converted when a rule comes to it: one that does not fit fails no rule that never looks at it. */
type LazyItem = () => CelValue;

const lazyItems = (list: CelList): readonly LazyItem[] =>
  Array.from({ length: list.size }, (_, index) => () => list.at(index));

const orFalse = (test: () => boolean): boolean => {
  const result = keepFailure(test);
  return !(result instanceof CelError) && result === true;
};

/** A list of a resource. Sets and map lists are equal in any order, and `+` unites or merges them. */
export class ResourceList extends CelList {
  readonly #items: readonly LazyItem[];
  readonly #node: SchemaNode;

  constructor(items: readonly LazyItem[], node: SchemaNode) {
    super();
    this.#items = items;
    this.#node = node;
  }

  get size(): number {
    return this.#items.length;
  }

  at(index: number): CelValue {
    return this.#items[index]?.() ?? null;
  }

  contains(value: CelValue): boolean {
    return this.#items.some((item) => equalValues(item(), value));
  }

  /** Where the item is that a set or map list takes for the same. Items that cannot be read are never found. */
  #indexOf(value: CelValue): number {
    const keys = this.#node.listMapKeys.map((key) => escapeName(key) ?? key);
    const isSame = (item: CelValue): boolean => {
      if (this.#node.listType !== 'map') return equalValues(item, value);
      if (!(item instanceof CelMap && value instanceof CelMap)) return false;
      return keys.every((key) => equalValues(item.find(key) ?? null, value.find(key) ?? null));
    };
    return this.#items.findIndex((item) => orFalse(() => isSame(item())));
  }

  #hasEqual(value: CelValue): boolean {
    const index = this.#indexOf(value);
    return index >= 0 && equalValues(this.at(index), value);
  }

  equalTo(other: CelValue): boolean {
    if (!(other instanceof CelList)) throw noSuchOverload();
    if (other.size !== this.size) return false;
    if (this.#node.listType === 'set' || this.#node.listType === 'map')
      return lazyItems(other).every((item) => {
        const value = keepFailure(item);
        return !(value instanceof CelError) && this.#hasEqual(value);
      });
    return this.#items.every((item, index) => equalsReadable(item(), () => other.at(index)));
  }

  plus(other: CelList): CelList {
    if (this.#node.listType === 'set' || this.#node.listType === 'map') return this.#merge(other);
    return new ResourceList([...this.#items, ...lazyItems(other)], this.#node);
  }

  /** Items that are there already stay in their place; in map lists the later one replaces them. */
  #merge(other: CelList): CelList {
    const merged = [...this.#items];
    for (const item of other) {
      const index = this.#indexOf(item);
      if (index < 0) merged.push(() => item);
      else if (this.#node.listType === 'map') merged[index] = () => item;
    }
    return new ResourceList(merged, this.#node);
  }
}
