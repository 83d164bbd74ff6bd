import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** JSON text, one value a line. */
export const linesType = 'application/x-ndjson';

/** Answers with lines as they come. The next ones are asked for when the reader has taken those before. */
export const sendLines = (reply: FastifyReply, lines: AsyncIterable<string>): FastifyReply =>
  reply.type(linesType).send(Readable.from(lines, { objectMode: false }));
