import { isJsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { memberOf } from '../objects/api-object.ts';

type Step = (values: readonly JsonValue[]) => readonly JsonValue[];

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

const present = (values: readonly (JsonValue | undefined)[]): readonly JsonValue[] =>
  values.filter((value): value is JsonValue => value !== undefined && value !== null);

const field =
  (name: string): Step =>
  (values) =>
    present(values.map((value) => (isJsonObject(value) ? memberOf(value, name) : undefined)));

const everything: Step = (values) =>
  present(
    values.flatMap((value) => (isList(value) ? [...value] : isJsonObject(value) ? Object.values(value) : [])),
  );

const slice =
  (start: number, end: number | undefined): Step =>
  (values) =>
    present(values.flatMap((value) => (isList(value) ? value.slice(start, end) : [])));

const index = (position: number): Step => slice(position, position === -1 ? undefined : position + 1);

const compare = (left: JsonValue, operator: string, right: JsonValue): boolean => {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string')) return false;
  const order = left < (right as typeof left) ? -1 : left > (right as typeof left) ? 1 : 0;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
};

const literalOf = (text: string): JsonValue => {
  if (/^".*"$|^'.*'$/.test(text)) return text.slice(1, -1);
  if (text === 'true' || text === 'false') return text === 'true';
  return Number(text);
};

/** `@.path OPERATOR literal`, or `@.path` alone: it is there. */
const filter = (text: string): Step => {
  const match = /^\s*@((?:\.|\[)[^\s=!<>]*?)\s*(?:(==|!=|<=|>=|<|>)\s*(.+?))?\s*$/.exec(text);
  if (!match) throw new SyntaxError(`unsupported filter ${text}`);
  const [, path = '', operator, literal = ''] = match;
  const read = parseJsonPath(path);
  return (values) =>
    values
      .flatMap((value) => (isList(value) ? value : []))
      .filter((item) => {
        const [found] = read(item);
        if (operator === undefined) return found !== undefined;
        return found !== undefined && compare(found, operator, literalOf(literal));
      });
};

const bracket = (text: string): Step => {
  if (text.startsWith('?(') && text.endsWith(')')) return filter(text.slice(2, -1));
  if (text === '*') return everything;
  if (/^'.*'$|^".*"$/.test(text)) return field(text.slice(1, -1));
  if (/^-?\d+$/.test(text)) return index(Number(text));
  const range = /^(-?\d*):(-?\d*)$/.exec(text);
  if (range) return slice(Number(range[1] || 0), range[2] ? Number(range[2]) : undefined);
  throw new SyntaxError(`unsupported subscript [${text}]`);
};

const token = /\[((?:\?\((?:[^()"']|"[^"]*"|'[^']*')*\)|[^\]])*)\]|\.?((?:[^.[\\]|\\.)+)|\./gy;

/**
 * Reads a JSONPath as printer columns and selectable fields use it: members, subscripts, `*`, slices and simple filters.
 * The returned function lists what the path finds. Throws SyntaxError.
 */
export const parseJsonPath = (path: string): ((value: JsonValue) => readonly JsonValue[]) => {
  const text = path.replace(/^\{|\}$/g, '').replace(/^\$/, '');
  const steps: Step[] = [];
  token.lastIndex = 0;
  let at = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    at = token.lastIndex;
    const [, inside, name] = match;
    if (inside !== undefined) steps.push(bracket(inside));
    else if (name !== undefined) steps.push(name === '*' ? everything : field(name.replace(/\\(.)/g, '$1')));
    token.lastIndex = at;
  }
  if (at !== text.length) throw new SyntaxError(`unsupported JSONPath ${path}`);
  return (value) => steps.reduce((values: readonly JsonValue[], step) => step(values), [value]);
};
