import type { JsonObject } from '../../domain/shared/json.ts';
import type { Expression } from '../cel/compile-expression.ts';

export type RuleReason =
  | 'FieldValueInvalid'
  | 'FieldValueForbidden'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate';

/** A compiled expression, or why it cannot be run. */
export type CompiledText = { readonly expression: Expression } | { readonly error: string };

/** One entry of `x-kubernetes-validations`. */
export interface Rule {
  readonly text: string;
  /** What the rule is called in messages: its message, else its text. */
  readonly label: string;
  readonly message: string;
  readonly reason: RuleReason;
  readonly optionalOldSelf: boolean;
  /** A path below the value, at which the problem is shown; empty for the value itself. */
  readonly fieldPath: string;
  /** Compiled when first asked for. */
  readonly compiled: () => CompiledText;
  readonly messageExpression: (() => CompiledText) | undefined;
}

/** Reads the rules of one schema node. */
export type RuleCompiler = (schema: JsonObject) => readonly Rule[];
