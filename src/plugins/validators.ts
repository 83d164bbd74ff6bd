import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaValidationError } from 'fastify';
import type { FieldProblem } from '../domain/shared/problem.ts';
import type { BerthApp } from './http-app.ts';
import { readParameters } from './query-parameters.ts';
import { malformedRequest, type RequestPart } from './request-problem.ts';
import { problemsFrom } from './validation-problems.ts';

/** Keywords that only describe. */
const annotations = ['x-format-hint', 'x-extensible-enum', 'x-multiline', 'example'];

// `verbose` keeps the schema beside each error, so that a problem can say what is allowed.
const createAjv = (): Ajv => {
  const ajv = new Ajv({
    strict: true,
    strictTypes: true,
    strictTuples: true,
    // `oneOf: [{ required: … }]` names members that are defined outside of it.
    strictRequired: false,
    allErrors: true,
    verbose: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    allowUnionTypes: true,
    discriminator: true,
    addUsedSchema: false,
  });
  formats.default(ajv, ['date-time', 'duration', 'uri']);
  for (const annotation of annotations) ajv.addKeyword(annotation);
  return ajv;
};

const ajv = createAjv();

/** Checks a value against a request schema, outside of a request: what a merge patch made of a resource. */
export const createChecker = (schema: object): ((value: unknown) => readonly FieldProblem[]) => {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? [] : problemsFrom(validate.errors ?? [], 'body'));
};

const partOf = (context: string): RequestPart => {
  if (context === 'querystring') return 'query';
  if (context === 'params') return 'path';
  return context === 'headers' ? 'header' : 'body';
};

const compileQuery = (schema: object): ValidateFunction => {
  const validate = ajv.compile(schema);
  const read = (parameters: Record<string, unknown>): boolean => {
    readParameters(schema, parameters);
    const valid = validate(parameters);
    reader.errors = validate.errors ?? null;
    return valid;
  };
  const reader = Object.assign(read, { errors: null as ErrorObject[] | null });
  return reader as unknown as ValidateFunction;
};

const details: Record<RequestPart, string> = {
  body: 'The body does not fit what this operation takes.',
  query: 'A query parameter is not right.',
  path: 'The address is not right.',
  header: 'A header field is not right.',
};

/** Validates without changing: no coercion, no defaults, nothing removed; all problems at once. */
export const registerValidators = (app: BerthApp): void => {
  app.setValidatorCompiler<object>(({ schema, httpPart }) =>
    httpPart === 'querystring' ? compileQuery(schema) : ajv.compile(schema),
  );
  app.setSchemaErrorFormatter((errors: FastifySchemaValidationError[], context) => {
    const part = partOf(context);
    return malformedRequest(details[part], problemsFrom(errors as ErrorObject[], part));
  });
};
