import type { ASTNode } from './ast.ts';
import { UnsupportedExpression } from './ast.ts';
import type { Evaluate, Scope } from './frame.ts';
import {
  existsOne,
  type Loop,
  makeList,
  makeMap,
  mapOptional,
  mergeMaps,
  orElse,
  quantify,
  sortBy,
} from './macros.ts';

type Compile = (node: ASTNode, scope: Scope) => Evaluate;

interface MacroCall {
  readonly name: string;
  readonly receiver: ASTNode;
  readonly args: readonly ASTNode[];
  readonly scope: Scope;
  readonly compile: Compile;
}

const nameOf = (node: ASTNode | undefined): string | undefined => (node?.op === 'id' ? node.args : undefined);

const at = (call: MacroCall, index: number): ASTNode => {
  const node = call.args.at(index);
  if (node === undefined) throw new UnsupportedExpression(`${call.name}() has too few arguments`);
  return node;
};

interface Body {
  readonly loop: Loop;
  /** Compiles an argument with the loop's variables in sight. */
  readonly inside: (index: number) => Evaluate;
}

const openLoop = (call: MacroCall, variables: 1 | 2): Body | undefined => {
  const names = call.args.slice(0, variables).map(nameOf);
  const [first, second] = names;
  if (first === undefined || (variables === 2 && second === undefined)) return undefined;
  const scope =
    variables === 2 && second !== undefined ? call.scope.with(first, second) : call.scope.with(first);
  const { size } = call.scope;
  return {
    loop: {
      range: call.compile(call.receiver, call.scope),
      slot: variables === 2 ? size + 1 : size,
      keySlot: variables === 2 ? size : undefined,
    },
    inside: (index) => call.compile(at(call, index), scope),
  };
};

type LoopMacro = (body: Body) => Evaluate;

/** Macros by name, number of arguments, and how many of these are variables. */
const loopMacros: ReadonlyMap<string, readonly [variables: 1 | 2, make: LoopMacro]> = new Map<
  string,
  readonly [1 | 2, LoopMacro]
>([
  ['all/2', [1, ({ loop, inside }) => quantify(loop, inside(1), false)]],
  ['all/3', [2, ({ loop, inside }) => quantify(loop, inside(2), false)]],
  ['exists/2', [1, ({ loop, inside }) => quantify(loop, inside(1), true)]],
  ['exists/3', [2, ({ loop, inside }) => quantify(loop, inside(2), true)]],
  ['exists_one/2', [1, ({ loop, inside }) => existsOne(loop, inside(1))]],
  ['existsOne/2', [1, ({ loop, inside }) => existsOne(loop, inside(1))]],
  ['existsOne/3', [2, ({ loop, inside }) => existsOne(loop, inside(2))]],
  ['filter/2', [1, ({ loop, inside }) => makeList(loop, inside(1), inside(0))]],
  ['map/2', [1, ({ loop, inside }) => makeList(loop, undefined, inside(1))]],
  ['map/3', [1, ({ loop, inside }) => makeList(loop, inside(1), inside(2))]],
  ['transformList/3', [2, ({ loop, inside }) => makeList(loop, undefined, inside(2))]],
  ['transformList/4', [2, ({ loop, inside }) => makeList(loop, inside(2), inside(3))]],
  ['transformMap/3', [2, ({ loop, inside }) => makeMap(loop, undefined, inside(2))]],
  ['transformMap/4', [2, ({ loop, inside }) => makeMap(loop, inside(2), inside(3))]],
  ['transformMapEntry/3', [2, ({ loop, inside }) => mergeMaps(loop, undefined, inside(2))]],
  ['transformMapEntry/4', [2, ({ loop, inside }) => mergeMaps(loop, inside(2), inside(3))]],
  ['sortBy/2', [1, ({ loop, inside }) => sortBy(loop, inside(1))]],
]);

const compileLoop = (call: MacroCall): Evaluate | undefined => {
  const macro = loopMacros.get(`${call.name}/${call.args.length}`);
  if (macro === undefined) return undefined;
  const body = openLoop(call, macro[0]);
  return body && macro[1](body);
};

const compileOptional = (call: MacroCall): Evaluate | undefined => {
  const { name, args, receiver, scope, compile } = call;
  if ((name === 'or' || name === 'orValue') && args.length === 1)
    return orElse(compile(receiver, scope), compile(at(call, 0), scope), name === 'orValue');
  const variable = nameOf(args[0]);
  if (!(name === 'optMap' || name === 'optFlatMap') || args.length !== 2 || variable === undefined)
    return undefined;
  const body = compile(at(call, 1), scope.with(variable));
  return mapOptional(scope.size, compile(receiver, scope), body, name === 'optFlatMap');
};

/** Compiles a call whose arguments are not simply evaluated; undefined when it is an ordinary call. */
export const compileMacro = (call: MacroCall): Evaluate | undefined =>
  compileLoop(call) ?? compileOptional(call);
