/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

type Convert = (schema: JsonSchema) => JsonSchema;

const without = (schema: JsonSchema, ...keywords: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));

const propertiesOf = (schema: JsonSchema): Record<string, JsonSchema> =>
  (schema['properties'] ?? {}) as Record<string, JsonSchema>;

const mapValues = <In, Out>(
  members: Readonly<Record<string, In>>,
  map: (value: In) => Out,
): Record<string, Out> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value)]));

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** What a schema says to people; it does not tell two apart. */
const annotations = ['title', 'description', 'examples', 'x-format-hint'] as const;

const isAlike = (left: JsonSchema, right: JsonSchema): boolean =>
  JSON.stringify(without(left, ...annotations)) === JSON.stringify(without(right, ...annotations));

const requiredOf = (schema: JsonSchema): readonly unknown[] =>
  Array.isArray(schema['required']) ? schema['required'] : [];

/** Takes what either takes, where branches have another thing under one name. */
const mergeSchemas = (left: JsonSchema, right: JsonSchema): JsonSchema => {
  if (isAlike(left, right)) return right;
  if (left['type'] !== 'object' || right['type'] !== 'object') return { anyOf: [left, right] };
  const required = requiredOf(left).filter((name) => requiredOf(right).includes(name));
  return {
    ...without(right, 'required'),
    ...(required.length === 0 ? {} : { required }),
    properties: mergeMembers(propertiesOf(left), propertiesOf(right)),
  };
};

const mergeMembers = (
  left: Record<string, JsonSchema>,
  right: Record<string, JsonSchema>,
): Record<string, JsonSchema> => ({
  ...left,
  ...Object.fromEntries(
    Object.entries(right).map(([name, schema]) => {
      const other = left[name];
      return [name, other === undefined ? schema : mergeSchemas(other, schema)];
    }),
  ),
});

/** One object with the members of all branches; the tag takes the word of any of them. */
const mergeBranches = (schema: JsonSchema): JsonSchema => {
  const branches = schema['oneOf'] as readonly JsonSchema[];
  const { propertyName: tag } = schema['discriminator'] as { propertyName: string };
  const words = branches.map((branch) => propertiesOf(branch)[tag]?.['const']);
  const members = branches.map(propertiesOf).reduce(mergeMembers, {});
  return {
    ...without(schema, 'oneOf', 'discriminator'),
    properties: { ...members, [tag]: { type: 'string', enum: words } },
    additionalProperties: false,
  };
};

/** The schema without alternatives between members: they cannot be told from a part or a later version. */
const flatten = (schema: JsonSchema): JsonSchema =>
  schema['discriminator'] === undefined ? without(schema, 'oneOf') : mergeBranches(schema);

const convertParts = (schema: JsonSchema, convert: Convert): JsonSchema => ({
  ...schema,
  ...(schema['properties'] === undefined ? {} : { properties: mapValues(propertiesOf(schema), convert) }),
  ...(isSchema(schema['additionalProperties'])
    ? { additionalProperties: convert(schema['additionalProperties']) }
    : {}),
});

const retitle = (schema: JsonSchema, suffix: string): JsonSchema =>
  typeof schema['title'] === 'string'
    ? { ...schema, title: schema['title'].replace(/Input$/, suffix) }
    : schema;

const nullable = (schema: JsonSchema): JsonSchema => {
  if (Array.isArray(schema['anyOf'])) return { ...schema, anyOf: [...schema['anyOf'], { type: 'null' }] };
  const words = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  return {
    ...without(schema, 'const'),
    type: [schema['type'], 'null'],
    ...(Array.isArray(words) ? { enum: [...words, null] } : {}),
  };
};

/**
 * What a JSON Merge Patch (RFC 7396) of a resource may look like: every member optional, null removes it,
 * arrays are replaced whole. The merged resource is checked against the schema itself afterwards.
 */
export const asPatch = (schema: object): JsonSchema => {
  const flat = retitle(without(flatten(schema as JsonSchema), 'required', 'minProperties'), 'Patch');
  if (Array.isArray(flat['anyOf'])) return { ...flat, anyOf: flat['anyOf'].map(asPatch) };
  if (flat['type'] === 'array') return schema as JsonSchema;
  const limit = flat['maxProperties'];
  return {
    ...convertParts(flat, (part) => nullable(asPatch(part))),
    // A patch names what goes as well as what comes.
    ...(typeof limit === 'number' ? { maxProperties: 2 * limit } : {}),
  };
};

/**
 * The schema of a reply: open, because members and words may be added within `/v1`. Words are listed in
 * `x-extensible-enum`, which does not forbid others.
 */
export const asReply = (schema: object): JsonSchema => {
  const flat = retitle(without(flatten(schema as JsonSchema), 'x-format-hint', 'propertyNames'), '');
  const words = flat['const'] === undefined ? flat['enum'] : [flat['const']];
  const open: JsonSchema = {
    ...without(
      flat,
      'const',
      'enum',
      ...(flat['additionalProperties'] === false ? ['additionalProperties'] : []),
    ),
    ...(Array.isArray(words) ? { maxLength: 64, 'x-extensible-enum': words } : {}),
  };
  return {
    ...convertParts(open, asReply),
    ...(isSchema(open['items']) ? { items: asReply(open['items']) } : {}),
    ...(Array.isArray(open['anyOf']) ? { anyOf: open['anyOf'].map(asReply) } : {}),
  };
};
