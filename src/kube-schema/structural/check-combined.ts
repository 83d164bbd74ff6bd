import type { JsonValue } from '../../domain/shared/json.ts';
import { quoteGo } from '../go-print.ts';
import type { Path } from '../path.ts';
import { reportInvalid } from '../problem.ts';
import { type Finding, type Findings, found, mergeFindings, nothingFound } from './findings.ts';
import type { SchemaNode } from './schema-node.ts';

export type CheckValue = (value: JsonValue, node: SchemaNode, path: Path) => Findings;
type CheckPart = (value: JsonValue, node: SchemaNode, path: Path, check: CheckValue) => readonly Findings[];

/** Kubernetes prints problems of combined schemas without a path; the pointer still tells the place. */
const composite = (path: Path, detail: string): Finding => {
  const text = `${quoteGo(path.text)} ${detail}`;
  return { text, problem: reportInvalid({ text: '', pointer: path.pointer }, '', text) };
};

const pickBest = (results: readonly Findings[]): Findings =>
  results.reduce(
    (best, result) => (result.matches > best.matches ? result : best),
    results[0] ?? nothingFound,
  );

const checkAnyOf: CheckPart = (value, node, path, check) => {
  const failed: Findings[] = [];
  for (const option of node.anyOf) {
    const result = check(value, option, path);
    if (result.list.length === 0) return [result];
    failed.push(result);
  }
  if (failed.length === 0) return [];
  return [found(composite(path, 'must validate at least one schema (anyOf)')), pickBest(failed)];
};

const checkOneOf: CheckPart = (value, node, path, check) => {
  if (node.oneOf.length === 0) return [];
  const results = node.oneOf.map((option) => check(value, option, path));
  const valid = results.filter((result) => result.list.length === 0);
  if (valid.length === 1) return valid;
  const rule = 'must validate one and only one schema (oneOf).';
  if (valid.length > 1) return [found(composite(path, `${rule} Found ${valid.length} valid alternatives`))];
  return [found(composite(path, `${rule} Found none valid`)), pickBest(results)];
};

const checkAllOf: CheckPart = (value, node, path, check) => {
  const results = node.allOf.map((part) => check(value, part, path));
  const valid = results.filter((result) => result.list.length === 0).length;
  if (valid === results.length) return results;
  const hint = valid === 0 ? '. None validated' : '';
  return [...results, found(composite(path, `must validate all the schemas (allOf)${hint}`))];
};

const checkNot: CheckPart = (value, node, path, check) => {
  if (node.not === undefined || check(value, node.not, path).list.length > 0) return [];
  return [found(composite(path, 'must not validate the schema (not)'))];
};

const hasCombined = ({ anyOf, oneOf, allOf, not }: SchemaNode): boolean =>
  anyOf.length > 0 || oneOf.length > 0 || allOf.length > 0 || not !== undefined;

/** Checks `anyOf`, `oneOf`, `allOf` and `not`; `check` checks against one of their schemas. */
export const checkCombined = (
  value: JsonValue,
  node: SchemaNode,
  path: Path,
  check: CheckValue,
): Findings => {
  if (!hasCombined(node)) return { list: [], matches: 1 };
  const parts = [checkAnyOf, checkOneOf, checkAllOf, checkNot];
  return mergeFindings(
    parts.flatMap((checkPart) => checkPart(value, node, path, check)),
    1,
  );
};
