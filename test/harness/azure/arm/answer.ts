import type { JsonObject } from '../../../../src/domain/shared/json.ts';

/** One call as the double sees it. */
export interface ArmRequest {
  readonly method: string;
  /** Scheme and host that the caller used: the addresses that the double hands out begin with it. */
  readonly origin: string;
  /** Decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly text: string;
}

export interface ArmAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined: nothing is sent. */
  readonly body?: JsonObject;
}

export interface RefusalWords {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

export const refusalAnswer = ({ status, code, message, retryAfterSeconds }: RefusalWords): ArmAnswer => ({
  status,
  headers: {
    'x-ms-failure-cause': 'gateway',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  },
  body: { error: { code, message } },
});

/** Thrown by the parts of the double: the answer says no. */
export class Refused extends Error {
  readonly words: RefusalWords;

  constructor(words: RefusalWords) {
    super(`${words.status} ${words.code}: ${words.message}`);
    this.words = words;
  }
}

export const refused = (status: number, code: string, message: string): Refused =>
  new Refused({ status, code, message });

export const ok = (body: JsonObject): ArmAnswer => ({ status: 200, body });

export const anotherOperation: RefusalWords = {
  status: 409,
  code: 'AnotherOperationInProgress',
  message: 'Another operation on this or dependent resource is in progress.',
};
