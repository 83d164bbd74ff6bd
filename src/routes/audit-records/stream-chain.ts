import type { FastifyReply } from 'fastify';
import type { SealedRecord } from '../../domain/audit/audit-record.ts';
import { sendLines } from '../../plugins/json-lines.ts';
import { readFilter } from './read-filter.ts';

const pageSize = 500;

interface ExportQuery {
  readonly afterNumber?: number;
  readonly since?: string;
  readonly until?: string;
}

type ReadPage = (afterNumber: number, limit: number) => Promise<readonly SealedRecord[]>;

/** Reads a page when the reader has taken the one before: neither memory nor a connection is held meanwhile. */
const linesOf = async function* (
  read: ReadPage,
  first: readonly SealedRecord[],
  query: ExportQuery,
): AsyncGenerator<string> {
  const { since = '', until } = readFilter(query);
  for (let page = first; page.length > 0; page = await read(page.at(-1)?.number ?? 0, pageSize)) {
    const lines = page
      .filter(({ createdAt }) => createdAt >= since && (until === undefined || createdAt < until))
      .map((record) => `${JSON.stringify(record)}\n`);
    // Empty for a page of which nothing is wanted; an empty chunk would say nothing either.
    if (lines.length > 0) yield lines.join('');
    if (page.length < pageSize) return;
  }
};

/** Answers with the records of a chain as JSON lines. What fails before the first line is still answered as a problem. */
export const streamChain = async (
  reply: FastifyReply,
  query: ExportQuery,
  read: ReadPage,
): Promise<FastifyReply> => {
  const first = await read(query.afterNumber ?? 0, pageSize);
  return sendLines(reply, linesOf(read, first, query));
};
