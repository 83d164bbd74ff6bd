import { labelKeyProblem, labelValueProblem } from '../admission/label-rules.ts';
import { badRequest } from '../objects/errors.ts';

/** `values` is empty for `exists` and `absent`, and one whole number for `above` and `below`. */
export interface Requirement {
  readonly key: string;
  readonly operator: 'in' | 'notin' | 'exists' | 'absent' | 'above' | 'below';
  readonly values: readonly string[];
}

export type Selector = readonly Requirement[];

/** Splits at commas that are not inside parentheses. */
const splitTerms = (text: string): readonly string[] => {
  const terms: string[] = [];
  let depth = 0;
  let current = '';
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) {
      terms.push(current);
      current = '';
    } else current += character;
  }
  return [...terms, current].map((term) => term.trim());
};

const setTerm = /^([^\s!=,()]+)\s+(in|notin)\s*\(([^()]*)\)$/;
const equalityTerm = /^([^\s!=,()]+)\s*(==|=|!=)\s*([^\s!=,()]*)$/;
const orderTerm = /^([^\s!=,()<>]+)\s*([<>])\s*(-?\d{1,15})$/;
const presenceTerm = /^(!?)\s*([^\s!=,()]+)$/;

const parseTerm = (term: string): Requirement | undefined => {
  const set = setTerm.exec(term);
  if (set) {
    const values = (set[3] ?? '').split(',').map((value) => value.trim());
    return { key: set[1] ?? '', operator: set[2] === 'in' ? 'in' : 'notin', values };
  }
  const equality = equalityTerm.exec(term);
  if (equality) {
    return {
      key: equality[1] ?? '',
      operator: equality[2] === '!=' ? 'notin' : 'in',
      values: [equality[3] ?? ''],
    };
  }
  const order = orderTerm.exec(term);
  if (order) {
    return { key: order[1] ?? '', operator: order[2] === '>' ? 'above' : 'below', values: [order[3] ?? ''] };
  }
  const presence = presenceTerm.exec(term);
  return presence
    ? { key: presence[2] ?? '', operator: presence[1] ? 'absent' : 'exists', values: [] }
    : undefined;
};

const refuse = (text: string, why: string) =>
  badRequest(`unable to parse requirement: ${why} in the label selector ${JSON.stringify(text)}`);

const checkTerm = (requirement: Requirement | undefined, term: string, text: string): Requirement => {
  if (!requirement) throw refuse(text, `found ${JSON.stringify(term)}, which is no requirement,`);
  const keyProblem = labelKeyProblem(requirement.key);
  if (keyProblem) throw refuse(text, `${JSON.stringify(requirement.key)} is no label key (${keyProblem})`);
  if (requirement.operator === 'above' || requirement.operator === 'below') return requirement;
  const bad = requirement.values.find((value) => labelValueProblem(value) !== undefined);
  if (bad !== undefined) throw refuse(text, `${JSON.stringify(bad)} is no label value`);
  return requirement;
};

/** Reads `a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1`. Throws a 400 for anything else. */
export const parseLabelSelector = (text: string | undefined): Selector => {
  if (text === undefined || text.trim() === '') return [];
  return splitTerms(text).map((term) => checkTerm(parseTerm(term), term, text));
};

const isWhole = (value: string | undefined): boolean => value !== undefined && /^-?\d{1,15}$/.test(value);

/** `notin` and `!=` hold for objects without the label, as in Kubernetes. */
export const matchesSelector = (selector: Selector, values: Readonly<Record<string, string>>): boolean =>
  selector.every(({ key, operator, values: wanted }) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    switch (operator) {
      case 'exists':
        return value !== undefined;
      case 'absent':
        return value === undefined;
      case 'in':
        return value !== undefined && wanted.includes(value);
      case 'notin':
        return value === undefined || !wanted.includes(value);
      case 'above':
        return isWhole(value) && Number(value) > Number(wanted[0]);
      case 'below':
        return isWhole(value) && Number(value) < Number(wanted[0]);
      default:
        return operator satisfies never;
    }
  });
