/** A schema and where it was found. */
export interface Place {
  readonly path: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const isSchema = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema and all schemas in it. A branch that only says `required` is a rule, not a schema of something. */
export const everySchema = (schema: object, path: string): Place[] => {
  const node = schema as Record<string, unknown>;
  const parts: [string, unknown][] = [
    ...Object.entries(isSchema(node['properties']) ? node['properties'] : {}),
    ['[]', node['items']],
    ['{}', node['additionalProperties']],
    ...['oneOf', 'anyOf', 'allOf'].flatMap((keyword) =>
      ((node[keyword] ?? []) as unknown[]).map((branch, index): [string, unknown] => [
        `${keyword}${index}`,
        branch,
      ]),
    ),
  ];
  return [
    { path, schema: node },
    ...parts.flatMap(([name, part]) =>
      isSchema(part) && part['type'] !== undefined ? everySchema(part, `${path}/${name}`) : [],
    ),
  ];
};
