import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger } from '../invariants.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  readonly body: any;
}

export interface Order {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** A fresh one when absent. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client over the network. What it was promised goes to the ledger. */
export interface Rest {
  /** One try. Throws when no answer came. */
  send(order: Order): Promise<Answer>;
  /** Again and again with the same key, as a careful client does, until there is an answer other than 503. */
  sendUntilAnswered(order: Order, seconds?: number): Promise<Answer>;
}

const kinds = { POST: 'create', PATCH: 'update', DELETE: 'delete' } as const;

const headersOf = ({ method, body, idempotencyKey, headers }: Order, apiKey: string) => ({
  authorization: `Bearer ${apiKey}`,
  ...(body === undefined
    ? {}
    : { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }),
  ...(method === 'POST' ? { 'idempotency-key': idempotencyKey ?? randomUUID() } : {}),
  ...headers,
});

export const createRest = (baseUrl: string, apiKey: string, ledger: Ledger): Rest => {
  const send = async (order: Order): Promise<Answer> => {
    const { method, path, body } = order;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: headersOf(order, apiKey),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
    if (response.status === 202 && method in kinds)
      ledger.note(kinds[method as keyof typeof kinds], answer.body, order.idempotencyKey);
    return answer;
  };

  return {
    send,
    sendUntilAnswered: async (order, seconds = 60) => {
      const again = { ...order, idempotencyKey: order.idempotencyKey ?? randomUUID() };
      const end = performance.now() + seconds * 1000;
      for (;;) {
        const outcome = await send(again).catch((error: unknown) => error as Error);
        if (!(outcome instanceof Error) && outcome.status !== 503) return outcome;
        if (performance.now() > end) throw new Error(`no answer in ${seconds} s`, { cause: outcome });
        await delay(100);
      }
    },
  };
};
