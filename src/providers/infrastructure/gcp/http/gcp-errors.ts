import type { CloudErrorKind } from '../../../../domain/infrastructure/cloud-failure.ts';
import { cutText } from '../../../../domain/shared/cut-text.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError } from '../../contract.ts';
import { objectOf, objectsOf, textOf } from '../../rest/json-fields.ts';
import { refusalKind } from '../../rest/refusal-kind.ts';

/** An answer that says no. */
export interface Refusal {
  readonly status: number;
  /** Most telling first: reason of ErrorInfo, reasons of the older form, status of the newer one. */
  readonly reasons: readonly string[];
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** Reasons of Compute Engine (lower case), of its operations and of the newer APIs (upper case). Source: the error pages of each. */
const kinds: Readonly<Record<string, CloudErrorKind>> = {
  rateLimitExceeded: 'throttled',
  userRateLimitExceeded: 'throttled',
  concurrentLimitExceeded: 'throttled',
  RATE_LIMIT_EXCEEDED: 'throttled',
  quotaExceeded: 'quota',
  limitExceeded: 'quota',
  QUOTA_EXCEEDED: 'quota',
  RESOURCE_EXHAUSTED: 'quota',
  resourcePoolExhausted: 'capacity',
  ZONE_RESOURCE_POOL_EXHAUSTED: 'capacity',
  ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS: 'capacity',
  authError: 'credentials',
  UNAUTHENTICATED: 'credentials',
  ACCESS_TOKEN_EXPIRED: 'credentials',
  forbidden: 'permission',
  insufficientPermissions: 'permission',
  accessNotConfigured: 'permission',
  PERMISSION_DENIED: 'permission',
  IAM_PERMISSION_DENIED: 'permission',
  SERVICE_DISABLED: 'permission',
  alreadyExists: 'conflict',
  ALREADY_EXISTS: 'conflict',
  notFound: 'conflict',
  NOT_FOUND: 'conflict',
  resourceNotReady: 'conflict',
  RESOURCE_NOT_READY: 'conflict',
  resourceInUseByAnotherResource: 'conflict',
  RESOURCE_IN_USE_BY_ANOTHER_RESOURCE: 'conflict',
  resourceInUse: 'conflict',
  conditionNotMet: 'conflict',
  conflict: 'conflict',
  containerNotEmpty: 'conflict',
  ABORTED: 'conflict',
  FAILED_PRECONDITION: 'conflict',
};

/** @param isWrite after a fault it is not known what a write did; a read did nothing. */
export const refusalError = (refusal: Refusal, isWrite: boolean): CloudError => {
  const { status, reasons, message, retryAfterSeconds } = refusal;
  const code = reasons[0] ?? `HTTP ${status}`;
  const known = reasons.map((reason) => kinds[reason]).find((kind) => kind !== undefined);
  return new CloudError(refusalKind(status, known, isWrite), code, cutText(message, 500), retryAfterSeconds);
};

const retryAfterOf = (headers: Headers): { readonly retryAfterSeconds?: number } => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? { retryAfterSeconds: seconds } : {};
};

export const readRefusal = (response: Response, body: JsonObject | undefined): Refusal => {
  const error = objectOf(body, 'error');
  const reasons = [
    ...objectsOf(error, 'details').flatMap((detail) => textOf(detail, 'reason') ?? []),
    ...objectsOf(error, 'errors').flatMap((entry) => textOf(entry, 'reason') ?? []),
    ...[textOf(error, 'status') ?? textOf(body, 'error')].flatMap((status) => status ?? []),
  ];
  const message = textOf(error, 'message') ?? textOf(body, 'error_description') ?? response.statusText;
  return { status: response.status, reasons, message, ...retryAfterOf(response.headers) };
};

/** What an operation failed with; undefined when it did not. */
export const operationError = (operation: JsonObject | undefined): CloudError | undefined => {
  const error = objectOf(operation, 'error');
  if (error === undefined) return undefined;
  const first = objectsOf(error, 'errors')[0] ?? error;
  const code = textOf(first, 'code') ?? textOf(error, 'status') ?? 'OPERATION_FAILED';
  const message = textOf(first, 'message') ?? 'The operation failed.';
  return new CloudError(kinds[code] ?? 'invalid', code, cutText(message, 500));
};

const codes = {
  notFound: ['notFound', 'NOT_FOUND'],
  alreadyExists: ['alreadyExists', 'ALREADY_EXISTS'],
  inUse: ['resourceInUseByAnotherResource', 'RESOURCE_IN_USE_BY_ANOTHER_RESOURCE', 'resourceInUse'],
  notReady: ['resourceNotReady', 'RESOURCE_NOT_READY'],
  /** Somebody else has written in between. */
  outdated: ['ABORTED', 'conditionNotMet'],
  badArgument: ['INVALID_ARGUMENT', 'badRequest', 'invalid'],
} as const satisfies Record<string, readonly string[]>;

export const isRefusal = (error: unknown, what: keyof typeof codes): error is CloudError =>
  error instanceof CloudError && (codes[what] as readonly string[]).includes(error.code);
