import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import { equalJson } from '../json-equality.ts';
import { getMember, listMembers } from '../json-members.ts';
import { additionalNode, type SchemaNode } from '../structural/schema-node.ts';
import { equalsReadable } from './equality.ts';
import { escapeName, unescapeName } from './escape-names.ts';
import { keepFailure } from './frame.ts';
import { ResourceList } from './resource-list.ts';
import { intOrStringToCel, scalarToCel, wrongData } from './scalars-from-json.ts';
import { CelError, CelMap, type CelValue, noSuchOverload } from './values.ts';

/** An object of a resource. Fields are converted when a rule asks for them. */
class ObjectMap extends CelMap {
  readonly json: JsonObject;
  readonly #node: SchemaNode;

  constructor(json: JsonObject, node: SchemaNode) {
    super();
    this.json = json;
    this.#node = node;
  }

  get #hasProperties(): boolean {
    return this.#node.properties !== undefined;
  }

  #memberNode(name: string): SchemaNode | undefined {
    return this.#hasProperties ? this.#node.properties?.get(name) : additionalNode(this.#node);
  }

  /** Fields that the schema does not know count here, but cannot be reached. */
  get size(): number {
    return listMembers(this.json).length;
  }

  keys(): readonly string[] {
    const known = listMembers(this.json).filter(([name]) => this.#memberNode(name) !== undefined);
    return known.map(([name]) => (this.#hasProperties ? (escapeName(name) ?? name) : name));
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') throw noSuchOverload();
    const name = this.#hasProperties ? unescapeName(key) : key;
    return name === undefined ? undefined : this.findMember(name);
  }

  /** A null field counts as absent; a null entry of a map does not. */
  findMember(name: string): CelValue | undefined {
    const value = getMember(this.json, name);
    if (value === undefined || (value === null && this.#hasProperties)) return undefined;
    const node = this.#memberNode(name);
    return node === undefined ? undefined : toCelValue(value, node);
  }

  /**
   * A member that differs decides, also when another cannot be compared. (Kubernetes takes whichever of the two its
   * random order meets first.)
   */
  equalTo(other: CelValue): boolean {
    if (!(other instanceof CelMap)) throw noSuchOverload();
    if (other.size !== this.size) return false;
    const results = listMembers(this.json).map(([name, value]) =>
      keepFailure(() =>
        this.#memberNode(name) === undefined
          ? this.#equalUnknown(name, value, other)
          : this.#equalMember(name, other),
      ),
    );
    if (results.includes(false)) return false;
    const failure = results.find((result) => result instanceof CelError);
    if (failure !== undefined) throw failure;
    return true;
  }

  #equalMember(name: string, other: CelMap): boolean {
    const mine = this.findMember(name);
    const readTheirs = () => (other instanceof ObjectMap ? other.findMember(name) : other.find(name));
    if (mine === undefined) return readTheirs() === undefined;
    return equalsReadable(mine, readTheirs);
  }

  #equalUnknown(name: string, value: JsonValue, other: CelMap): boolean {
    if (!(other instanceof ObjectMap)) throw noSuchOverload();
    const theirs = getMember(other.json, name);
    return theirs === undefined || equalJson(value, theirs);
  }
}

/**
 * A value of a resource as rules see it: typed by its schema, so that an integer is an `int`, `format: duration` a
 * duration and `format: date-time` a timestamp. Throws CelError for a value that does not fit.
 */
export const toCelValue = (value: JsonValue, node: SchemaNode): CelValue => {
  if (value === null) {
    if (node.nullable) return null;
    throw new CelError('invalid data, got null for schema with nullable=false');
  }
  if (node.intOrString) return intOrStringToCel(value);
  if (node.type === 'object') {
    if (isJsonObject(value)) return new ObjectMap(value, node);
    throw wrongData('a map for the provided schema with type=object');
  }
  if (node.type === 'array') {
    const { items } = node;
    if (!Array.isArray(value) || items === undefined)
      throw wrongData('an array for the provided schema with type=array');
    const list: readonly JsonValue[] = value;
    return new ResourceList(list.length, (index) => toCelValue(list[index] ?? null, items), node);
  }
  return scalarToCel(value, node);
};

/** True when rules can see values of this schema at all; others are passed over with all that is in them. */
export const isVisibleToRules = (node: SchemaNode): boolean => {
  if (node.intOrString) return true;
  if (node.type === 'array') return node.items !== undefined && isVisibleToRules(node.items);
  if (node.type === 'object') {
    const additional = additionalNode(node);
    return additional === undefined || isVisibleToRules(additional);
  }
  return ['string', 'integer', 'number', 'boolean'].includes(node.type);
};
