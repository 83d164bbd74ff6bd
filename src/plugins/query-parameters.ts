interface ParameterSchema {
  readonly type?: string;
}

const integerPattern = /^-?(?:0|[1-9][0-9]{0,14})$/;

const readParameter = (type: string | undefined, value: unknown): unknown => {
  if (type === 'array') return Array.isArray(value) ? value : [value];
  if (type === 'integer' && typeof value === 'string' && integerPattern.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
};

/**
 * Reads query parameters in the one way that each can be written; whatever else comes stays text and is
 * refused by the schema. (Ajv's coercion would take ` 5`, `0x10` and `1e2` for numbers.)
 */
export const readParameters = (schema: object, parameters: Record<string, unknown>): void => {
  const { properties = {} } = schema as { properties?: Record<string, ParameterSchema> };
  for (const name in parameters) {
    if (Object.hasOwn(properties, name))
      parameters[name] = readParameter(properties[name]?.type, parameters[name]);
  }
};
