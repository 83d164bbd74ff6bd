import { type ASTNode, Environment } from '@marcbachmann/cel-js';

export type { ASTNode } from '@marcbachmann/cel-js';

/** A rule that cannot be run here: wrong syntax, or a function that is not known. */
export class UnsupportedExpression extends Error {}

/** One environment only to parse with: names are looked up by the compiler, not by the parser. */
const makeParser = (): Environment =>
  new Environment({ unlistedVariablesAreDyn: true, enableOptionalTypes: true });

export type Parse = (text: string) => ASTNode;

/** A parser of CEL expressions. Throws UnsupportedExpression. */
export const makeParse = (): Parse => {
  const environment = makeParser();
  return (text) => {
    try {
      return environment.parse(text).ast;
    } catch (error) {
      throw new UnsupportedExpression(error instanceof Error ? error.message : String(error));
    }
  };
};
