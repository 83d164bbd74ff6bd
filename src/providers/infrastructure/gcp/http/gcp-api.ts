import type { JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError } from '../../contract.ts';
import { callJson } from '../../rest/json-call.ts';
import { textOf } from '../../rest/json-fields.ts';
import type { GcpEndpoints, GcpService } from './endpoints.ts';
import { isRefusal, readRefusal, refusalError } from './gcp-errors.ts';
import type { GcpTokens } from './gcp-tokens.ts';

type Query = Readonly<Record<string, string>>;

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly service: GcpService;
  /** Below the base of the service, without a slash at the start; its parts are safe in a URL. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: JsonObject;
  /** A POST that only reads. */
  readonly isRead?: true;
}

export interface GcpApiOptions {
  readonly endpoints: GcpEndpoints;
  readonly fetch: typeof fetch;
  readonly tokens: GcpTokens;
  readonly timeoutMs: number;
}

/** Calls of Google's REST APIs in the name of one credential. Every refusal is a `CloudError`. */
export interface GcpApi {
  call(call: Call): Promise<JsonObject>;
  /** Undefined when it does not exist. */
  get(service: GcpService, path: string, query?: Query): Promise<JsonObject | undefined>;
  /** Every page. Throws when the answer says that a part of it is missing. */
  list(service: GcpService, path: string, query?: Query): Promise<readonly JsonObject[]>;
}

/** More pages than any account has: a list without an end is a fault. */
const mostPages = 500;

const urlOf = (endpoints: GcpEndpoints, { service, path, query }: Call): string => {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  return `${endpoints[service]}/${path}${search}`;
};

export const createGcpApi = ({ endpoints, fetch: send, tokens, timeoutMs }: GcpApiOptions): GcpApi => {
  const calls = { cloud: 'Google Cloud', fetch: send, timeoutMs };

  const call: GcpApi['call'] = async (wanted) => {
    const { method, body: sent, isRead } = wanted;
    const isWrite = method !== 'GET' && isRead !== true;
    const { response, body } = await callJson(
      calls,
      {
        method,
        url: urlOf(endpoints, wanted),
        token: await tokens.get(),
        ...(sent === undefined ? {} : { body: sent }),
      },
      isWrite,
    );
    if (!response.ok) throw refusalError(readRefusal(response, body), isWrite);
    if (body === undefined)
      throw new CloudError(
        isWrite ? 'unknownOutcome' : 'transient',
        'BadAnswer',
        'Google Cloud gave an answer that is no JSON.',
      );
    return body;
  };

  const get: GcpApi['get'] = async (service, path, query) => {
    try {
      return await call({ method: 'GET', service, path, ...(query === undefined ? {} : { query }) });
    } catch (error) {
      if (isRefusal(error, 'notFound')) return undefined;
      throw error;
    }
  };

  const list: GcpApi['list'] = async (service, path, query = {}) => {
    const pages: JsonObject[] = [];
    let pageToken: string | undefined;
    do {
      const page = await call({
        method: 'GET',
        service,
        path,
        query: { ...query, ...(pageToken === undefined ? {} : { pageToken }) },
      });
      const { unreachables, unreachable } = page;
      if ([unreachables, unreachable].some((missing) => Array.isArray(missing) && missing.length > 0))
        throw new CloudError('transient', 'PartialList', 'Google Cloud could not list everything.');
      pages.push(page);
      pageToken = textOf(page, 'nextPageToken') || undefined;
      if (pages.length >= mostPages)
        throw new CloudError('transient', 'EndlessList', 'A list of Google Cloud has no end.');
    } while (pageToken !== undefined);
    return pages;
  };

  return { call, get, list };
};
