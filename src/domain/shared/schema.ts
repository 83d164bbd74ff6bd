/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

declare const value: unique symbol;

/** A JSON Schema that says of which type the values are that it takes. */
export type Schema<Value> = JsonSchema & { readonly [value]?: Value };

/** The type of the values of a schema. */
export type ValueOf<S> = S extends Schema<infer Value> ? Value : never;

interface OptionalMember<Value> {
  readonly optional: Schema<Value>;
}

type Members = Readonly<Record<string, Schema<unknown> | OptionalMember<unknown>>>;

type ObjectOf<M extends Members> = {
  readonly [Name in keyof M as M[Name] extends OptionalMember<unknown> ? never : Name]: ValueOf<M[Name]>;
} & {
  readonly [Name in keyof M as M[Name] extends OptionalMember<unknown>
    ? Name
    : never]?: M[Name] extends OptionalMember<infer Value> ? Value : never;
};

interface TextOptions {
  readonly maxLength: number;
  readonly minLength?: number;
  /** Plain words for what the pattern asks for; they follow "Must be". */
  readonly hint: string;
  readonly description?: string;
  readonly examples?: readonly string[];
}

const described = (description: string | undefined): JsonSchema =>
  description === undefined ? {} : { description };

/** A text of one line that a pattern holds. */
export const text = (
  pattern: string,
  { maxLength, minLength = 1, hint, description, examples }: TextOptions,
): Schema<string> => ({
  type: 'string',
  pattern,
  minLength,
  maxLength,
  'x-format-hint': hint,
  ...described(description),
  ...(examples === undefined ? {} : { examples }),
});

/** A text that may have line breaks, such as a certificate. */
export const multilineText = (pattern: string, options: TextOptions): Schema<string> => ({
  ...text(pattern, options),
  'x-multiline': true,
});

/** One of a fixed set of words. */
export const word = <const Words extends readonly string[]>(
  words: Words,
  description?: string,
): Schema<Words[number]> => ({ type: 'string', enum: [...words], ...described(description) });

/** Always this word. */
export const literal = <const Word extends string>(only: Word, description?: string): Schema<Word> => ({
  type: 'string',
  const: only,
  ...described(description),
});

export const flag = (description: string): Schema<boolean> => ({ type: 'boolean', description });

export const integer = (minimum: number, maximum: number, description: string): Schema<number> => ({
  type: 'integer',
  minimum,
  maximum,
  description,
});

export const listOf = <Item>(
  items: Schema<Item>,
  options: { readonly minItems?: number; readonly maxItems: number; readonly description?: string },
): Schema<readonly Item[]> => ({ type: 'array', items, ...options });

export const optional = <Value>(schema: Schema<Value>): OptionalMember<Value> => ({ optional: schema });

const isOptional = (member: Schema<unknown> | OptionalMember<unknown>): member is OptionalMember<unknown> =>
  'optional' in member;

/** An object without other members. `title` names it in the document and ends in `Input`. */
export const objectOf = <const M extends Members>(
  title: string,
  members: M,
  description?: string,
): Schema<ObjectOf<M>> => {
  const required = Object.entries(members).flatMap(([name, member]) => (isOptional(member) ? [] : [name]));
  return {
    type: 'object',
    title,
    properties: Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, isOptional(member) ? member.optional : member]),
    ),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...described(description),
  };
};

/** Objects told apart by a member with a fixed word: a validator gives the problems of the branch that the word names. */
export const taggedUnion = <const Branches extends readonly Schema<unknown>[]>(
  tag: string,
  branches: Branches,
  title: string,
  description: string,
): Schema<ValueOf<Branches[number]>> => ({
  type: 'object',
  discriminator: { propertyName: tag },
  required: [tag],
  oneOf: branches,
  title,
  description,
});

/** A map of texts with bounded keys and values. */
export const textMap = (options: {
  readonly keyPattern: string;
  readonly keyHint: string;
  readonly maxKeyLength: number;
  readonly valuePattern: string;
  readonly valueHint: string;
  readonly maxValueLength: number;
  readonly maxProperties: number;
  readonly description: string;
}): Schema<Readonly<Record<string, string>>> => ({
  type: 'object',
  propertyNames: {
    type: 'string',
    pattern: options.keyPattern,
    minLength: 1,
    maxLength: options.maxKeyLength,
    'x-format-hint': options.keyHint,
  },
  additionalProperties: {
    type: 'string',
    pattern: options.valuePattern,
    maxLength: options.maxValueLength,
    'x-format-hint': options.valueHint,
  },
  maxProperties: options.maxProperties,
  description: options.description,
});
