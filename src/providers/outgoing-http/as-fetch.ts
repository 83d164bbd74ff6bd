import { OutgoingError, type OutgoingFetchInit, type OutgoingHttp } from './contract.ts';

const methodOf = (method: string | undefined): 'GET' | 'POST' => {
  const name = (method ?? 'GET').toUpperCase();
  if (name === 'GET' || name === 'POST') return name;
  throw new TypeError(`outgoing requests are GET or POST, not ${name}`);
};

const headersOf = ({ headers, body }: OutgoingFetchInit): Record<string, string> => ({
  ...(body instanceof URLSearchParams
    ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
    : {}),
  ...(headers instanceof Headers ? Object.fromEntries(headers) : headers),
});

const bodyOf = (body: OutgoingFetchInit['body']): { readonly body?: string | Uint8Array } => {
  if (body === undefined || body === null) return {};
  return { body: body instanceof URLSearchParams ? body.toString() : body };
};

/** WHATWG fetch, section 2.2.3: these have no body. */
const withoutBody = [204, 205, 304];

const unusable = (): OutgoingError => new OutgoingError({ kind: 'unreachable', cause: 'answer' });

const toResponse = (
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): Response => {
  // `Response` takes no other status; nobody answers so but to see what happens.
  if (status < 200 || status > 599) throw unusable();
  return new Response(withoutBody.includes(status) ? null : Buffer.from(body), { status, headers });
};

/** `fetch` as jose and openid-client call it, on top of `send`. */
export const toFetch =
  (send: OutgoingHttp['send']): OutgoingHttp['fetch'] =>
  async (url, init = {}) => {
    const outcome = await send({
      url: String(url),
      method: methodOf(init.method),
      headers: headersOf(init),
      ...bodyOf(init.body),
      ...(init.signal ? { signal: init.signal } : {}),
    });
    if (outcome.kind !== 'answered') throw new OutgoingError(outcome);
    return toResponse(outcome.status, outcome.headers, outcome.body);
  };
