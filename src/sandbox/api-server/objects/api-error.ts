import type { JsonObject } from '../../../domain/shared/json.ts';

export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  /** Empty where the cause is no field. */
  readonly field: string;
}

/** What an error is about, as it stands in the `details` of a Status. `kind` is the plural for most errors, the kind for 422. */
export interface ErrorSubject {
  readonly group: string;
  readonly kind: string;
  readonly name?: string;
}

export interface ApiErrorParts {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly subject?: ErrorSubject;
  readonly causes?: readonly StatusCause[];
  readonly uid?: string;
  /** Seconds; also sent as the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** A token with which a list whose continue token expired may go on. */
  readonly continueToken?: string;
  /** Sent in place of a Status. */
  readonly plainText?: string;
}

/** An answer that is not a success; becomes a Kubernetes `Status` body. */
export class ApiError extends Error {
  readonly parts: ApiErrorParts;

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.name = 'ApiError';
    this.parts = parts;
  }
}

const causeOf = ({ reason, message, field }: StatusCause): JsonObject => ({
  ...(reason ? { reason } : {}),
  ...(message ? { message } : {}),
  ...(field ? { field } : {}),
});

const detailsOf = ({ subject, causes, uid, retryAfterSeconds }: ApiErrorParts): JsonObject | undefined => {
  if (!subject && !causes && !uid && retryAfterSeconds === undefined) return undefined;
  return {
    ...(subject?.name ? { name: subject.name } : {}),
    ...(subject?.group ? { group: subject.group } : {}),
    ...(subject?.kind ? { kind: subject.kind } : {}),
    ...(uid ? { uid } : {}),
    ...(causes ? { causes: causes.map(causeOf) } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
};

export const statusOf = (error: ApiError): JsonObject => {
  const { code, reason, message, continueToken } = error.parts;
  const details = detailsOf(error.parts);
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: continueToken ? { continue: continueToken } : {},
    status: 'Failure',
    message,
    ...(reason ? { reason } : {}),
    ...(details ? { details } : {}),
    code,
  };
};

export const successStatus = (subject: ErrorSubject, uid: string | undefined): JsonObject => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  details: {
    ...(subject.name ? { name: subject.name } : {}),
    ...(subject.group ? { group: subject.group } : {}),
    kind: subject.kind,
    ...(uid ? { uid } : {}),
  },
});

export const qualifiedName = ({ group, kind }: ErrorSubject): string => (group ? `${kind}.${group}` : kind);
