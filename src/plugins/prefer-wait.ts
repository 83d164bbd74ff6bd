import type { FastifyRequest } from 'fastify';
import { durationSeconds } from './duration.ts';

const longestWaitSeconds = 60;

/** How long the caller wants the answer to be held, and whether the Prefer field said so. */
export interface Wait {
  readonly seconds: number;
  readonly preferred: boolean;
}

// The schema of the parameter has seen to form and range.
const fromQuery = (text: string): number =>
  text.endsWith('s') ? Number(text.slice(0, -1)) : (durationSeconds(text) ?? 0);

// RFC 7240 §4.3; a preference that is not understood is ignored.
const preferPattern = /(?:^|,)\s*wait\s*=\s*"?([0-9]{1,9})"?\s*(?:;[^,]*)?(?=,|$)/i;

/** `?wait=30s`, `?wait=PT30S` or `Prefer: wait=30`; the parameter wins. A preference is cut to a minute. */
export const waitOf = (request: FastifyRequest): Wait => {
  const { wait } = request.query as { wait?: string };
  if (wait !== undefined) return { seconds: fromQuery(wait), preferred: false };
  const preferred = preferPattern.exec(String(request.headers['prefer'] ?? ''))?.[1];
  if (preferred === undefined) return { seconds: 0, preferred: false };
  return { seconds: Math.min(Number(preferred), longestWaitSeconds), preferred: true };
};
