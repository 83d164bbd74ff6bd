import type { JsonSchema } from './schema-forms.ts';

/** Header fields of an answer, by name, for the document. */
const headerDocs = {
  ETag: 'Strong entity tag, `"<generation>.<revision>"`.',
  Location: 'Address of the operation, or of what was made.',
  'Retry-After': 'Seconds after which to look again.',
  'Idempotent-Replayed': '`true` when an earlier request with the same Idempotency-Key made this.',
  'Preference-Applied': 'The wait preference that was honoured.',
  Link: 'Address of the next page, `rel="next"`.',
  'Request-Id': 'Id of the request, for questions about it.',
} as const;

export type HeaderName = keyof typeof headerDocs;

/** An answer in the form that the document generator reads. */
export interface Answer {
  readonly description: string;
  readonly headers: Readonly<Record<string, JsonSchema>>;
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

/** Documents header fields; every answer has the request's id. */
export const headersOf = (names: readonly HeaderName[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    [...names, 'Request-Id' as const].map((name) => [
      name,
      { type: 'string', maxLength: 2048, description: headerDocs[name] },
    ]),
  );

/** Documents an answer with a JSON body. */
export const jsonAnswer = (
  description: string,
  schema: object,
  headers: readonly HeaderName[] = [],
): Answer => ({
  description,
  headers: headersOf(headers),
  content: { 'application/json': { schema } },
});

/** Documents a page for people. */
export const pageAnswer = (description: string): Answer => ({
  description,
  headers: headersOf([]),
  content: { 'text/html': { schema: { type: 'string', maxLength: 2_000_000 } } },
});

/** Header fields of an answer to what was made at once. */
export const createdHeaders: readonly HeaderName[] = ['Location', 'ETag', 'Idempotent-Replayed'];

/** Documents an answer without a body. The generator reads `type: null` as no content. */
export const emptyAnswer = (description: string): JsonSchema => ({ type: 'null', description });

export const notModified = emptyAnswer('Not changed since the given entity tag.');

/**
 * The answers of an operation as Fastify takes them. The type is opaque on purpose: replies are made by
 * presenters and held to these schemas by tests, not narrowed by the compiler on each `send`.
 */
export const answers = (byStatus: Readonly<Record<number, Answer | JsonSchema>>): unknown => byStatus;
