import type { IncomingHttpHeaders } from 'node:http';
import type { MotoClient } from '../moto-client.ts';
import type { AwsAnswer } from '../protocol/aws-answer.ts';
import type { AwsCall } from '../protocol/aws-call.ts';

const ofTheConnection = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'keep-alive',
  'content-encoding',
]);

const pickHeaders = (headers: IncomingHttpHeaders): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ofTheConnection.has(name)) kept[name] = String(value);
  return kept;
};

/** Sends a call on to moto, in the account that it belongs to. */
export const forwardCall = async (moto: MotoClient, call: AwsCall): Promise<AwsAnswer> => {
  const reply = await moto.send({
    method: call.method,
    path: call.path,
    headers: {
      ...pickHeaders(call.headers),
      // S3 marks streamed uploads by it.
      ...(call.headers['content-encoding'] === undefined
        ? {}
        : { 'content-encoding': call.headers['content-encoding'] }),
      'x-moto-account-id': call.account,
    },
    body: call.parameters.size > 0 ? call.parameters.toString() : call.body,
  });
  const length = call.method === 'HEAD' ? reply.headers['content-length'] : undefined;
  return {
    status: reply.status,
    headers: {
      ...pickHeaders(reply.headers),
      ...(length === undefined ? {} : { 'content-length': length }),
    },
    body: reply.body,
  };
};
