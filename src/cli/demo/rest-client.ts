import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** An answer that was not a success. */
class RestError extends Error {
  readonly status: number;
  readonly problem: unknown;

  constructor(method: string, path: string, status: number, problem: unknown) {
    super(`${method} ${path} answered ${status}: ${JSON.stringify(problem)}`);
    this.status = status;
    this.problem = problem;
  }
}

export interface RestClient {
  get<Body>(path: string): Promise<Body>;
  /** Repeated with the same Idempotency-Key while the server cannot be reached: it is carried out once. */
  post<Body>(path: string, body: unknown): Promise<Body>;
  put<Body>(path: string, body: unknown): Promise<Body>;
  delete<Body>(path: string): Promise<Body>;
}

/** How long a server that does not answer is asked again. */
const patienceMs = 60_000;

const isPassing = (error: unknown): boolean =>
  error instanceof RestError ? error.status === 503 || error.status === 429 : error instanceof TypeError;

/** A client as a careful user would write it: every write may be repeated, and is while the server is away. */
export const createRestClient = (baseUrl: string, key: string): RestClient => {
  const once = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new RestError(method, path, response.status, answer);
    return answer;
  };

  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const end = performance.now() + patienceMs;
    for (;;) {
      try {
        return (await once(method, path, headers, body)) as Body;
      } catch (error) {
        if (!isPassing(error) || performance.now() > end) throw error;
        await delay(250);
      }
    }
  };

  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
  };
};
