import type { CloudErrorKind } from '../../../../domain/infrastructure/cloud-failure.ts';
import { cutText } from '../../../../domain/shared/cut-text.ts';
import { isJsonObject, type JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError } from '../../contract.ts';

/** Codes of Azure Resource Manager and of its providers. Source: the pages of error codes of each. */
const kinds: Readonly<Record<string, CloudErrorKind>> = {
  TooManyRequests: 'throttled',
  SubscriptionRequestsThrottled: 'throttled',
  OperationNotAllowed: 'quota',
  QuotaExceeded: 'quota',
  ResourceGroupQuotaExceeded: 'quota',
  RoleAssignmentLimitExceeded: 'quota',
  PublicIPCountLimitReached: 'quota',
  SubnetCountLimitReached: 'quota',
  SkuNotAvailable: 'capacity',
  ZonalAllocationFailed: 'capacity',
  AllocationFailed: 'capacity',
  InvalidAuthenticationToken: 'credentials',
  ExpiredAuthenticationToken: 'credentials',
  InvalidAuthenticationTokenTenant: 'credentials',
  AuthenticationFailed: 'credentials',
  AuthorizationFailed: 'permission',
  LinkedAuthorizationFailed: 'permission',
  RequestDisallowedByPolicy: 'permission',
  ReadOnlyDisabledSubscription: 'permission',
  ScopeLocked: 'permission',
  AnotherOperationInProgress: 'conflict',
  RetryableError: 'conflict',
  ResourceGroupBeingDeleted: 'conflict',
  ResourceGroupNotFound: 'conflict',
  ParentResourceNotFound: 'conflict',
  InvalidResourceReference: 'conflict',
  ReferencedResourceNotProvisioned: 'conflict',
  PrincipalNotFound: 'conflict',
  RoleAssignmentExists: 'foreign',
  RoleAssignmentUpdateNotPermitted: 'conflict',
  ConcurrentFederatedIdentityCredentialsWritesForSingleManagedIdentity: 'conflict',
  CanNotDelete: 'conflict',
  CannotDeleteResource: 'conflict',
  InUseSubnetCannotBeDeleted: 'conflict',
  InUseNetworkSecurityGroupCannotBeDeleted: 'conflict',
  PublicIPAddressCannotBeDeleted: 'conflict',
};

const byStatus: Readonly<Record<number, CloudErrorKind>> = {
  400: 'invalid',
  401: 'credentials',
  403: 'permission',
  404: 'conflict',
  408: 'transient',
  409: 'conflict',
  412: 'conflict',
  429: 'throttled',
};

/** A refusal with the status that came with it. */
export class AzureRefusal extends CloudError {
  readonly status: number;

  constructor(
    status: number,
    kind: CloudErrorKind,
    code: string,
    message: string,
    retryAfterSeconds?: number,
  ) {
    super(kind, code, message, retryAfterSeconds);
    this.name = 'AzureRefusal';
    this.status = status;
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** `error.code` and `error.message` of an answer. */
export const errorOf = (
  body: JsonObject | undefined,
): { readonly code?: string; readonly message?: string } => {
  const error = body?.['error'];
  if (!isJsonObject(error)) return {};
  const code = textOf(error['code']);
  const message = textOf(error['message']);
  return { ...(code === undefined ? {} : { code }), ...(message === undefined ? {} : { message }) };
};

/** A code that fails in the course of an operation, as a refusal. */
export const failureOf = (code: string, message: string): CloudError =>
  new CloudError(kinds[code] ?? 'transient', code, cutText(message, 1000));

/** A 5xx on a write may have done its work. */
export const refusalOf = (
  status: number,
  body: JsonObject | undefined,
  isWrite: boolean,
  retryAfterSeconds: number | undefined,
): AzureRefusal => {
  const { code = `Http${status}`, message = 'Azure gave no reason.' } = errorOf(body);
  const kind = kinds[code] ?? byStatus[status] ?? (isWrite && status >= 500 ? 'unknownOutcome' : 'transient');
  return new AzureRefusal(status, kind, code, cutText(message, 1000), retryAfterSeconds);
};

export const isNotFound = (error: unknown): boolean => error instanceof AzureRefusal && error.status === 404;
