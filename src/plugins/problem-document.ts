import { type BerthError, errorCatalogue } from '../domain/shared/error.ts';
import type { Links } from './links.ts';
import type { RequestProblem } from './request-problem.ts';

/** RFC 9457 problem details with our members. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Id of the request, as in the Request-Id field. */
  readonly instance: string;
  readonly code: string;
  readonly retryable: boolean;
  readonly docs: string;
  readonly errors: readonly RequestProblem[];
}

// What a 5xx says never depends on what went wrong inside.
const serverDetails: Readonly<Record<string, string>> = {
  internal: 'The request failed through a fault of Berth. It is recorded under the id of this request.',
  unavailable: 'Something that Berth needs does not answer now. Try again after the time in Retry-After.',
};

export const problemDocument = (error: BerthError, requestId: string, links: Links): ProblemDocument => {
  const { status, title, retryable } = errorCatalogue[error.code];
  const page = links.errorPage(error.code);
  return {
    ...error.extensions,
    type: page,
    title,
    status,
    detail: serverDetails[error.code] ?? error.message,
    instance: requestId,
    code: error.code,
    retryable,
    docs: page,
    errors: error.problems,
  };
};
