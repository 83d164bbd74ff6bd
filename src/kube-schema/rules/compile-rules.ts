import type { JsonObject } from '../../domain/shared/json.ts';
import { makeParse, UnsupportedExpression } from '../cel/ast.ts';
import { type CompileExpression, makeExpressionCompiler } from '../cel/compile-expression.ts';
import { makeLibrary } from '../cel/functions/library.ts';
import { readFlag, readObjects, readString } from '../json-members.ts';
import type { CompiledText, Rule, RuleCompiler, RuleReason } from './rule.ts';

const reasons: ReadonlySet<string> = new Set<RuleReason>([
  'FieldValueInvalid',
  'FieldValueForbidden',
  'FieldValueRequired',
  'FieldValueDuplicate',
]);

const isReason = (text: string): text is RuleReason => reasons.has(text);

const compileOrExplain = (compile: CompileExpression, text: string): CompiledText => {
  try {
    return { expression: compile(text) };
  } catch (error) {
    if (error instanceof UnsupportedExpression) return { error: error.message };
    throw error;
  }
};

/** The same rules stand in many places of a CRD (and in all its versions): each text is compiled once. */
const makeCachedCompiler = (): ((text: string) => () => CompiledText) => {
  const compile = makeExpressionCompiler(makeParse(), makeLibrary());
  const cache = new Map<string, CompiledText>();
  return (text) => () => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const compiled = compileOrExplain(compile, text);
    cache.set(text, compiled);
    return compiled;
  };
};

/** Reads and compiles `x-kubernetes-validations`; the compiled expressions are kept for the life of the compiler. */
export const makeRuleCompiler = (): RuleCompiler => {
  const prepare = makeCachedCompiler();
  const readRule = (entry: JsonObject): Rule => {
    const text = readString(entry, 'rule') ?? '';
    const message = (readString(entry, 'message') ?? '').trim();
    const messageExpression = readString(entry, 'messageExpression') ?? '';
    const reason = readString(entry, 'reason') ?? '';
    const label = message === '' ? text.trim() : message;
    return {
      text,
      label,
      message: message === '' ? `failed rule: ${label}` : message,
      reason: isReason(reason) ? reason : 'FieldValueInvalid',
      optionalOldSelf: readFlag(entry, 'optionalOldSelf'),
      fieldPath: readString(entry, 'fieldPath') ?? '',
      compiled: prepare(text),
      messageExpression: messageExpression === '' ? undefined : prepare(messageExpression),
    };
  };
  return (schema) =>
    readObjects(schema, 'x-kubernetes-validations')
      .map(readRule)
      .filter(({ text }) => text.trim() !== '');
};
