import type { JsonObject } from '../../../src/domain/shared/json.ts';

/** One call as the double sees it. */
export interface FakeCall {
  readonly service: string;
  readonly method: string;
  /** Below the base of the service, decoded, without a slash at the start. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: JsonObject;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by the parts of the double: the answer says no. */
export class Refused extends Error {
  readonly answer: FakeAnswer;

  constructor(answer: FakeAnswer) {
    super(JSON.stringify(answer.body));
    this.answer = answer;
  }
}

export const ok = (body: JsonObject): FakeAnswer => ({ status: 200, body });

/** Compute Engine, Cloud DNS and Cloud Storage: a reason in `errors`. */
export const refusedOldForm = (status: number, reason: string, message: string): Refused =>
  new Refused({
    status,
    body: { error: { code: status, message, errors: [{ message, domain: 'global', reason }] } },
  });

/** The newer APIs: a status in capitals. */
export const refusedNewForm = (status: number, word: string, message: string): Refused =>
  new Refused({ status, body: { error: { code: status, message, status: word } } });

export const noSuchThing = (path: string): Refused =>
  refusedOldForm(404, 'notFound', `The resource '${path}' was not found`);

export const noSuchEntity = (path: string): Refused =>
  refusedNewForm(404, 'NOT_FOUND', `Requested entity was not found: ${path}`);

/** A call that no part of the double knows: the provider asks for something that it should not. */
export const unknownCall = ({ service, method, path }: FakeCall): Refused =>
  refusedOldForm(404, 'unknownMethod', `The double does not know ${service} ${method} ${path}`);
