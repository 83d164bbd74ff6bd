import { Type } from 'typebox';

interface MapOptions {
  readonly keyPattern: string;
  readonly keyHint: string;
  readonly maxKeyLength: number;
  readonly valuePattern: string;
  readonly valueHint: string;
  readonly maxValueLength: number;
  readonly maxProperties: number;
  readonly description: string;
  readonly examples?: readonly Readonly<Record<string, string>>[];
}

/** A map of texts with bounded keys and values. */
const TextMap = (options: MapOptions) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    propertyNames: {
      type: 'string',
      pattern: options.keyPattern,
      minLength: 1,
      maxLength: options.maxKeyLength,
      'x-format-hint': options.keyHint,
    },
    additionalProperties: {
      type: 'string',
      pattern: options.valuePattern,
      maxLength: options.maxValueLength,
      'x-format-hint': options.valueHint,
    },
    maxProperties: options.maxProperties,
    description: options.description,
    ...(options.examples === undefined ? {} : { examples: options.examples }),
  });

// https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
export const labelKeyPattern =
  '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$';
export const labelValuePattern = '^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$';
export const labelLimits = { key: 317, value: 63, count: 64 } as const;

/** Labels in the syntax of Kubernetes. */
export const LabelMap = (description: string) =>
  TextMap({
    keyPattern: labelKeyPattern,
    keyHint:
      'a label key: an optional DNS prefix and a slash, then letters, digits, hyphens, dots and underscores',
    maxKeyLength: labelLimits.key,
    valuePattern: labelValuePattern,
    valueHint: 'a label value: at most 63 letters, digits, hyphens, dots and underscores',
    maxValueLength: labelLimits.value,
    maxProperties: labelLimits.count,
    description,
    examples: [{ env: 'prod' }],
  });
