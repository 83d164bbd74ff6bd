/** A part of the document as plain data. */
export interface Node {
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemaLists = ['oneOf', 'anyOf', 'allOf'];
const schemaMaps = ['properties', 'patternProperties'];
const schemaMembers = ['items', 'additionalProperties', 'propertyNames', 'not'];

// Of use while validating only.
const internalKeywords = new Set(['x-format-hint', 'x-multiline']);

const namePattern = /^[A-Z][A-Za-z0-9]+$/;

const componentRef = (name: string): string => `#/components/schemas/${name}`;

/**
 * Moves schemas with a title to the components and refers to them there, so that a generated client has one
 * type for each. A title names one schema: two different schemas with the same title are an error.
 */
export class SchemaComponents {
  readonly #schemas = new Map<string, string>();

  /** The schemas, by name. */
  all(): Record<string, unknown> {
    const names = [...this.#schemas.keys()].sort();
    return Object.fromEntries(names.map((name) => [name, JSON.parse(this.#schemas.get(name) ?? '{}')]));
  }

  /** A schema with its titled parts replaced by references; itself one when it has a title. */
  hoist(schema: unknown): unknown {
    if (!isNode(schema)) return schema;
    const parts = Object.entries(schema)
      .filter(([keyword]) => !internalKeywords.has(keyword))
      .map(([keyword, value]) => [keyword, this.#part(keyword, value)]);
    const hoisted: Node = withMapping(schema, Object.fromEntries(parts));
    const { title } = hoisted;
    if (typeof title !== 'string' || !namePattern.test(title)) return hoisted;
    this.#remember(title, JSON.stringify(hoisted));
    return { $ref: componentRef(title) };
  }

  #part(keyword: string, value: unknown): unknown {
    if (schemaMembers.includes(keyword)) return this.hoist(value);
    if (schemaLists.includes(keyword) && Array.isArray(value)) return value.map((one) => this.hoist(one));
    if (schemaMaps.includes(keyword) && isNode(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.hoist(one)]));
    return value;
  }

  #remember(name: string, text: string): void {
    const before = this.#schemas.get(name);
    if (before !== undefined && before !== text) throw new Error(`two schemas have the title ${name}`);
    this.#schemas.set(name, text);
  }
}

/** Gives a discriminator its mapping from word to component: Ajv does not take it, clients need it. */
const withMapping = (before: Node, after: Node): Node => {
  const { discriminator, oneOf } = before;
  if (!isNode(discriminator) || !Array.isArray(oneOf)) return after;
  const tag = String(discriminator['propertyName']);
  const mapping = oneOf.map((branch: Node) => {
    const member = isNode(branch['properties']) ? branch['properties'][tag] : undefined;
    return [isNode(member) ? String(member['const']) : '', componentRef(String(branch['title']))];
  });
  return { ...after, discriminator: { propertyName: tag, mapping: Object.fromEntries(mapping) } };
};
