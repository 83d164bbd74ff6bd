import { ApiError, type ErrorSubject, qualifiedName, type StatusCause } from './api-error.ts';

// The texts are kube-apiserver's own: k8s.io/apimachinery/pkg/api/errors.

export const notFound = (subject: ErrorSubject): ApiError =>
  new ApiError({
    code: 404,
    reason: 'NotFound',
    message: `${qualifiedName(subject)} "${subject.name ?? ''}" not found`,
    subject,
  });

/** A path inside an API group that is built in. */
export const unknownResource = (): ApiError =>
  new ApiError({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    subject: { group: '', kind: '' },
  });

/** A path that belongs to nothing; kube-apiserver answers it with plain text. */
export const unknownPath = (): ApiError =>
  new ApiError({
    plainText: '404 page not found\n',
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
  });

export const alreadyExists = (subject: ErrorSubject, isBeingDeleted = false): ApiError =>
  new ApiError({
    code: 409,
    reason: 'AlreadyExists',
    message: `${isBeingDeleted ? 'object is being deleted: ' : ''}${qualifiedName(subject)} "${subject.name ?? ''}" already exists`,
    subject,
  });

export const conflict = (subject: ErrorSubject, why: string): ApiError =>
  new ApiError({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${qualifiedName(subject)} "${subject.name ?? ''}": ${why}`,
    subject,
  });

export const staleObject = (subject: ErrorSubject): ApiError =>
  conflict(
    subject,
    'the object has been modified; please apply your changes to the latest version and try again',
  );

export const applyConflict = (message: string, causes: readonly StatusCause[]): ApiError =>
  new ApiError({ code: 409, reason: 'Conflict', message, causes });

/** One thing wrong with an object: `path: message` is how it is printed. Has the shape of kube-schema's SchemaProblem. */
export interface FieldProblem {
  readonly path: string;
  readonly reason: string;
  readonly message: string;
}

/** `subject.kind` is the kind here, not the plural. */
export const invalid = (subject: ErrorSubject, problems: readonly FieldProblem[]): ApiError => {
  const texts = [...new Set(problems.map((problem) => `${problem.path}: ${problem.message}`))];
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  return new ApiError({
    code: 422,
    reason: 'Invalid',
    message: `${qualifiedName(subject)} "${subject.name ?? ''}" is invalid: ${list}`,
    subject,
    causes: problems.map(({ path, reason, message }) => ({ reason, message, field: path })),
  });
};

/** What kube-apiserver answers where it did not think of a better code. */
export const unclassified = (message: string): ApiError => new ApiError({ code: 500, reason: '', message });

export const badRequest = (message: string): ApiError =>
  new ApiError({ code: 400, reason: 'BadRequest', message });

export const unauthorized = (): ApiError =>
  new ApiError({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });

export const forbidden = (
  subject: ErrorSubject,
  why: string,
  causes: readonly StatusCause[] = [],
): ApiError => {
  const named = subject.name ? `${qualifiedName(subject)} "${subject.name}"` : qualifiedName(subject);
  return new ApiError({
    code: 403,
    reason: 'Forbidden',
    message: `${named} is forbidden: ${why}`,
    subject,
    ...(causes.length > 0 ? { causes } : {}),
  });
};

export const methodNotAllowed = (): ApiError =>
  new ApiError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    subject: { group: '', kind: '' },
  });

export const notAcceptable = (offered: readonly string[]): ApiError =>
  new ApiError({
    code: 406,
    reason: 'NotAcceptable',
    message: `only the following media types are accepted: ${offered.join(', ')}`,
  });

export const unsupportedMediaType = (accepted: readonly string[]): ApiError =>
  new ApiError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  });

export const bodyTooLarge = (limit: number): ApiError =>
  new ApiError({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity is too large: limit is ${limit}`,
  });

export const expired = (message: string, continueToken?: string): ApiError =>
  new ApiError({ code: 410, reason: 'Expired', message, ...(continueToken ? { continueToken } : {}) });

export const tooOldVersion = (wanted: number, oldest: number): ApiError =>
  expired(`too old resource version: ${wanted} (${oldest})`);

export const tooLargeVersion = (wanted: number, current: number): ApiError =>
  new ApiError({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${wanted}, current: ${current}`,
    retryAfterSeconds: 1,
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version', field: '' }],
  });

export const unavailable = (message: string): ApiError =>
  new ApiError({ code: 503, reason: 'ServiceUnavailable', message, retryAfterSeconds: 1 });

export const internalError = (message: string): ApiError =>
  new ApiError({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${message}`,
    causes: [{ reason: '', message, field: '' }],
  });
