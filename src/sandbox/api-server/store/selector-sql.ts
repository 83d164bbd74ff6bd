import type { Requirement, Selector } from '../selectors/label-selector.ts';

/** Collects the values of a statement and hands out their placeholders. */
export interface Parameters {
  readonly values: unknown[];
  add(value: unknown): string;
}

export const createParameters = (): Parameters => {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
};

const conditionOf = (
  column: string,
  { key, operator, values }: Requirement,
  parameters: Parameters,
): string => {
  const member = `${column}->>${parameters.add(key)}`;
  switch (operator) {
    case 'exists':
      return `${member} IS NOT NULL`;
    case 'absent':
      return `${member} IS NULL`;
    case 'in':
      return `${member} = ANY(${parameters.add(values)})`;
    case 'notin':
      return `coalesce(${member} <> ALL(${parameters.add(values)}), true)`;
    case 'above':
    case 'below': {
      const order = operator === 'above' ? '>' : '<';
      const number = `CASE WHEN ${member} ~ '^-?[0-9]{1,15}$' THEN (${member})::bigint END`;
      return `coalesce(${number} ${order} ${parameters.add(values[0])}, false)`;
    }
    default:
      return operator satisfies never;
  }
};

/** The conditions of a selector over a jsonb column of strings. */
export const selectorSql = (column: string, selector: Selector, parameters: Parameters): readonly string[] =>
  selector.map((requirement) => conditionOf(column, requirement, parameters));
