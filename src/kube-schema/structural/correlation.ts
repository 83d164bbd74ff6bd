import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import { equalJson } from '../json-equality.ts';
import { getMember, listMembers } from '../json-members.ts';
import { memberNode, type SchemaNode } from './schema-node.ts';

/** The value of an item's map keys as one text; undefined when a key is missing or no scalar. */
const identifyItem = (item: JsonValue, keys: readonly string[]): string | undefined => {
  if (!isJsonObject(item) || keys.length === 0) return undefined;
  const values = keys.map((key) => getMember(item, key));
  const areScalars = values.every(
    (value) => value !== undefined && value !== null && typeof value !== 'object',
  );
  return areScalars ? JSON.stringify(values) : undefined;
};

/** Looks items of a map list up by their keys; the first wins. Finds nothing in lists of another type. */
export const indexMapList = (
  items: readonly JsonValue[],
  node: SchemaNode,
): ((item: JsonValue) => JsonValue | undefined) => {
  if (node.listType !== 'map') return () => undefined;
  const index = new Map<string, JsonValue>();
  for (const item of items) {
    const id = identifyItem(item, node.listMapKeys);
    if (id !== undefined && !index.has(id)) index.set(id, item);
  }
  return (item) => index.get(identifyItem(item, node.listMapKeys) ?? '');
};

/**
 * A value beside the one it replaces. Problems of a value that did not change are forgiven on update ("ratcheting",
 * KEP-4008), and whether it changed is asked many times on the way down; the answer is kept.
 */
export class Correlation {
  readonly #value: JsonValue;
  readonly #old: JsonValue;
  readonly #node: SchemaNode;
  readonly #children = new Map<string | number, Correlation | undefined>();
  #findOld: ((item: JsonValue) => JsonValue | undefined) | undefined;
  #unchanged: boolean | undefined;

  constructor(value: JsonValue, old: JsonValue, node: SchemaNode) {
    this.#value = value;
    this.#old = old;
    this.#node = node;
  }

  /** A member that both values have and the schema knows. */
  key(name: string): Correlation | undefined {
    return this.#child(name, () => {
      if (!isJsonObject(this.#value) || !isJsonObject(this.#old)) return undefined;
      return this.#correlate(
        getMember(this.#value, name),
        getMember(this.#old, name),
        memberNode(this.#node, name),
      );
    });
  }

  /** An item of a map list that had its key before. Items of other lists have nothing to be compared with. */
  index(position: number): Correlation | undefined {
    return this.#child(position, () => {
      if (!Array.isArray(this.#value) || !Array.isArray(this.#old)) return undefined;
      this.#findOld ??= indexMapList(this.#old, this.#node);
      const item: JsonValue | undefined = this.#value[position];
      if (item === undefined) return undefined;
      return this.#correlate(item, this.#findOld(item) ?? undefined, this.#node.items);
    });
  }

  /** True when the value equals the old one; the order of map lists does not count. */
  get unchanged(): boolean {
    this.#unchanged ??= this.#compare();
    return this.#unchanged;
  }

  #child(name: string | number, make: () => Correlation | undefined): Correlation | undefined {
    if (!this.#children.has(name)) this.#children.set(name, make());
    return this.#children.get(name);
  }

  #correlate(
    value: JsonValue | undefined,
    old: JsonValue | undefined,
    node: SchemaNode | undefined,
  ): Correlation | undefined {
    const isComparable = value !== undefined && old !== undefined && node !== undefined;
    return isComparable ? new Correlation(value, old, node) : undefined;
  }

  #compare(): boolean {
    if (Array.isArray(this.#value) && Array.isArray(this.#old))
      return this.#compareLists(this.#value, this.#old);
    if (isJsonObject(this.#value) && isJsonObject(this.#old))
      return this.#compareObjects(this.#value, this.#old);
    return equalJson(this.#value, this.#old);
  }

  #compareLists(items: readonly JsonValue[], old: readonly JsonValue[]): boolean {
    if (items.length !== old.length) return false;
    if (this.#node.listType !== 'map') return equalJson(items, old);
    return items.every((_, position) => this.index(position)?.unchanged === true);
  }

  #compareObjects(object: JsonObject, old: JsonObject): boolean {
    const members = listMembers(object);
    if (members.length !== listMembers(old).length) return false;
    return members.every(([name]) => this.key(name)?.unchanged === true);
  }
}
