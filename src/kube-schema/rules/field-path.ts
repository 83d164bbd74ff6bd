import { appendField, appendKey, type Path } from '../path.ts';
import type { SchemaNode } from '../structural/schema-node.ts';

const namedEscapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const unescapeQuoted = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, character: string) => namedEscapes[character] ?? character);

/** The names in a path such as `.a.b['c.d']`. */
const readNames = (fieldPath: string): readonly string[] =>
  Array.from(fieldPath.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g), ([, plain, quoted]) =>
    plain === undefined ? unescapeQuoted(quoted ?? '') : plain,
  );

interface Step {
  readonly path: Path;
  readonly node: SchemaNode | undefined;
}

const step = ({ path, node }: Step, name: string): Step => {
  const property = node?.properties?.get(name);
  if (property !== undefined) return { path: appendField(path, name), node: property };
  const additional = typeof node?.additional === 'object' ? node.additional : undefined;
  return {
    path: additional === undefined ? appendField(path, name) : appendKey(path, name),
    node: additional,
  };
};

/** Where a rule's `fieldPath` points, from the value that the rule checks. */
export const resolveFieldPath = (path: Path, node: SchemaNode, fieldPath: string): Path =>
  fieldPath === '' ? path : readNames(fieldPath).reduce<Step>(step, { path, node }).path;
