import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

interface Media {
  readonly schema: object;
}

interface Documented {
  readonly content?: Readonly<Record<string, Media>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly $ref?: string;
}

interface Document {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, Documented> }>>;
  readonly components: { readonly responses: Record<string, Documented>; readonly schemas: object };
}

/** What replies were checked, and what was wrong with them. */
export interface ResponseChecks {
  readonly failures: string[];
  /** Operations and statuses that were seen, such as `GET /v1/clusters 200`. */
  readonly seen: Set<string>;
}

/** Fields that mean something to a client: sending one that the document does not have is a failure. */
const meaningful = ['etag', 'location', 'retry-after', 'link', 'idempotent-replayed', 'preference-applied'];

/** The document is open for later members; the server of today may send what it documents and no more. */
const close = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const closed = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, close(value)]));
  if (closed['properties'] !== undefined && closed['additionalProperties'] === undefined)
    closed['additionalProperties'] = false;
  if (Array.isArray(closed['x-extensible-enum'])) closed['enum'] = closed['x-extensible-enum'];
  return closed;
};

class DocumentChecker {
  readonly #document: Document;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(document: Document) {
    this.#document = close(document) as Document;
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'openapi', components: this.#document.components });
  }

  #resolve(documented: Documented): Documented {
    const name = documented.$ref?.split('/').at(-1);
    return name === undefined ? documented : (this.#document.components.responses[name] ?? {});
  }

  #validator(schema: object): ValidateFunction {
    const known = this.#validators.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const made = this.#ajv.compile(JSON.parse(text));
    this.#validators.set(schema, made);
    return made;
  }

  /** What is wrong with a reply, if anything. */
  check(path: string, method: string, reply: FastifyReply, payload: string): string | undefined {
    const operation = this.#document.paths[path]?.[method];
    const documented = operation?.responses[String(reply.statusCode)];
    if (documented === undefined) return 'the status is not documented';
    const { content, headers = {} } = this.#resolve(documented);
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    const undocumented = meaningful.filter((name) => reply.hasHeader(name) && !names.includes(name));
    if (undocumented.length > 0 && reply.statusCode !== 304) return `undocumented fields: ${undocumented}`;
    if (content === undefined) return payload === '' ? undefined : 'a body where none is documented';
    const type = String(reply.getHeader('content-type')).split(';')[0] ?? '';
    const media = content[type];
    if (media === undefined) return `the media type ${type} is not documented`;
    const validate = this.#validator(media.schema);
    const value: unknown = /[/+]json$/.test(type) ? JSON.parse(payload) : payload;
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }
}

const textOf = (payload: unknown): string =>
  typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString('utf8') : '';

/**
 * Holds every reply of an application, also over a socket, to its OpenAPI document. To be called before the
 * application is ready. Closing the application fails when a reply did not fit.
 */
export const validateResponses = (app: FastifyInstance): ResponseChecks => {
  const checks: ResponseChecks = { failures: [], seen: new Set() };
  let checker: DocumentChecker | undefined;
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const { url } = request.routeOptions;
    if (url === undefined) return payload;
    checker ??= new DocumentChecker(app.swagger() as unknown as Document);
    const path = url.replace(/(?<!:):([A-Za-z]+)/g, '{$1}').replace('::', ':');
    const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
    const identity = `${request.method} ${path} ${reply.statusCode}`;
    checks.seen.add(identity);
    const failure = checker.check(path, method, reply, textOf(payload));
    if (failure !== undefined) checks.failures.push(`${identity}: ${failure}`);
    return payload;
  });
  app.addHook('onClose', async () => {
    if (checks.failures.length > 0)
      throw new Error(`replies that do not fit the document:\n${checks.failures.join('\n')}`);
  });
  return checks;
};
