import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AwsAnswer } from './aws-answer.ts';
import { refusal, textsOf } from './aws-answer.ts';
import { type AwsCall, readCall } from './aws-call.ts';
import { type MotoServer, startMoto } from './moto-server.ts';
import { createStrictLayer, type StrictLayer } from './strict/strict-layer.ts';

/** What becomes of a call: it passes, is never made, is made and its reply lost, or is refused in these words. */
export type CallFate =
  | 'pass'
  | 'drop'
  | 'loseReply'
  | { readonly status: number; readonly code: string; readonly message: string };

export interface WatchedCall {
  readonly service: string;
  readonly action: string;
  readonly account: string;
  readonly isWrite: boolean;
  readonly phase: 'before' | 'after';
}

export interface AwsDouble {
  readonly url: string;
  /** Of this test run: what was asked, in order. */
  readonly calls: AwsCall[];
  readonly strict: StrictLayer;
  /** Asked around every call of the product; undefined: all pass. */
  watch(decide: ((call: WatchedCall) => CallFate) | undefined): void;
  /** Milliseconds of the double's own clock, which only goes by `advance`. */
  clock(): number;
  advance(seconds: number): void;
  /** Asks moto directly, past the strict layer. */
  ask(call: Pick<AwsCall, 'service' | 'region' | 'account'>, body: string): Promise<string>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** The account that keys without an owner belong to. */
export const homeAccount = '123456789012';

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const hopHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect']);

const forward = async (moto: MotoServer, call: AwsCall): Promise<AwsAnswer> => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(call.headers))
    if (typeof value === 'string' && !hopHeaders.has(name)) headers.set(name, value);
  const hasBody = call.method !== 'GET' && call.method !== 'HEAD';
  const answer = await fetch(`${moto.url}${call.path}`, {
    method: call.method,
    headers,
    ...(hasBody ? { body: new Uint8Array(call.body) } : {}),
  });
  const kept: Record<string, string> = {};
  answer.headers.forEach((value, name) => {
    if (!['content-length', 'transfer-encoding', 'connection', 'content-encoding'].includes(name))
      kept[name] = value;
  });
  return { status: answer.status, headers: kept, body: await answer.text() };
};

/** Starts moto behind a layer that refuses what AWS refuses, with a clock of its own and a hook around each call. */
export const startAwsDouble = async (): Promise<AwsDouble> => {
  const moto = await startMoto();
  const start = Date.parse('2026-12-01T00:00:00.000Z');
  let time = start;
  let decide: ((call: WatchedCall) => CallFate) | undefined;
  const calls: AwsCall[] = [];
  const accounts = new Map<string, string>();
  const ask: AwsDouble['ask'] = async ({ service, region, account }, body) => {
    const key = [...accounts].find(([, owner]) => owner === account)?.[0] ?? 'test';
    const answer = await fetch(moto.url, {
      method: 'POST',
      headers: {
        authorization: `AWS4-HMAC-SHA256 Credential=${key}/20261201/${region}/${service}/aws4_request, SignedHeaders=host, Signature=x`,
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      },
      body,
    });
    return answer.text();
  };
  const strict = createStrictLayer({ clock: () => time, ask });

  const answerCall = async (call: AwsCall): Promise<AwsAnswer> => {
    const refused = await strict.refuse(call);
    if (refused !== undefined) return refused;
    const answer = await forward(moto, call);
    if (call.action === 'AssumeRole' && answer.status === 200) {
      const [key = ''] = textsOf(answer.body, 'AccessKeyId');
      accounts.set(key, /:iam::(\d{12}):/.exec(call.parameters.get('RoleArn') ?? '')?.[1] ?? homeAccount);
    }
    return strict.amend(call, answer);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const { method = 'GET', url = '/', headers } = request;
    const call = readCall({ method, url, headers }, body, (key) => accounts.get(key) ?? homeAccount);
    calls.push(call);
    const { service, action, account, isWrite } = call;
    const fateOf = (phase: 'before' | 'after'): CallFate =>
      decide?.({ service, action, account, isWrite, phase }) ?? 'pass';
    const before = fateOf('before');
    if (before === 'drop') return void request.socket.destroy();
    const answer =
      typeof before === 'object'
        ? refusal(call, before.status, before.code, before.message)
        : await answerCall(call);
    const after = fateOf('after');
    if (before === 'loseReply' || after === 'loseReply' || after === 'drop')
      return void request.socket.destroy();
    response.writeHead(answer.status, {
      ...answer.headers,
      'content-length': Buffer.byteLength(answer.body),
    });
    response.end(method === 'HEAD' ? undefined : answer.body);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    strict,
    watch: (next) => {
      decide = next;
    },
    clock: () => time,
    advance: (seconds) => {
      time += seconds * 1000;
    },
    ask,
    reset: async () => {
      await moto.reset();
      strict.reset();
      accounts.clear();
      calls.length = 0;
      decide = undefined;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await moto.stop();
    },
  };
};
