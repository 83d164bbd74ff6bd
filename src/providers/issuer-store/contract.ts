import type { JsonObject } from '../../domain/shared/json.ts';

/** Where documents of issuers are published: readable by everybody, at the installation's issuer address. */
export interface IssuerStore {
  /** Makes or replaces a document. `path` is relative: `b4xk…/openid/v1/jwks`. */
  publish(path: string, body: JsonObject): Promise<void>;
  /** Not there is fine. */
  remove(path: string): Promise<void>;
  /** Paths that begin with a prefix, all of them. */
  list(prefix: string): Promise<readonly string[]>;
}

/** The store refused, or did not answer. The message names no secret. */
export class IssuerStoreError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'IssuerStoreError';
    this.code = code;
  }
}

const segment = /^[a-z0-9][a-z0-9._-]*$|^\.well-known$/i;

/** Refuses what is no plain relative path: it goes into addresses. */
export const checkPath = (path: string): string => {
  if (path.split('/').every((part) => segment.test(part))) return path;
  throw new TypeError(`"${path}" is no path of a document`);
};

/** Seconds for which a document may be kept by whoever fetched it: less than a control plane takes to sign with a new key. */
export const cacheSeconds = 60;
