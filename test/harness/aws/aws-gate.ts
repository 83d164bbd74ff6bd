import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallFate } from './faults/call-fate.ts';
import { type AwsAnswer, Refusal, renderRefusal } from './protocol/aws-answer.ts';
import { type AwsCall, type RawRequest, readCall } from './protocol/aws-call.ts';

/** What stands behind the gate. */
export interface GateKeeper {
  readonly calls: AwsCall[];
  now(): number;
  accountOf(request: RawRequest): string;
  fateOf(call: AwsCall, phase: 'before' | 'after'): CallFate | Promise<CallFate>;
  /** Throws `Refusal`. */
  answer(call: AwsCall): Promise<AwsAnswer>;
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const answerOrRefuse = async (keeper: GateKeeper, call: AwsCall): Promise<AwsAnswer> => {
  try {
    return await keeper.answer(call);
  } catch (error) {
    if (error instanceof Refusal) return renderRefusal(call, error);
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return renderRefusal(call, { code: 'InternalError', message, status: 500 });
  }
};

const isDelay = (fate: CallFate): fate is { readonly delayMs: number } =>
  typeof fate === 'object' && 'delayMs' in fate;

/** The answer of a call, or undefined when nobody is to hear it. */
const decideAnswer = async (keeper: GateKeeper, call: AwsCall): Promise<AwsAnswer | 'cut' | 'silence'> => {
  const before = await keeper.fateOf(call, 'before');
  if (before === 'drop') return 'cut';
  if (before === 'hang') return 'silence';
  if (isDelay(before)) await delay(before.delayMs);
  const answer =
    typeof before === 'object' && !isDelay(before)
      ? renderRefusal(call, before)
      : await answerOrRefuse(keeper, call);
  if (before === 'duplicate') await answerOrRefuse(keeper, call);
  const after = await keeper.fateOf(call, 'after');
  if (before === 'loseReply' || after === 'loseReply' || after === 'drop') return 'cut';
  if (after === 'hang') return 'silence';
  if (isDelay(after)) await delay(after.delayMs);
  return answer;
};

const handle = async (
  keeper: GateKeeper,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { method = 'GET', url: path = '/', headers } = request;
  const raw: RawRequest = { method, path, headers, body: await readBody(request) };
  const call = readCall(raw, {
    number: keeper.calls.length + 1,
    account: keeper.accountOf(raw),
    at: keeper.now(),
  });
  keeper.calls.push(call);
  const answer = await decideAnswer(keeper, call);
  if (answer === 'silence') return;
  if (answer === 'cut') return void request.socket.destroy();
  const length = method === 'HEAD' ? answer.headers['content-length'] : answer.body.length;
  response.writeHead(answer.status, { ...answer.headers, 'content-length': length ?? 0 });
  response.end(method === 'HEAD' ? undefined : answer.body);
};

/** Opens the place where the product's requests to AWS arrive. */
export const openGate = async (
  keeper: GateKeeper,
): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    handle(keeper, request, response).catch(() => request.socket.destroy());
  });
  // Clients hold their connections; one that is told to close while a request is on its way would look like a lost reply.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
