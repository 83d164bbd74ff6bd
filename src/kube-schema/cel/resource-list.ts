import type { SchemaNode } from '../structural/schema-node.ts';
import { equalValues } from './equality.ts';
import { escapeName } from './escape-names.ts';
import { CelList, CelMap, type CelValue, noSuchOverload } from './values.ts';

/** A list of a resource. Sets and map lists are equal in any order, and `+` unites or merges them. */
export class ResourceList extends CelList {
  readonly #items: readonly CelValue[];
  readonly #node: SchemaNode;

  constructor(items: readonly CelValue[], node: SchemaNode) {
    super();
    this.#items = items;
    this.#node = node;
  }

  get size(): number {
    return this.#items.length;
  }

  at(index: number): CelValue {
    return this.#items[index] ?? null;
  }

  contains(value: CelValue): boolean {
    return this.#items.some((item) => equalValues(item, value));
  }

  #indexOf(value: CelValue): number {
    if (this.#node.listType !== 'map') return this.#items.findIndex((item) => equalValues(item, value));
    const keys = this.#node.listMapKeys;
    const isSame = (item: CelValue): boolean =>
      item instanceof CelMap &&
      value instanceof CelMap &&
      keys.every((key) => {
        const name = escapeName(key) ?? key;
        return equalValues(item.find(name) ?? null, value.find(name) ?? null);
      });
    return this.#items.findIndex(isSame);
  }

  equalTo(other: CelValue): boolean {
    if (!(other instanceof CelList)) throw noSuchOverload();
    if (other.size !== this.size) return false;
    if (this.#node.listType === 'set' || this.#node.listType === 'map')
      return [...other].every((item) => {
        const index = this.#indexOf(item);
        return index >= 0 && equalValues(this.at(index), item);
      });
    return this.#items.every((item, index) => equalValues(item, other.at(index)));
  }

  plus(other: CelList): CelList {
    if (this.#node.listType === 'set') {
      const added = [...other].filter((item) => this.#indexOf(item) < 0);
      return new ResourceList([...this.#items, ...added], this.#node);
    }
    if (this.#node.listType === 'map') return this.#merge(other);
    return new ResourceList([...this.#items, ...other], this.#node);
  }

  #merge(other: CelList): CelList {
    const merged = [...this.#items];
    for (const item of other) {
      const index = this.#indexOf(item);
      if (index >= 0) merged[index] = item;
      else merged.push(item);
    }
    return new ResourceList(merged, this.#node);
  }
}
