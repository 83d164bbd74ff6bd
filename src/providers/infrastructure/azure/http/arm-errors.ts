import type { CloudErrorKind } from '../../../../domain/infrastructure/cloud-failure.ts';
import { cutText } from '../../../../domain/shared/cut-text.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError } from '../../contract.ts';
import { objectOf, objectsOf, textOf } from '../../rest/json-fields.ts';
import { refusalKind } from '../../rest/refusal-kind.ts';

/** An answer that says no. */
export interface Refusal {
  readonly status: number;
  /** Of the answer itself, then of its details. */
  readonly codes: readonly string[];
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** Codes whose status alone would mislead. Source: Azure Resource Manager, common errors; the REST references of each service. */
const kinds: Readonly<Record<string, CloudErrorKind>> = {
  TooManyRequests: 'throttled',
  SubscriptionRequestsThrottled: 'throttled',
  ResourceRequestsThrottled: 'throttled',
  RoleAssignmentLimitExceeded: 'quota',
  SkuNotAvailable: 'capacity',
  AllocationFailed: 'capacity',
  ZonalAllocationFailed: 'capacity',
  OverconstrainedAllocationRequest: 'capacity',
  ExpiredAuthenticationToken: 'credentials',
  InvalidAuthenticationTokenTenant: 'credentials',
  SubscriptionNotFound: 'permission',
  ReadOnlyDisabledSubscription: 'permission',
  MissingSubscriptionRegistration: 'permission',
  RequestDisallowedByPolicy: 'permission',
  /** A principal that was just made is not known everywhere yet. */
  PrincipalNotFound: 'conflict',
  /** A thing that was just made cannot be referred to everywhere yet. */
  InvalidResourceReference: 'conflict',
  ReferencedResourceNotProvisioned: 'conflict',
  AnotherOperationInProgress: 'conflict',
  RetryableError: 'conflict',
};

const quota = /(?:Quota|Limit|Count)(?:Exceeded|LimitReached|Reached)$/;

const kindOfCode = (code: string): CloudErrorKind | undefined =>
  kinds[code] ?? (quota.test(code) ? 'quota' : undefined);

/** @param isWrite after a fault it is not known what a write did; a read did nothing. */
export const refusalError = (refusal: Refusal, isWrite: boolean): CloudError => {
  const { status, codes, message, retryAfterSeconds } = refusal;
  const code = codes[0] ?? `HTTP ${status}`;
  const known = codes.map(kindOfCode).find((kind) => kind !== undefined);
  return new CloudError(refusalKind(status, known, isWrite), code, cutText(message, 500), retryAfterSeconds);
};

/** Seconds to wait, as a number or as a date. */
export const retryAfterOf = (headers: Headers, now = Date.now()): number | undefined => {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

/** Services answer with the error itself or wrap it. */
const errorIn = (body: JsonObject | undefined): JsonObject | undefined => objectOf(body, 'error') ?? body;

export const readRefusal = (status: number, headers: Headers, body: JsonObject | undefined): Refusal => {
  const error = errorIn(body);
  const details = objectsOf(error, 'details');
  const codes = [error, ...details].flatMap((part) => textOf(part, 'code') ?? []);
  const message = [error, ...details].flatMap((part) => textOf(part, 'message') ?? []).join(' ');
  const retryAfterSeconds = retryAfterOf(headers);
  return {
    status,
    codes,
    message: message === '' ? `Azure answered with status ${status}.` : message,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
};

/** The thing is not there. That its subscription cannot be seen, or its type is not known, says nothing about it. */
export const saysAbsent = ({ status, codes }: Refusal): boolean =>
  status === 404 &&
  !codes.some((code) =>
    ['SubscriptionNotFound', 'InvalidSubscriptionId', 'InvalidResourceType', 'TenantNotFound'].includes(code),
  );

/** What else hangs on the thing keeps it, until it is gone or somebody lets it go. */
const blockers =
  /^(?:InUse\w+CannotBeDeleted|\w+CannotBeDeleted|ScopeLocked|CannotDeleteResource|NicInUse|ResourceGroupDeletionBlocked|OperationNotAllowed)$/;

export const saysBlocked = (error: unknown): error is CloudError =>
  error instanceof CloudError && blockers.test(error.code);
