import type { CompiledText } from './rules/rule.ts';
import type { SchemaNode } from './structural/schema-node.ts';

/** A rule that cannot be run here. It lets every object pass. */
export interface UnsupportedRule {
  /** Where in the schema it stands: `spec.list[].field`. */
  readonly path: string;
  readonly rule: string;
  readonly error: string;
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const checkText = (path: string, rule: string, compiled: CompiledText): readonly UnsupportedRule[] =>
  'error' in compiled ? [{ path, rule, error: compiled.error }] : [];

const listBelow = (node: SchemaNode, path: string): readonly UnsupportedRule[] => [
  ...[...(node.properties ?? [])].flatMap(([name, child]) => listUnsupportedRules(child, join(path, name))),
  ...(typeof node.additional === 'object' ? listUnsupportedRules(node.additional, `${path}[*]`) : []),
  ...(node.items === undefined ? [] : listUnsupportedRules(node.items, `${path}[]`)),
  ...node.allOf.flatMap((part) => listUnsupportedRules(part, path)),
];

/** Compiles every rule and message below a node, and names those that cannot be compiled. */
export const listUnsupportedRules = (node: SchemaNode, path = ''): readonly UnsupportedRule[] => {
  if (!node.hasRules) return [];
  const own = node.rules.flatMap((rule) => [
    ...checkText(path, rule.text, rule.compiled()),
    ...(rule.messageExpression === undefined ? [] : checkText(path, rule.text, rule.messageExpression())),
  ]);
  return [...own, ...listBelow(node, path)];
};
