import { type ErrorCode, errorCatalogue } from '../domain/shared/error.ts';
import type { RouteTraits } from './openapi-route.ts';

const bounded = (maxLength: number, description: string) => ({ type: 'string', maxLength, description });

const codes = Object.keys(errorCatalogue) as ErrorCode[];

const fieldProblemSchema = {
  title: 'FieldProblem',
  type: 'object',
  description: 'One thing that is wrong, at one place of the request.',
  required: ['pointer', 'code', 'detail'],
  properties: {
    in: {
      ...bounded(16, 'Part of the request that the pointer is about; the body when absent.'),
      'x-extensible-enum': ['body', 'query', 'path', 'header'],
    },
    pointer: bounded(4096, 'RFC 6901 pointer; for parameters and header fields it starts with their name.'),
    code: bounded(64, 'Stable code, such as `required`, `unknown-field`, `out-of-range`.'),
    detail: bounded(1024, 'What is wrong and what is allowed, for people.'),
    allowed: {
      type: 'array',
      maxItems: 500,
      items: { type: 'string', maxLength: 2048 },
      description: 'What is allowed, for programs.',
    },
  },
};

export const problemSchema = {
  title: 'Problem',
  type: 'object',
  additionalProperties: true,
  description:
    'Problem details (RFC 9457). Further members may be there, for example the id of what is in the way.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'retryable', 'docs', 'errors'],
  properties: {
    type: { ...bounded(2048, 'Address that explains the code.'), format: 'uri' },
    title: bounded(256, 'What the code means.'),
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status.' },
    detail: bounded(4096, 'What happened, for people.'),
    instance: bounded(64, 'Id of the request, as in Request-Id.'),
    code: { ...bounded(64, 'Stable code.'), 'x-extensible-enum': codes },
    retryable: { type: 'boolean', description: 'Whether the same request can succeed later unchanged.' },
    docs: { ...bounded(2048, 'Address that explains the code.'), format: 'uri' },
    errors: {
      type: 'array',
      maxItems: 500,
      items: fieldProblemSchema,
      description: 'Every problem at once.',
    },
  },
};

/** The codes that an operation can answer with, apart from those that it declares itself. */
const generalCodes = ({ method, permission, hasParams, entityTag }: RouteTraits): ErrorCode[] => {
  const isRead = method === 'GET';
  return [
    'malformed-request',
    ...(permission === 'none' ? [] : (['unauthenticated', 'permission-denied', 'rate-limited'] as const)),
    ...(hasParams ? (['not-found', 'uri-too-long'] as const) : []),
    'not-acceptable',
    ...(isRead ? [] : (['write-conflict', 'body-too-large', 'unsupported-media-type'] as const)),
    ...(method === 'POST' ? (['request-in-progress', 'idempotency-key-reused'] as const) : []),
    ...(entityTag && !isRead ? (['stale-etag'] as const) : []),
    'internal',
    'unavailable',
  ];
};

const errorCodesOf = (route: RouteTraits): readonly ErrorCode[] => {
  const own = new Set<ErrorCode>([...generalCodes(route), ...route.errors]);
  return codes.filter((code) => own.has(code));
};

const statusOf = (code: ErrorCode): number => errorCatalogue[code].status;

const responseName = (status: number): string => `Problem${status}`;

/** Reusable answers, one for each status that some operation can answer with. */
export const problemResponses = (
  problemRef: object,
  routes: Iterable<RouteTraits>,
): Record<string, object> => {
  const used = [...routes].flatMap(errorCodesOf);
  const statuses = [...new Set(used.map(statusOf))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      responseName(status),
      {
        description: codes
          .filter((code) => statusOf(code) === status)
          .map((code) => `\`${code}\``)
          .join(', '),
        headers: {
          'Request-Id': { schema: { type: 'string', maxLength: 64 }, description: 'Id of the request.' },
          ...([409, 429, 503].includes(status)
            ? { 'Retry-After': { schema: { type: 'string', maxLength: 8 }, description: 'Seconds to wait.' } }
            : {}),
        },
        content: { 'application/problem+json': { schema: problemRef } },
      },
    ]),
  );
};

/** References to the reusable answers, each with the codes that this operation can give. */
export const problemReferences = (route: RouteTraits): Record<string, object> => {
  const byStatus = Map.groupBy(errorCodesOf(route), statusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [
      String(status),
      {
        $ref: `#/components/responses/${responseName(status)}`,
        description: own.map((code) => `\`${code}\`: ${errorCatalogue[code].title}.`).join(' '),
      },
    ]),
  );
};
