import { isJsonObject, type JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError } from '../../contract.ts';
import { isNotFound, refusalOf } from './azure-errors.ts';

export interface AzureTokens {
  /** An access token for the management API. Throws a `CloudError` of kind `credentials`. */
  get(): Promise<string>;
}

export interface AzureApiOptions {
  /** `https://management.azure.com`, without a slash at the end. */
  readonly endpoint: string;
  readonly fetch: typeof fetch;
  readonly tokens: AzureTokens;
  readonly timeoutMs: number;
}

export interface AzureReply {
  readonly status: number;
  readonly body: JsonObject;
  readonly retryAfterSeconds?: number;
}

/** Calls of Azure Resource Manager in the name of one credential. Every refusal is a `CloudError`. */
export interface AzureApi {
  call(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    id: string,
    apiVersion: string,
    body?: JsonObject,
  ): Promise<AzureReply>;
  /** Undefined when it does not exist; not allowed to look is an error. */
  get(id: string, apiVersion: string): Promise<JsonObject | undefined>;
  /** Every item of every page. */
  list(
    path: string,
    apiVersion: string,
    query?: Readonly<Record<string, string>>,
  ): Promise<readonly JsonObject[]>;
}

/** More pages than any subscription has: a list without an end is a fault. */
const mostPages = 500;

const parse = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isLost = (error: unknown): boolean =>
  (error instanceof TypeError && error.cause !== undefined) ||
  (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError'));

const lost = (isWrite: boolean): CloudError =>
  new CloudError(
    isWrite ? 'unknownOutcome' : 'transient',
    'ConnectionLost',
    'The connection to Azure was lost.',
  );

const retryAfterOf = (headers: Headers): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};

export const createAzureApi = ({ endpoint, fetch: send, tokens, timeoutMs }: AzureApiOptions): AzureApi => {
  const exchange = async (method: string, url: string, body: JsonObject | undefined): Promise<AzureReply> => {
    const isWrite = method !== 'GET';
    const token = await tokens.get();
    let response: Response;
    let text: string;
    try {
      response = await send(url, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await response.text();
    } catch (error) {
      throw isLost(error) ? lost(isWrite) : error;
    }
    const parsed = parse(text);
    const retryAfterSeconds = retryAfterOf(response.headers);
    if (!response.ok) throw refusalOf(response.status, parsed, isWrite, retryAfterSeconds);
    if (parsed === undefined) throw lost(isWrite);
    return {
      status: response.status,
      body: parsed,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    };
  };

  const call: AzureApi['call'] = (method, id, apiVersion, body) =>
    exchange(method, `${endpoint}${encodeURI(id)}?api-version=${apiVersion}`, body);

  return {
    call,
    get: async (id, apiVersion) => {
      try {
        return (await call('GET', id, apiVersion)).body;
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    list: async (path, apiVersion, query = {}) => {
      const items: JsonObject[] = [];
      const search = new URLSearchParams({ 'api-version': apiVersion, ...query });
      let url: string | undefined = `${endpoint}${encodeURI(path)}?${search}`;
      for (let pages = 0; url !== undefined; pages += 1) {
        if (pages >= mostPages)
          throw new CloudError('transient', 'EndlessList', 'A list of Azure has no end.');
        const { body } = await exchange('GET', url, undefined);
        const { value, nextLink } = body;
        if (!Array.isArray(value))
          throw new CloudError('transient', 'BadAnswer', 'Azure gave an answer that is no list.');
        items.push(...value.filter(isJsonObject));
        url = typeof nextLink === 'string' && nextLink !== '' ? nextLink : undefined;
      }
      return items;
    },
  };
};
