import { connect } from 'node:net';
import type { LoadRequest } from './scenarios.ts';

/** What came back for one request. */
export interface Answered {
  readonly status: number;
  /** Bytes of head and body. */
  readonly bytes: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const withoutBody = new Set([204, 304]);

const encode = ({ method, path, headers, body }: LoadRequest, host: string): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${length}\r\n${body ?? ''}`;
};

/** Bytes of the whole answer that starts at the beginning of the buffer; undefined until its head is there. */
const measureAnswer = (buffer: Buffer): Answered | undefined => {
  const end = buffer.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = buffer.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined && !withoutBody.has(status)) throw new Error(`an answer without length: ${head}`);
  return { status, bytes: end + headEnd.length + (withoutBody.has(status) ? 0 : Number(length)) };
};

/**
 * One keep-alive connection that sends a request when the answer to the one before is there. Written on the bare
 * socket: what the generator itself costs is taken from the same two cores.
 */
export const drive = (
  url: URL,
  next: () => LoadRequest | undefined,
  onAnswer: (milliseconds: number, answered: Answered) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    let chunks: Buffer[] = [];
    let received = 0;
    let expected: Answered | undefined;
    let sentAt = 0;

    const send = (): void => {
      const request = next();
      if (request === undefined) {
        socket.end();
        return;
      }
      sentAt = performance.now();
      socket.write(encode(request, url.host));
    };

    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      received += chunk.length;
      expected ??= measureAnswer(chunks.length === 1 ? chunk : Buffer.concat(chunks));
      if (expected === undefined || received < expected.bytes) return;
      const answered = expected;
      chunks = [];
      received = 0;
      expected = undefined;
      onAnswer(performance.now() - sentAt, answered);
      send();
    };

    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('data', take);
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
