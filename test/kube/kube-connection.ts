/** Plain HTTPS to a Kubernetes API from a kubeconfig, so that these tests share no code with what they hold to account. */
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';

const requestDeadline = 30_000;

export interface KubeConnection {
  readonly server: string;
  readonly token: string;
  readonly agent: Agent;
}

export interface KubeRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** An object is sent as JSON, a string as it is. */
  readonly body?: object | string;
  readonly contentType?: string;
}

export interface KubeResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read deep into objects of many kinds.
  readonly body: any;
}

/** Reads the first cluster and user of a kubeconfig with a token and an inline certificate authority. */
export function connectKube(kubeconfig: string): KubeConnection {
  const { clusters, users } = parse(kubeconfig);
  const { server, 'certificate-authority-data': authority } = clusters[0].cluster;
  const agent = new Agent({ ca: Buffer.from(authority, 'base64'), keepAlive: true, maxSockets: 8 });
  return { server, token: users[0].user.token, agent };
}

/** One request and its whole answer; throws only when there is none within 30 s. */
export async function requestKube(connection: KubeConnection, wanted: KubeRequest): Promise<KubeResponse> {
  const response = await send(connection, wanted, AbortSignal.timeout(requestDeadline));
  const text = await readText(response);
  const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
  return { status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text };
}

/** The events of a watch, until it ends or `signal` aborts it. A refusal arrives as one ERROR event. */
export async function* watchKube(connection: KubeConnection, path: string, signal: AbortSignal) {
  const response = await send(connection, { path }, signal);
  if (response.statusCode !== 200) {
    yield { type: 'ERROR', object: JSON.parse(await readText(response)) };
    return;
  }
  const lines = createInterface(response);
  // It passes on what befalls the stream, also when its reader has left: then nobody is there to catch it.
  lines.on('error', () => undefined);
  for await (const line of lines) yield JSON.parse(line);
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
}

function send(
  connection: KubeConnection,
  wanted: KubeRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { method = 'GET', path, body, contentType = 'application/json' } = wanted;
  const { agent, token, server } = connection;
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const headers = {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    ...(text === undefined ? {} : describeBody(text, contentType)),
  };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, server), { method, headers, agent, signal }, (answer) => {
      answer.on('error', () => undefined); // a reader that is there sees it all the same
      resolve(answer);
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

/** Node sends the body of a DELETE without any length unless told to: the server then takes it for no body. */
function describeBody(text: string, contentType: string) {
  return { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(text) };
}
