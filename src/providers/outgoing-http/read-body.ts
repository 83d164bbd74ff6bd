import type { Readable } from 'node:stream';
import { OutgoingError } from './contract.ts';

const tooLarge = (): OutgoingError => new OutgoingError({ kind: 'tooLarge', part: 'body' });

/** All bytes of a body, as they came. Ends it at the first byte too many, and before the first one when its length is told. */
export const readBody = async (
  body: Readable,
  contentLength: string | string[] | undefined,
  maxBytes: number,
): Promise<Uint8Array> => {
  if (Number(contentLength ?? 0) > maxBytes) {
    // A stream of undici that is destroyed unread fails, which nobody else would listen to.
    body.on('error', () => undefined).destroy();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop destroys the stream, and with it the connection.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
