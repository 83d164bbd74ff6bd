import { isJsonObject } from '../../domain/shared/json.ts';

/** What an API server answered instead of the object, or that it could not be reached (`status` 0). */
export class KubeApiError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, reason: string, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'KubeApiError';
    this.status = status;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof KubeApiError && error.status === status;

export const errorFromResponse = (
  status: number,
  body: string,
  retryAfter: string | undefined,
): KubeApiError => {
  const seconds = retryAfter === undefined ? Number.NaN : Number(retryAfter);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return new KubeApiError(status, 'Unreadable', `HTTP ${status}: ${body.slice(0, 200)}`, retryAfterMs);
  }
  const text = isJsonObject(parsed) ? parsed : {};
  const reason = typeof text['reason'] === 'string' ? text['reason'] : 'Unknown';
  const message = typeof text['message'] === 'string' ? text['message'] : `HTTP ${status}`;
  return new KubeApiError(status, reason, message, retryAfterMs);
};
