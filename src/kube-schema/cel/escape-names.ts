/**
 * Field names that are no CEL identifiers are escaped in rules. The scheme is that of Kubernetes
 * (k8s.io/apiserver/pkg/cel/escaping.go).
 */
const reserved: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

const sequences: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** The name by which a rule finds a field; undefined when no rule can. */
export const escapeName = (name: string): string | undefined => {
  if (!/^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replaceAll(/__|[./-]/g, (part) => sequences[part] ?? part);
};

const contents: ReadonlyMap<string, string> = new Map([
  ['underscores', '__'],
  ['dot', '.'],
  ['dash', '-'],
  ['slash', '/'],
]);

/** The field that a name in a rule means; undefined when it has a wrong escape. */
export const unescapeName = (escaped: string): string | undefined => {
  if (!escaped.includes('__')) return escaped;
  let valid = true;
  const name = escaped.replaceAll(/__([^_]+)__/g, (whole, inside: string) => {
    const plain = contents.get(inside);
    if (plain !== undefined) return plain;
    if (!reserved.has(inside) || whole.length !== escaped.length) valid = false;
    return inside;
  });
  return valid ? name : undefined;
};
