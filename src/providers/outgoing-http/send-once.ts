import { Client, type Dispatcher } from 'undici';
import type { Target } from './check-outgoing-url.ts';
import { type ConnectorParts, createConnector } from './connector.ts';
import { OutgoingError, type OutgoingOutcome, type OutgoingRequest } from './contract.ts';
import { failureOf } from './failure-of.ts';
import type { OutgoingLimits } from './limits.ts';
import { readBody } from './read-body.ts';

export type SendParts = Omit<ConnectorParts, 'target' | 'signal'> & { readonly limits: OutgoingLimits };

/** These are the connection's own. */
const ownFields = new Set(['host', 'connection', 'transfer-encoding', 'content-length', 'accept-encoding']);

const fieldsOf = (headers: OutgoingRequest['headers'] = {}): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ownFields.has(name.toLowerCase()))),
  'accept-encoding': 'identity',
});

const plainFields = (headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );

const openClient = (parts: SendParts, target: Target, signal: AbortSignal): Client =>
  new Client(target.url.origin, {
    connect: createConnector({ ...parts, target, signal }),
    pipelining: 0,
    maxHeaderSize: parts.limits.maxHeaderBytes,
    headersTimeout: parts.limits.headersMs,
    bodyTimeout: parts.limits.wholeMs,
    allowH2: false,
  });

const exchange = async (
  client: Client,
  { url }: Target,
  request: OutgoingRequest,
  maxBodyBytes: number,
  signal: AbortSignal,
  onHeaders: () => void,
): Promise<OutgoingOutcome> => {
  const { statusCode, headers, body } = await client.request({
    path: `${url.pathname}${url.search}`,
    method: request.method,
    headers: fieldsOf(request.headers),
    body: request.body ?? null,
    signal,
  });
  onHeaders();
  const bytes = await readBody(body, headers['content-length'], maxBodyBytes);
  return { kind: 'answered', status: statusCode, headers: plainFields(headers), body: bytes };
};

/** One request on a connection of its own, which is gone when this settles. */
export const sendOnce = async (
  parts: SendParts,
  target: Target,
  request: OutgoingRequest,
): Promise<OutgoingOutcome> => {
  const { limits } = parts;
  const whole = AbortSignal.timeout(limits.wholeMs);
  const connecting = new AbortController();
  const signals = [whole, connecting.signal, ...(request.signal === undefined ? [] : [request.signal])];
  const signal = AbortSignal.any(signals);
  const client = openClient(parts, target, signal);
  let phase: 'connect' | 'headers' | 'whole' = 'connect';
  const timer = setTimeout(() => connecting.abort(), limits.connectMs);
  client.once('connect', () => {
    clearTimeout(timer);
    phase = 'headers';
  });
  try {
    const most = request.maxBodyBytes ?? limits.maxBodyBytes;
    return await exchange(client, target, request, most, signal, () => {
      phase = 'whole';
    });
  } catch (error) {
    return signal.aborted && !(error instanceof OutgoingError)
      ? { kind: 'timeout', phase }
      : failureOf(error);
  } finally {
    clearTimeout(timer);
    await client.destroy().catch(() => undefined);
  }
};
