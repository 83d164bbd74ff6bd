import type { ErrorObject } from 'ajv';
import { pointerOf } from '../domain/shared/problem.ts';
import { nearestName } from './nearest-name.ts';
import type { RequestPart, RequestProblem } from './request-problem.ts';
import { withoutBranchNoise } from './union-errors.ts';

/** More than these tell a caller nothing new. */
const problemsShown = 100;

interface Schema {
  readonly [keyword: string]: unknown;
}

interface Finding {
  readonly code: string;
  readonly detail: string;
  /** Further part of the pointer, below the place where the error was found. */
  readonly at?: string;
  readonly allowed?: readonly string[];
}

const schemaOf = (error: ErrorObject): Schema => (error.parentSchema ?? {}) as Schema;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const article = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);

const typesOf = (value: unknown): string[] => {
  const types = (Array.isArray(value) ? value : [value]).map(String);
  return types.includes('null') ? [...types.filter((type) => type !== 'null'), 'null'] : types;
};

const wrongType = (value: unknown): Finding => {
  const types = typesOf(value);
  const names = types.map((type) => (type === 'null' ? 'null' : article(type)));
  return { code: 'wrong-type', detail: `Must be ${names.join(' or ')}.`, allowed: types };
};

const unknownField = (error: ErrorObject, part: RequestPart): Finding => {
  const name = textOf(error.params['additionalProperty']);
  const known = Object.keys((schemaOf(error)['properties'] ?? {}) as object);
  const meant = nearestName(name, known);
  const kind = part === 'query' ? 'parameter' : 'field';
  return {
    code: part === 'query' ? 'unknown-parameter' : 'unknown-field',
    detail: `There is no such ${kind}.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
    at: name,
    allowed: known,
  };
};

const range = (schema: Schema): string => {
  const { minimum, maximum } = schema;
  if (minimum !== undefined && maximum !== undefined) return `between ${minimum} and ${maximum}`;
  return minimum === undefined ? `at most ${maximum}` : `at least ${minimum}`;
};

const tagValues = (error: ErrorObject): string[] => {
  const tag = textOf(error.params['tag']);
  const branches = (schemaOf(error)['oneOf'] ?? []) as { properties?: Record<string, Schema> }[];
  return branches.flatMap(({ properties }) => {
    const member = properties?.[tag];
    return member?.['const'] === undefined
      ? ((member?.['enum'] ?? []) as string[])
      : [textOf(member['const'])];
  });
};

const wrongTag = (error: ErrorObject): Finding => {
  const at = textOf(error.params['tag']);
  const allowed = tagValues(error);
  if (error.params['tagValue'] === undefined)
    return { code: 'required', detail: 'The field is required.', at, allowed };
  return { code: 'not-allowed', detail: `Must be one of ${allowed.join(', ')}.`, at, allowed };
};

const oneOfFields = (error: ErrorObject): Finding => {
  const branches = (schemaOf(error)['oneOf'] ?? []) as { required?: string[] }[];
  const fields = branches.flatMap(({ required }) => required ?? []);
  const passing = error.params['passingSchemas'] as number[] | null;
  const [first = ''] = fields;
  const second = passing === null ? undefined : fields[passing[1] ?? 0];
  const detail = `Exactly one of ${fields.join(' and ')} must be given.`;
  return second === undefined
    ? { code: 'required', detail, at: first, allowed: fields }
    : { code: 'conflict', detail, at: second, allowed: fields };
};

const findings: Readonly<Record<string, (error: ErrorObject, part: RequestPart) => Finding>> = {
  required: (error) => ({
    code: 'required',
    detail: 'The field is required.',
    at: textOf(error.params['missingProperty']),
  }),
  additionalProperties: unknownField,
  type: (error) => wrongType(error.schema),
  discriminator: wrongTag,
  oneOf: oneOfFields,
  enum: (error) => {
    const allowed = (error.schema as unknown[]).map(textOf);
    return { code: 'not-allowed', detail: `Must be one of ${allowed.join(', ')}.`, allowed };
  },
  const: (error) => {
    const allowed = [textOf(error.schema)];
    return { code: 'not-allowed', detail: `Must be ${allowed[0]}.`, allowed };
  },
  pattern: (error) => {
    const hint = schemaOf(error)['x-format-hint'];
    return {
      code: 'invalid-format',
      detail: typeof hint === 'string' ? `Must be ${hint}.` : `Must match ${textOf(error.schema)}.`,
      allowed: [textOf(error.schema)],
    };
  },
  format: (error) => ({
    code: 'invalid-format',
    detail: `Must be ${article(textOf(error.schema))}.`,
    allowed: [textOf(error.schema)],
  }),
  minimum: (error) => ({ code: 'out-of-range', detail: `Must be ${range(schemaOf(error))}.` }),
  maximum: (error) => ({ code: 'out-of-range', detail: `Must be ${range(schemaOf(error))}.` }),
  minLength: (error) => ({ code: 'too-short', detail: `Must have at least ${error.schema} characters.` }),
  maxLength: (error) => ({ code: 'too-long', detail: `Must have at most ${error.schema} characters.` }),
  minItems: (error) => ({ code: 'too-few', detail: `Must have at least ${error.schema} items.` }),
  maxItems: (error) => ({ code: 'too-many', detail: `Must have at most ${error.schema} items.` }),
  minProperties: (error) => ({ code: 'too-few', detail: `Must have at least ${error.schema} members.` }),
  maxProperties: (error) => ({ code: 'too-many', detail: `Must have at most ${error.schema} members.` }),
  uniqueItems: () => ({ code: 'duplicate', detail: 'The items must differ from each other.' }),
};

const pointerFor = (error: ErrorObject, at: string | undefined): string => {
  const name = at ?? error.propertyName;
  return name === undefined ? error.instancePath : `${error.instancePath}${pointerOf(name)}`;
};

const problemFrom = (error: ErrorObject, part: RequestPart): RequestProblem => {
  const finding = findings[error.keyword]?.(error, part) ?? {
    code: 'invalid',
    detail: 'The value is not valid.',
  };
  const { detail, allowed } = finding;
  const code = error.propertyName === undefined ? finding.code : 'invalid-name';
  return {
    ...(part === 'body' ? {} : { in: part }),
    pointer: pointerFor(error, finding.at),
    code,
    detail,
    ...(allowed === undefined ? {} : { allowed }),
  };
};

/** Every problem that Ajv found, once each, in words; values of the request are never repeated. */
export const problemsFrom = (
  errors: readonly ErrorObject[],
  part: RequestPart,
): readonly RequestProblem[] => {
  const seen = new Set<string>();
  const problems: RequestProblem[] = [];
  for (const error of withoutBranchNoise(errors)) {
    if (problems.length === problemsShown) break;
    const problem = problemFrom(error, part);
    const identity = `${problem.pointer} ${problem.code}`;
    if (seen.has(identity)) continue;
    seen.add(identity);
    problems.push(problem);
  }
  return problems;
};
