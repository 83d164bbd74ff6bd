import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import { Budget, BudgetSpent, keepFailure, type Slot } from '../cel/frame.ts';
import { isVisibleToRules, toCelValue } from '../cel/from-json.ts';
import { absent, CelError, CelOptional, type CelValue } from '../cel/values.ts';
import { getMember, listMembers } from '../json-members.ts';
import { appendField, appendIndex, appendKey, type Path, rootPath } from '../path.ts';
import {
  omitted,
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  reportRequired,
  type SchemaProblem,
} from '../problem.ts';
import { type Correlation, indexMapList } from '../structural/correlation.ts';
import { additionalNode, type SchemaNode } from '../structural/schema-node.ts';
import { withTypeMeta } from '../structural/type-meta.ts';
import { resolveFieldPath } from './field-path.ts';
import type { Rule } from './rule.ts';

/** Turns of loops for all rules of one request: less than half a second. */
const maxTurns = 1_000_000;
const maxMessageBytes = 5 * 1024;

/** A value to check, with what it was before. */
interface Subject {
  readonly value: JsonValue;
  readonly old: JsonValue | undefined;
  readonly node: SchemaNode;
  readonly path: Path;
  readonly ratchet: Ratchet;
}

/** Decides whether problems here are forgiven: by the value itself, else by the nearest parent with an old value. */
interface Ratchet {
  readonly current: Correlation | undefined;
  readonly parent: Correlation | undefined;
}

const isForgiven = ({ current, parent }: Ratchet): boolean => (current ?? parent)?.unchanged === true;

const stepDown = (ratchet: Ratchet, step: (correlation: Correlation) => Correlation | undefined): Ratchet => {
  if (ratchet.current === undefined) return ratchet;
  return { current: step(ratchet.current), parent: ratchet.current };
};

const stepToField = (ratchet: Ratchet, name: string, isRoot: boolean): Ratchet => {
  // Old and new are converted to one version, so a change of these two cannot be seen.
  if (isRoot && (name === 'apiVersion' || name === 'kind')) return { current: undefined, parent: undefined };
  return stepDown(ratchet, (correlation) => correlation.key(name));
};

/** Goes through an object and runs every rule on its way. */
class RuleRun {
  readonly problems: SchemaProblem[] = [];
  readonly #budget = new Budget(maxTurns);

  visit(subject: Subject, isResourceRoot: boolean): void {
    const { value, node, ratchet } = subject;
    if (value === null || !node.hasRules || !isVisibleToRules(node)) return;
    if (node.rules.length > 0) this.#runRules(subject, isResourceRoot);
    for (const part of node.allOf) this.#visitPart(subject, part, isResourceRoot, ratchet);
    if (Array.isArray(value)) this.#visitItems(value, subject);
    else if (isJsonObject(value)) this.#visitMembers(value, subject);
  }

  /** Rules inside `allOf` see the value by the schema around it, and are forgiven only by what is around it. */
  #visitPart(subject: Subject, part: SchemaNode, isResourceRoot: boolean, { parent }: Ratchet): void {
    if (!part.hasRules) return;
    const { node } = subject;
    const merged = { ...node, rules: part.rules, allOf: part.allOf, hasRules: true };
    this.visit({ ...subject, node: merged, ratchet: { current: undefined, parent } }, isResourceRoot);
  }

  #visitItems(items: readonly JsonValue[], { old, node, path, ratchet }: Subject): void {
    const itemNode = node.items;
    if (!itemNode?.hasRules) return;
    const findOld = indexMapList(Array.isArray(old) ? old : [], node);
    items.forEach((value, index) => {
      this.visit(
        {
          value,
          old: findOld(value),
          node: itemNode,
          path: appendIndex(path, index),
          ratchet: stepDown(ratchet, (correlation) => correlation.index(index)),
        },
        itemNode.embedded,
      );
    });
  }

  #visitMembers(object: JsonObject, subject: Subject): void {
    const { old, node, path, ratchet } = subject;
    const additional = additionalNode(node);
    for (const [name, value] of listMembers(object)) {
      const property = node.properties?.get(name);
      const member = property ?? additional;
      if (!member?.hasRules) continue;
      this.visit(
        {
          value,
          old: isJsonObject(old) ? getMember(old, name) : undefined,
          node: member,
          path: property === undefined ? appendKey(path, name) : appendField(path, name),
          ratchet: stepToField(ratchet, name, path === rootPath),
        },
        member.embedded,
      );
    }
  }

  #runRules(subject: Subject, isResourceRoot: boolean): void {
    const node = isResourceRoot ? withTypeMeta(subject.node) : subject.node;
    for (const rule of subject.node.rules) this.#runRule(rule, { ...subject, node });
  }

  #runRule(rule: Rule, subject: Subject): void {
    const compiled = rule.compiled();
    // A rule that cannot be run here is passed over; `unsupportedRules` names it.
    if ('error' in compiled) return;
    const { expression } = compiled;
    const hasOld = subject.old !== undefined && subject.old !== null;
    if (expression.usesOldSelf && !hasOld && !rule.optionalOldSelf) return;
    try {
      const self = keepFailure(() => toCelValue(subject.value, subject.node));
      const oldSelf = expression.usesOldSelf ? keepFailure(() => this.#oldSelf(rule, subject)) : null;
      if (expression.evaluate(self, oldSelf, this.#budget) === true) return;
      if (!expression.usesOldSelf && isForgiven(subject.ratchet)) return;
      this.#report(rule, subject, self);
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      this.problems.push(reportInvalid(subject.path, subject.node.type, explain(error, rule)));
    }
  }

  #oldSelf(rule: Rule, { old, node }: Subject): CelValue {
    const value = old === undefined || old === null ? undefined : toCelValue(old, node);
    if (!rule.optionalOldSelf) return value ?? null;
    return value === undefined ? absent : new CelOptional(value);
  }

  #report(rule: Rule, subject: Subject, self: Slot): void {
    const { value, node, path } = subject;
    const at = resolveFieldPath(path, node, rule.fieldPath);
    const detail = this.#messageOf(rule, subject, self) ?? rule.message;
    const shown = node.type === 'object' || node.type === 'array' ? omitted : value;
    this.problems.push(reportByReason[rule.reason](at, shown, detail));
  }

  /** The text of a message expression; undefined when it fails or gives nothing usable. */
  #messageOf(rule: Rule, subject: Subject, self: Slot): string | undefined {
    const compiled = rule.messageExpression?.();
    if (compiled === undefined || 'error' in compiled) return undefined;
    try {
      const text = compiled.expression.evaluate(self, this.#oldSelf(rule, subject), this.#budget);
      const trimmed = typeof text === 'string' ? text.trim() : '';
      const isUsable =
        trimmed !== '' &&
        !trimmed.includes('\n') &&
        new TextEncoder().encode(trimmed).length <= maxMessageBytes;
      return isUsable ? trimmed : undefined;
    } catch (error) {
      if (error instanceof CelError) return undefined;
      throw error;
    }
  }
}

const reportByReason: Readonly<
  Record<Rule['reason'], (path: Path, value: JsonValue | typeof omitted, detail: string) => SchemaProblem>
> = {
  FieldValueInvalid: reportInvalid,
  FieldValueForbidden: (path, _, detail) => reportForbidden(path, detail),
  FieldValueRequired: (path, _, detail) => reportRequired(path, detail),
  FieldValueDuplicate: (path, value) => reportDuplicate(path, value),
};

const explain = (error: CelError, { label }: Rule): string =>
  error.message.startsWith('no such overload')
    ? `'${error.message}': call arguments did not match a supported operator, function or macro signature for rule: ${label}`
    : `${error.message} evaluating rule: ${label}`;

/**
 * Runs the rules of a whole object, as kube-apiserver does after everything else passed. Transition rules run where there
 * is an old value to compare with. Problems of rules that do not look at the old value are forgiven where nothing changed.
 */
export const runRules = (
  object: JsonObject,
  old: JsonObject | undefined,
  root: SchemaNode,
  correlation: Correlation | undefined,
): readonly SchemaProblem[] => {
  const run = new RuleRun();
  try {
    const ratchet = { current: correlation, parent: undefined };
    run.visit({ value: object, old, node: root, path: rootPath, ratchet }, true);
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    const detail =
      'validation failed due to running out of cost budget, no further validation rules will be run';
    return [...run.problems, reportInvalid(rootPath, root.type, detail)];
  }
  return run.problems;
};
