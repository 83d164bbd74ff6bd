import { type ASTNode, type Parse, UnsupportedExpression } from './ast.ts';
import { PlainList, PlainMap } from './collections.ts';
import { compileMacro } from './compile-macro.ts';
import { type Budget, type Evaluate, readSlot, rootScope, type Scope, type Slot } from './frame.ts';
import type { Library } from './functions/library.ts';
import { hasField, select, selectOptional } from './lookup.ts';
import { choose, combine, findBinary, negate, not } from './operators.ts';
import { CelType, CelUint, type CelValue } from './values.ts';

/** A compiled rule or message. */
export interface Expression {
  readonly usesOldSelf: boolean;
  /** Throws CelError when evaluation fails and BudgetSpent when it takes too long. */
  evaluate(self: Slot, oldSelf: Slot, budget: Budget): CelValue;
}

const typeNames: ReadonlySet<string> = new Set([
  'bool',
  'int',
  'uint',
  'double',
  'string',
  'bytes',
  'list',
  'map',
  'null_type',
  'type',
  'optional_type',
  'google.protobuf.Duration',
  'google.protobuf.Timestamp',
  'net.IP',
  'net.CIDR',
  'kubernetes.URL',
  'kubernetes.Quantity',
]);

const constant =
  (value: CelValue): Evaluate =>
  () =>
    value;

const maxInt = 2n ** 63n - 1n;

const literal = (value: ASTNode['args']): CelValue => {
  if (typeof value === 'bigint' && value > maxInt)
    throw new UnsupportedExpression(`invalid int literal ${value}`);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value as CelValue;
  if ('value' in value && typeof value.value === 'bigint') return new CelUint(value.value);
  throw new UnsupportedExpression('unknown literal');
};

/** The dotted name that a chain of selections spells (`google.protobuf.Duration`); undefined for any other node. */
const dottedName = (node: ASTNode): string | undefined => {
  if (node.op === 'id') return node.args;
  if (node.op !== '.') return undefined;
  const [operand, field] = node.args;
  const prefix = dottedName(operand);
  return prefix === undefined ? undefined : `${prefix}.${field}`;
};

const rootName = (dotted: string): string => dotted.split('.', 1)[0] ?? '';

/** Turns syntax trees into closures. Unknown names and functions are found here, before any value is seen. */
class ExpressionCompiler {
  readonly #library: Library;
  usesOldSelf = false;

  constructor(library: Library) {
    this.#library = library;
  }

  readonly compile = (node: ASTNode, scope: Scope): Evaluate => {
    switch (node.op) {
      case 'value':
        return constant(literal(node.args));
      case 'id':
        return this.#name(node.args, scope);
      case '.':
        return this.#select(node, node.args, scope);
      case '.?': {
        const operand = this.compile(node.args[0], scope);
        const field = node.args[1];
        return (frame) => selectOptional(operand(frame), field);
      }
      case '[]':
        return this.#binary(select, node.args, scope);
      case '[?]':
        return this.#binary(selectOptional, node.args, scope);
      case 'call':
        return this.#call(node.args[0], node.args[1], scope);
      case 'rcall':
        return this.#memberCall(node.args, scope);
      case 'list':
        return this.#list(node.args, scope);
      case 'map':
        return this.#map(node.args, scope);
      case '?:': {
        const [condition, yes, no] = node.args;
        return choose(this.compile(condition, scope), this.compile(yes, scope), this.compile(no, scope));
      }
      case '||':
      case '&&': {
        const [left, right] = node.args;
        return combine(node.op === '||', this.compile(left, scope), this.compile(right, scope));
      }
      case '!_':
        return not(this.compile(node.args, scope));
      case '-_':
        return this.#negate(node.args, scope);
      default:
        return this.#operator(node.op, node.args, scope);
    }
  };

  #name(name: string, scope: Scope): Evaluate {
    const slot = scope.slotOf(name);
    if (slot === undefined) return this.#typeName(name);
    if (slot === rootScope.slotOf('oldSelf')) this.usesOldSelf = true;
    return (frame) => readSlot(frame, slot);
  }

  #typeName(name: string): Evaluate {
    if (!typeNames.has(name)) throw new UnsupportedExpression(`undeclared reference to '${name}'`);
    return constant(new CelType(name));
  }

  #select(node: ASTNode, [operandNode, field]: [ASTNode, string], scope: Scope): Evaluate {
    const dotted = dottedName(node);
    if (dotted !== undefined && scope.slotOf(rootName(dotted)) === undefined) return this.#typeName(dotted);
    const operand = this.compile(operandNode, scope);
    return (frame) => select(operand(frame), field);
  }

  /** The lowest int has no literal of its own: it is read as a number too large, negated. */
  #negate(operand: ASTNode, scope: Scope): Evaluate {
    if (operand.op === 'value' && typeof operand.args === 'bigint' && operand.args <= maxInt + 1n)
      return constant(-operand.args);
    return negate(this.compile(operand, scope));
  }

  #binary(
    apply: (left: CelValue, right: CelValue) => CelValue,
    [leftNode, rightNode]: readonly [ASTNode, ASTNode],
    scope: Scope,
  ): Evaluate {
    const left = this.compile(leftNode, scope);
    const right = this.compile(rightNode, scope);
    return (frame) => apply(left(frame), right(frame));
  }

  #operator(operator: string, operands: readonly [ASTNode, ASTNode], scope: Scope): Evaluate {
    const apply = findBinary(operator);
    if (apply === undefined) throw new UnsupportedExpression(`unknown operator ${operator}`);
    return this.#binary(apply, operands, scope);
  }

  #list(items: readonly ASTNode[], scope: Scope): Evaluate {
    const compiled = items.map((item) => this.compile(item, scope));
    return (frame) => new PlainList(compiled.map((item) => item(frame)));
  }

  #map(entries: readonly (readonly [ASTNode, ASTNode])[], scope: Scope): Evaluate {
    const compiled = entries.map(
      ([key, value]) => [this.compile(key, scope), this.compile(value, scope)] as const,
    );
    return (frame) => new PlainMap(compiled.map(([key, value]) => [key(frame), value(frame)]));
  }

  #has(argument: ASTNode | undefined, scope: Scope): Evaluate {
    if (argument?.op !== '.' && argument?.op !== '.?')
      throw new UnsupportedExpression('invalid argument to has() macro');
    const [operandNode, field] = argument.args;
    const operand = this.compile(operandNode, scope);
    return (frame) => hasField(operand(frame), field);
  }

  #call(name: string, args: readonly ASTNode[], scope: Scope): Evaluate {
    if (name === 'has' && args.length === 1) return this.#has(args[0], scope);
    const call = this.#library.findGlobal(name, args.length);
    if (call === undefined)
      throw new UnsupportedExpression(
        `undeclared reference to function '${name}' with ${args.length} arguments`,
      );
    const compiled = args.map((arg) => this.compile(arg, scope));
    return (frame) => call(compiled.map((arg) => arg(frame)));
  }

  #memberCall([name, receiver, args]: [string, ASTNode, ASTNode[]], scope: Scope): Evaluate {
    const macro = compileMacro({ name, receiver, args, scope, compile: this.compile });
    if (macro !== undefined) return macro;
    const prefix = dottedName(receiver);
    const isNamespace = prefix !== undefined && scope.slotOf(rootName(prefix)) === undefined;
    if (isNamespace) return this.#call(`${prefix}.${name}`, args, scope);
    const call = this.#library.findMember(name, args.length + 1);
    if (call === undefined)
      throw new UnsupportedExpression(
        `undeclared reference to method '${name}' with ${args.length} arguments`,
      );
    const compiled = [receiver, ...args].map((arg) => this.compile(arg, scope));
    return (frame) => call(compiled.map((arg) => arg(frame)));
  }
}

export type CompileExpression = (text: string) => Expression;

/** A compiler of rules over `self` and `oldSelf`. It throws UnsupportedExpression for what it does not know. */
export const makeExpressionCompiler =
  (parse: Parse, library: Library): CompileExpression =>
  (text) => {
    const compiler = new ExpressionCompiler(library);
    const run = compiler.compile(parse(text), rootScope);
    return {
      usesOldSelf: compiler.usesOldSelf,
      evaluate: (self, oldSelf, budget) => run({ slots: [self, oldSelf], budget }),
    };
  };
