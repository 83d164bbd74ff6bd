import { isJsonObject, type JsonObject } from '../../domain/shared/json.ts';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { ManagementClusterError, type ManagementClusterErrorKind, redactText } from './errors.ts';
import type { ResolvedKind } from './kinds.ts';
import type { HttpResponse } from './transport.ts';

/** An answer of the server. `body` is undefined when it is not a JSON object with an apiVersion and a kind. */
export interface Answer {
  readonly status: number;
  readonly body: JsonObject | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** What the server said about a failure, without credentials. */
  readonly words: string;
}

/** Longer than any pause that an API server asks for; keeps a wrong clock or a joke from stopping us for ever. */
const LONGEST_RETRY_AFTER = 3600;

const parseRetryAfter = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined || header === '') return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds)
    ? Math.min(LONGEST_RETRY_AFTER, Math.max(0, Math.ceil(seconds)))
    : undefined;
};

const parseBody = (response: HttpResponse): JsonObject | undefined => {
  if (!/^application\/json\b/.test(response.headers['content-type'] ?? '')) return undefined;
  try {
    const parsed: unknown = JSON.parse(response.body);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

const isStatus = (body: JsonObject | undefined): body is JsonObject => body?.['kind'] === 'Status';

const detailsOf = (body: JsonObject): JsonObject => (isJsonObject(body['details']) ? body['details'] : {});

/** A Status that says: this very object is not there. A missing namespace, kind or page is something else. */
export const saysAbsent = ({ status, body }: Answer, kind: ResolvedKind, name: string): boolean => {
  if (status !== 404 || !isStatus(body) || body['reason'] !== 'NotFound') return false;
  const details = detailsOf(body);
  return (
    details['name'] === name && details['kind'] === kind.plural && (details['group'] ?? '') === kind.group
  );
};

const isNamespaceEnding = (body: JsonObject): boolean => {
  const { causes } = detailsOf(body);
  const all: readonly unknown[] = Array.isArray(causes) ? causes : [];
  return all.some((cause) => isJsonObject(cause) && cause['reason'] === 'NamespaceTerminating');
};

/** Without a Status the answer is not from the API server, but a refusal of credentials or load is believed anyway. */
const kindOf = ({ status, body }: Answer): ManagementClusterErrorKind => {
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'throttled';
  if (status === 408 || status === 504) return 'timeout';
  if (status >= 500) return 'unavailable';
  if (status === 403) return isStatus(body) && isNamespaceEnding(body) ? 'conflict' : 'forbidden';
  if (status < 400 || !isStatus(body)) return 'nonsense';
  return status === 404 || status === 409 || status === 410 ? 'conflict' : 'invalid';
};

const wordsOf = (status: number, body: JsonObject | undefined): string => {
  if (isStatus(body) && typeof body['message'] === 'string' && body['message'] !== '') return body['message'];
  if (status >= 300 && status < 400) return `redirect (HTTP ${status}) refused`;
  return `HTTP ${status} that is not an answer of the Kubernetes API`;
};

/** `sent` are values that must not come back in the server's words. */
export const parseAnswer = (response: HttpResponse, now: number, sent: readonly string[] = []): Answer => {
  const { status } = response;
  const body = parseBody(response);
  const suggested = isStatus(body) ? detailsOf(body)['retryAfterSeconds'] : undefined;
  return {
    status,
    body,
    retryAfterSeconds:
      parseRetryAfter(response.headers['retry-after'], now) ??
      (typeof suggested === 'number' ? suggested : undefined),
    words: redactText(wordsOf(status, body), sent),
  };
};

/** The error that an answer other than the wanted one stands for. */
export const errorOf = (answer: Answer): ManagementClusterError =>
  new ManagementClusterError(kindOf(answer), answer.words, {
    status: answer.status,
    ...(answer.retryAfterSeconds !== undefined && { retryAfterSeconds: answer.retryAfterSeconds }),
  });

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** The body of a success; throws what a failure stands for. */
export const bodyOf = (answer: Answer): JsonObject => {
  if (!isSuccess(answer)) throw errorOf(answer);
  if (answer.body) return answer.body;
  throw new ManagementClusterError('nonsense', 'the answer is not a JSON object', { status: answer.status });
};

/** Checks that JSON is an object of the kind, with a name and a uid; fills in what list items of built-in kinds lack. */
export const asKubeObject = (value: unknown, kind: ResolvedKind): KubeObject => {
  const metadata = isJsonObject(value) ? value['metadata'] : undefined;
  const isWanted =
    isJsonObject(value) &&
    (value['kind'] ?? kind.kind) === kind.kind &&
    (value['apiVersion'] ?? kind.apiVersion) === kind.apiVersion &&
    isJsonObject(metadata) &&
    typeof metadata['name'] === 'string' &&
    typeof metadata['uid'] === 'string';
  if (!isWanted) throw new ManagementClusterError('nonsense', `the answer is not a ${kind.kind}`);
  return { ...value, apiVersion: kind.apiVersion, kind: kind.kind } as unknown as KubeObject;
};

/** The object with that name, out of a success. */
export const objectOf = (answer: Answer, kind: ResolvedKind, name: string): KubeObject => {
  const object = asKubeObject(bodyOf(answer), kind);
  if (object.metadata.name === name) return object;
  throw new ManagementClusterError('nonsense', `the answer is another ${kind.kind} than asked for`);
};
