import { IssuerStoreError } from './contract.ts';

export interface HttpObjectsOptions {
  readonly fetch: typeof fetch;
  /** Header fields of every call, such as the token; asked before each. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
}

/** Calls of an object store by HTTP: every refusal but "not there" is an error. */
export const createHttpObjects = ({ fetch: send, headers }: HttpObjectsOptions) => {
  const call = async (
    method: string,
    url: string,
    more: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Response> => {
    try {
      return await send(url, {
        method,
        headers: { ...(await headers()), ...more },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      });
    } catch {
      throw new IssuerStoreError('NoAnswer', "The store of the issuers' documents does not answer.");
    }
  };
  const demand = async (answer: Response, mayBeMissing: boolean): Promise<string> => {
    const text = await answer.text();
    if (answer.ok || (mayBeMissing && answer.status === 404)) return text;
    throw new IssuerStoreError(
      `Http${answer.status}`,
      `The store of the issuers' documents refuses with status ${answer.status}.`,
    );
  };
  return {
    write: async (
      method: 'PUT' | 'POST',
      url: string,
      fields: Readonly<Record<string, string>>,
      body: string,
    ): Promise<void> => {
      await demand(await call(method, url, fields, body), false);
    },
    remove: async (url: string): Promise<void> => {
      await demand(await call('DELETE', url), true);
    },
    read: async (url: string): Promise<string> => demand(await call('GET', url), false),
  };
};
