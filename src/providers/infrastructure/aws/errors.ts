import type { CloudErrorKind } from '../../../domain/infrastructure/cloud-failure.ts';
import { cutText } from '../../../domain/shared/cut-text.ts';
import { CloudError } from '../contract.ts';

/**
 * Codes of AWS and what they mean; the first line that fits counts. Source: the error code pages of EC2, IAM, STS, Route 53,
 * ELB, S3 and RAM. What is missing is told by its HTTP status.
 */
const kinds: readonly (readonly [pattern: RegExp, kind: CloudErrorKind])[] = [
  [/^(?:Throttl|RequestThrottled|RequestLimitExceeded|TooManyRequests|SlowDown|BandwidthLimit)/, 'throttled'],
  [/^(?:EC2ThrottledException|ThrottledException)$/, 'throttled'],
  [
    /^(?:ExpiredToken|InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|InvalidAccessKeyId)/,
    'credentials',
  ],
  [
    /^(?:AuthFailure|RequestExpired|OptInRequired|MissingAuthenticationToken|TokenRefreshRequired)/,
    'credentials',
  ],
  [/^(?:CredentialsProviderError|RegionDisabledException|Blocked|PendingVerification)$/, 'credentials'],
  [/^(?:UnauthorizedOperation|AccessDenied|NotAuthorized|OperationNotPermitted)/, 'permission'],
  [/^Insufficient/, 'capacity'],
  [
    /LimitExceeded|LimitsExceeded|QuotaExceeded|^TooMany(?:HostedZones|VPCAssociation|Buckets|LoadBalancers)/,
    'quota',
  ],
  [/NotFound|^NoSuch|^Unknown(?:Resource|VPC)|^InvalidVPCId$|NotAttached$/, 'conflict'],
  [
    /DependencyViolation|InUse$|ResourceInUse|DeleteConflict|ConcurrentModification|PriorRequestNotComplete/,
    'conflict',
  ],
  [
    /^(?:IncorrectState|IncorrectInstanceState|InvalidState|IncorrectModificationState|ServiceUnmodifiable)/,
    'conflict',
  ],
  [
    /AlreadyExists|AlreadyAssociated|^InvalidSubnet\.Conflict$|^ConflictingDomain|NotEmpty$|^OperationAborted$/,
    'conflict',
  ],
  [/^LastVPCAssociation$|^ExistingVpcEndpointConnections$|^UnmodifiableEntity/, 'conflict'],
];

/** Nothing was sent: the host is not there, or does not let us in. */
const unsent = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Facts about what an SDK of AWS throws. */
interface Thrown {
  readonly code: string;
  readonly message: string;
  readonly status: number | undefined;
  readonly isUnsent: boolean;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const readThrown = (error: unknown): Thrown => {
  if (!(error instanceof Error))
    return { code: 'Unknown', message: String(error), status: undefined, isUnsent: false };
  const { name, message } = error;
  const { code, $metadata, Code } = error as {
    readonly code?: unknown;
    readonly Code?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  const transport = textOf(code) ?? '';
  return {
    code: textOf(Code) ?? (name === 'Error' && transport !== '' ? transport : name),
    message,
    // What was not a refusal of AWS has no status, or that of the transport.
    status: $metadata?.httpStatusCode,
    isUnsent: unsent.test(transport) || unsent.test(name),
  };
};

/** A refusal carries a blob of some kilobytes that only the account's administrator can read. */
const tidy = (message: string): string =>
  cutText(message.replace(/\s*Encoded authorization failure message: .*/s, '').replace(/\s+/g, ' '), 400);

const kindOf = ({ code, message, status, isUnsent }: Thrown, isWrite: boolean): CloudErrorKind => {
  // A principal that was just made is not known everywhere yet.
  if (code.startsWith('MalformedPolicyDocument') && /invalid principal/i.test(message)) return 'conflict';
  // Another thing has it, or still has it while it goes itself.
  if (code === 'InvalidParameterValue' && /currently in use/i.test(message)) return 'conflict';
  if (code === 'AuthFailure' && /permission to access the specified resource/i.test(message))
    return 'conflict';
  // One of AWS's own that this partition does not have.
  if (code.startsWith('NoSuchEntity') && /is not attachable/.test(message)) return 'invalid';
  const known = kinds.find(([pattern]) => pattern.test(code));
  if (known !== undefined) return known[1];
  if (isUnsent) return 'transient';
  if (status === 429) return 'throttled';
  if (status !== undefined && status >= 400 && status < 500) return 'invalid';
  // The server had it, or may have had it.
  return isWrite ? 'unknownOutcome' : 'transient';
};

/** What a call to AWS threw, as the refusal that it is. `isWrite`: the call changes something. */
export const toCloudError = (error: unknown, isWrite: boolean): CloudError => {
  if (error instanceof CloudError) return error;
  const thrown = readThrown(error);
  return new CloudError(kindOf(thrown, isWrite), thrown.code, tidy(thrown.message));
};

/** The thing is not there. AWS names it for each kind of thing. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof CloudError && /NotFound|^NoSuch|^UnknownResource/.test(error.code);

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof CloudError &&
  codes.some((code) => error.code === code || error.code === `${code}Exception`);

/** The answer, or undefined when the thing is not there. */
export const unlessMissing = async <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
};

/** Does it, and takes it well when it is as wanted already. */
export const unlessRefusedWith = async (
  asked: Promise<unknown>,
  ...codes: readonly string[]
): Promise<'done' | 'refused'> => {
  try {
    await asked;
    return 'done';
  } catch (error) {
    if (hasCode(error, ...codes)) return 'refused';
    throw error;
  }
};
