import type { SchemaNode } from '../structural/schema-node.ts';
import { equalsReadable, equalValues } from './equality.ts';
import { escapeName } from './escape-names.ts';
import { keepFailure } from './frame.ts';
import { CelError, CelList, CelMap, type CelValue, noSuchOverload } from './values.ts';

/** Reads an item when a rule comes to it: one that does not fit fails no rule that never looks at it. */
type ReadItem = (index: number) => CelValue;

const orFalse = (test: () => boolean): boolean => keepFailure(test) === true;

/** A list of a resource. Sets and map lists are equal in any order, and `+` unites or merges them. */
export class ResourceList extends CelList {
  readonly size: number;
  readonly #read: ReadItem;
  readonly #node: SchemaNode;

  constructor(size: number, read: ReadItem, node: SchemaNode) {
    super();
    this.size = size;
    this.#read = read;
    this.#node = node;
  }

  at(index: number): CelValue {
    return this.#read(index);
  }

  get #indices(): readonly number[] {
    return Array.from({ length: this.size }, (_, index) => index);
  }

  contains(value: CelValue): boolean {
    return this.#indices.some((index) => equalValues(this.at(index), value));
  }

  /** Where the item is that a set or map list takes for the same. Items that cannot be read are never found. */
  #indexOf(value: CelValue): number {
    const keys = this.#node.listMapKeys.map((key) => escapeName(key) ?? key);
    const isSame = (item: CelValue): boolean => {
      if (this.#node.listType !== 'map') return equalValues(item, value);
      if (!(item instanceof CelMap && value instanceof CelMap)) return false;
      return keys.every((key) => equalValues(item.find(key) ?? null, value.find(key) ?? null));
    };
    return this.#indices.findIndex((index) => orFalse(() => isSame(this.at(index))));
  }

  #hasEqual(value: CelValue): boolean {
    const index = this.#indexOf(value);
    return index >= 0 && equalValues(this.at(index), value);
  }

  equalTo(other: CelValue): boolean {
    if (!(other instanceof CelList)) throw noSuchOverload();
    if (other.size !== this.size) return false;
    if (this.#node.listType === 'set' || this.#node.listType === 'map')
      return this.#indices.every((index) => {
        const value = keepFailure(() => other.at(index));
        return !(value instanceof CelError) && this.#hasEqual(value);
      });
    return this.#indices.every((index) => equalsReadable(this.at(index), () => other.at(index)));
  }

  plus(other: CelList): CelList {
    if (this.#node.listType === 'set' || this.#node.listType === 'map') return this.#merge(other);
    const read = (index: number): CelValue =>
      index < this.size ? this.at(index) : other.at(index - this.size);
    return new ResourceList(this.size + other.size, read, this.#node);
  }

  /** Items that are there already stay in their place; in map lists the later one replaces them. */
  #merge(other: CelList): CelList {
    const replaced = new Map<number, CelValue>();
    const added: CelValue[] = [];
    for (const item of other) {
      const index = this.#indexOf(item);
      if (index < 0) added.push(item);
      else if (this.#node.listType === 'map') replaced.set(index, item);
    }
    const readOwn = (index: number): CelValue => replaced.get(index) ?? this.at(index);
    const read = (index: number): CelValue =>
      index < this.size ? readOwn(index) : (added[index - this.size] ?? null);
    return new ResourceList(this.size + added.length, read, this.#node);
  }
}
