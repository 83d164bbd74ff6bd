import { isJsonObject, type JsonObject } from '../../../domain/shared/json.ts';
import { CloudError } from '../contract.ts';

export interface JsonCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** Access token; it goes to this address only: redirects are refused. */
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

export interface JsonCalls {
  /** Of the cloud, for people. */
  readonly cloud: string;
  readonly fetch: typeof fetch;
  /** Of one call with its whole answer, in milliseconds. */
  readonly timeoutMs: number;
}

export interface JsonAnswer {
  readonly response: Response;
  /** Undefined: the answer is no JSON. Without a text it is empty. */
  readonly body: JsonObject | undefined;
}

const lost = (cloud: string, error: unknown, isWrite: boolean): CloudError => {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return new CloudError(
    isWrite ? 'unknownOutcome' : 'transient',
    isTimeout ? 'Timeout' : 'ConnectionLost',
    isTimeout ? `${cloud} did not answer in time.` : `The connection to ${cloud} was lost.`,
  );
};

/** What `fetch` and a body that breaks off fail with; all else is a fault of the program. */
const isLost = (error: unknown): boolean =>
  (error instanceof TypeError && error.cause !== undefined) ||
  (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError'));

const parse = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Sends one call and reads its whole answer, whatever its status. Throws `CloudError` when there is none: of a change it is not known
 * then whether it was carried out (`isWrite`).
 */
export const callJson = async (
  { cloud, fetch: send, timeoutMs }: JsonCalls,
  { method, url, token, headers = {}, body }: JsonCall,
  isWrite: boolean,
): Promise<JsonAnswer> => {
  try {
    const response = await send(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { response, body: parse(await response.text()) };
  } catch (error) {
    throw isLost(error) ? lost(cloud, error, isWrite) : error;
  }
};
