import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeParse } from '../../../src/kube-schema/cel/ast.ts';
import { makeExpressionCompiler } from '../../../src/kube-schema/cel/compile-expression.ts';
import { Budget } from '../../../src/kube-schema/cel/frame.ts';
import { makeLibrary } from '../../../src/kube-schema/cel/functions/library.ts';
import { CelError, CelUint, type CelValue, typeNameOf } from '../../../src/kube-schema/cel/values.ts';
import { printGoFloat } from '../../../src/kube-schema/go-print.ts';

/** One line each: expression, type (or `error`), text. */
const answers = readFileSync(join(import.meta.dirname, 'support/kubernetes-answers.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

const compile = makeExpressionCompiler(makeParse(), makeLibrary());

const print = (value: CelValue): string => {
  if (typeof value === 'number') return printGoFloat(value);
  return String(value instanceof CelUint ? value.value : value);
};

/** The type and text of a value, or the message of the error. */
const answerOf = (expression: string): readonly [string, string] => {
  try {
    const value = compile(expression).evaluate(null, null, new Budget(1000));
    return [typeNameOf(value), print(value)];
  } catch (error) {
    if (error instanceof CelError) return ['error', error.message];
    throw error;
  }
};

// Recorded from the packages of Kubernetes 1.35 (k8s.io/apiserver/pkg/cel).
describe('expressions have the outcome that they have in Kubernetes', () => {
  it.each(answers)('%s', (expression = '', type, text) => {
    expect(answerOf(expression)).toEqual([type, text]);
  });
});
