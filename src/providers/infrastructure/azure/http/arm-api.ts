import type { JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError } from '../../contract.ts';
import { callJson, type JsonAnswer } from '../../rest/json-call.ts';
import { objectOf, objectsOf, textOf } from '../../rest/json-fields.ts';
import { readRefusal, refusalError, retryAfterOf, saysAbsent } from './arm-errors.ts';
import type { ArmTokens } from './arm-tokens.ts';

export interface ArmApiOptions {
  /** Base address of Azure Resource Manager. */
  readonly management: string;
  readonly fetch: typeof fetch;
  readonly tokens: ArmTokens;
  readonly timeoutMs: number;
}

type Query = Readonly<Record<string, string>>;

/** Where the progress of a write can be looked at. */
export interface ArmOperation {
  readonly url: string;
  readonly retryAfterSeconds?: number;
}

export interface ArmReply {
  readonly status: number;
  readonly body: JsonObject;
  /** There when the write goes on. */
  readonly operation?: ArmOperation;
}

export type OperationResult =
  | { readonly state: 'running'; readonly retryAfterSeconds?: number }
  | { readonly state: 'succeeded' }
  | { readonly state: 'failed'; readonly error: CloudError }
  /** Azure does not know it any more. */
  | { readonly state: 'forgotten' };

interface WriteOptions {
  readonly apiVersion: string;
  readonly body: JsonObject;
  /** Of what was read before: the write is refused when it has changed since. */
  readonly etag?: string;
}

/** Calls of Azure Resource Manager in the name of one credential. Every refusal is a `CloudError`. */
export interface ArmApi {
  /** Undefined when it does not exist. */
  get(path: string, apiVersion: string, query?: Query): Promise<JsonObject | undefined>;
  /** Every entry of every page. */
  list(path: string, apiVersion: string, query?: Query): Promise<readonly JsonObject[]>;
  put(path: string, options: WriteOptions): Promise<ArmReply>;
  patch(path: string, options: WriteOptions): Promise<ArmReply>;
  /** Undefined when it is not there. */
  remove(path: string, apiVersion: string): Promise<ArmReply | undefined>;
  poll(operation: ArmOperation): Promise<OperationResult>;
}

/** More pages than any subscription has: a list without an end is a fault. */
const mostPages = 1000;

interface Call {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body?: JsonObject;
  readonly etag?: string;
}

const operationOf = (headers: Headers): ArmOperation | undefined => {
  const url = headers.get('azure-asyncoperation') ?? headers.get('location');
  if (url === null) return undefined;
  const retryAfterSeconds = retryAfterOf(headers);
  return { url, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
};

export const createArmApi = (options: ArmApiOptions): ArmApi => {
  const { management, fetch: send, tokens, timeoutMs } = options;
  const calls = { cloud: 'Azure', fetch: send, timeoutMs };
  const { origin } = new URL(management);

  const urlOf = (path: string, apiVersion: string, query: Query = {}): string =>
    `${management}${path}?${new URLSearchParams({ 'api-version': apiVersion, ...query })}`;

  /** Azure hands out addresses to go on with; the token goes to Azure only. */
  const ownUrl = (link: string): string => {
    if (URL.canParse(link) && new URL(link).origin === origin) return link;
    throw new CloudError('transient', 'ForeignLink', 'Azure gave an address that is not its own.');
  };

  const call = async ({ method, url, body, etag }: Call): Promise<JsonAnswer> =>
    callJson(
      calls,
      {
        method,
        url,
        token: await tokens.get(),
        ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
        ...(body === undefined ? {} : { body }),
      },
      method !== 'GET',
    );

  const refusalOf = ({ response, body }: JsonAnswer) => readRefusal(response.status, response.headers, body);

  const read = async (url: string): Promise<JsonObject | undefined> => {
    const answer = await call({ method: 'GET', url });
    if (answer.response.ok && answer.body !== undefined) return answer.body;
    if (answer.response.ok)
      throw new CloudError('transient', 'BadAnswer', 'Azure gave an answer that is no JSON.');
    const refusal = refusalOf(answer);
    if (saysAbsent(refusal)) return undefined;
    throw refusalError(refusal, false);
  };

  const write = async (wanted: Call): Promise<ArmReply> => {
    const answer = await call(wanted);
    const { response, body = {} } = answer;
    if (!response.ok) throw refusalError(refusalOf(answer), true);
    const operation = operationOf(response.headers);
    return { status: response.status, body, ...(operation === undefined ? {} : { operation }) };
  };

  return {
    get: (path, apiVersion, query) => read(urlOf(path, apiVersion, query)),
    list: async (path, apiVersion, query) => {
      const entries: JsonObject[] = [];
      let url: string | undefined = urlOf(path, apiVersion, query);
      for (let pages = 0; url !== undefined; pages += 1) {
        if (pages >= mostPages)
          throw new CloudError('transient', 'EndlessList', 'A list of Azure has no end.');
        const page = await read(url);
        // A group that is not there has nothing in it; a page that is not there is a list that was not read.
        if (page === undefined && pages > 0)
          throw new CloudError('transient', 'PartialList', 'Azure could not list everything.');
        if (page === undefined) return [];
        entries.push(...objectsOf(page, 'value'));
        const next = textOf(page, 'nextLink');
        url = next === undefined || next === '' ? undefined : ownUrl(next);
      }
      return entries;
    },
    put: (path, { apiVersion, body, etag }) =>
      write({ method: 'PUT', url: urlOf(path, apiVersion), body, ...(etag === undefined ? {} : { etag }) }),
    patch: (path, { apiVersion, body }) => write({ method: 'PATCH', url: urlOf(path, apiVersion), body }),
    remove: async (path, apiVersion) => {
      const answer = await call({ method: 'DELETE', url: urlOf(path, apiVersion) });
      const { response, body = {} } = answer;
      const operation = operationOf(response.headers);
      if (response.ok)
        return response.status === 204
          ? undefined
          : { status: response.status, body, ...(operation === undefined ? {} : { operation }) };
      const refusal = refusalOf(answer);
      if (saysAbsent(refusal)) return undefined;
      throw refusalError(refusal, true);
    },
    poll: async ({ url }) => {
      const answer = await call({ method: 'GET', url: ownUrl(url) });
      const { response, body } = answer;
      if (response.status === 404) return { state: 'forgotten' };
      if (!response.ok) {
        const error = refusalError(refusalOf(answer), false);
        // A look that failed says nothing; a refusal at this place is the outcome.
        if (error.kind === 'transient' || error.kind === 'throttled' || error.kind === 'credentials')
          throw error;
        return { state: 'failed', error };
      }
      const status = textOf(body, 'status');
      const retryAfterSeconds = retryAfterOf(response.headers);
      const pause = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
      if (status === 'Failed' || status === 'Canceled') {
        const refusal = readRefusal(400, response.headers, objectOf(body, 'error') ?? { code: status });
        return { state: 'failed', error: refusalError(refusal, false) };
      }
      if (status === undefined ? response.status === 202 : status !== 'Succeeded')
        return { state: 'running', ...pause };
      return { state: 'succeeded' };
    },
  };
};
