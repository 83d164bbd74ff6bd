import { Type } from 'typebox';
import { malformedRequest } from '../../plugins/request-problem.ts';
import { labelKeyPattern, labelLimits, labelValuePattern } from './label-map.ts';
import { Text } from './text.ts';

const inner = (pattern: string): string => pattern.slice(1, -1);

/** `?label=env=prod&label=tier=gold`: all of these labels with these values. */
export const LabelParameter = Type.Array(
  Text(`^${inner(labelKeyPattern)}=${inner(labelValuePattern)}$`, {
    maxLength: labelLimits.key + 1 + labelLimits.value,
    hint: 'a label as key=value',
  }),
  {
    maxItems: 16,
    description: 'Only resources with all of these labels, each as `key=value`.',
    examples: [['env=prod']],
  },
);

/** The labels of a query. Throws when two values are asked of one key: nothing can match. */
export const labelsIn = (
  texts: readonly string[] | undefined,
): Readonly<Record<string, string>> | undefined => {
  if (texts === undefined) return undefined;
  const labels = new Map<string, string>();
  texts.forEach((text, index) => {
    const equals = text.indexOf('=');
    const key = text.slice(0, equals);
    const value = text.slice(equals + 1);
    if (labels.has(key) && labels.get(key) !== value)
      throw malformedRequest('A query parameter is not right.', [
        {
          in: 'query',
          pointer: `/label/${index}`,
          code: 'conflict',
          detail: 'One label cannot have two values.',
        },
      ]);
    labels.set(key, value);
  });
  return Object.fromEntries(labels);
};
