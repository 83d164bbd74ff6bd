import { errors, type FlattenedJWSInput, type JWSHeaderParameters } from 'jose';
import type { OutgoingHttp } from '../outgoing-http/contract.ts';
import { discoverKeysUrl, type KeySet, KeysUnavailable, openKeySet, toUnavailable } from './fetch-key-set.ts';

/** All in milliseconds of the monotonic clock. */
export interface KeyTiming {
  /** Keys of this age are fetched again in the background. */
  readonly refreshAfter: number;
  /** Keys of this age are fetched again first: a key that the issuer took away is good for so long at most, while the issuer answers. */
  readonly maxAge: number;
  /** While the issuer does not answer, its keys stay good for so long after `maxAge`. */
  readonly staleIfError: number;
  /** Between two fetches, whatever their outcome: unknown keys in tokens do not flood an issuer. */
  readonly cooldown: number;
}

export const keyTiming: KeyTiming = {
  refreshAfter: 300_000,
  maxAge: 600_000,
  staleIfError: 3_600_000,
  cooldown: 5_000,
};

export interface IssuerKeysParts {
  readonly issuer: string;
  readonly http: OutgoingHttp;
  readonly monotonic: () => number;
  readonly timing: KeyTiming;
}

type GetKey = ReturnType<KeySet>;

/** The keys of exactly one issuer, and when they are fetched. One fetch at a time; a failed one leaves what was there. */
export class IssuerKeys {
  readonly #parts: IssuerKeysParts;
  #keySet: KeySet | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #failure: KeysUnavailable | undefined;
  #fetching: Promise<void> | undefined;

  constructor(parts: IssuerKeysParts) {
    this.#parts = parts;
  }

  get isFetching(): boolean {
    return this.#fetching !== undefined;
  }

  /**
   * The key for a header of a token. Throws `KeysUnavailable` when it cannot be known, and errors of jose: no key, or several.
   * The header chooses among the keys of the issuer; nothing in it is an address.
   */
  async find(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<Awaited<GetKey>> {
    const keySet = await this.#usable();
    try {
      return await keySet(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return await this.#findAgain(header, token, error);
    }
  }

  /** The issuer may have got a new key since: one look, if the last one was not just now. */
  async #findAgain(
    header: JWSHeaderParameters,
    token: FlattenedJWSInput,
    missing: Error,
  ): Promise<Awaited<GetKey>> {
    await this.#fetch();
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#keySet === undefined) throw missing;
    return await this.#keySet(header, token);
  }

  async #usable(): Promise<KeySet> {
    const { refreshAfter } = this.#parts.timing;
    if (this.#mustWait()) await this.#fetch();
    else if (this.#age() >= refreshAfter) void this.#fetch();
    if (this.#keySet !== undefined && !this.#isTooOld()) return this.#keySet;
    throw this.#failure ?? new KeysUnavailable('unreachable');
  }

  /** While an issuer does not answer, those who have its old keys do not wait for it each time. */
  #mustWait(): boolean {
    if (this.#keySet === undefined || this.#isTooOld()) return true;
    return this.#age() >= this.#parts.timing.maxAge && this.#failure === undefined;
  }

  #isTooOld(): boolean {
    const { maxAge, staleIfError } = this.#parts.timing;
    return this.#age() >= maxAge + staleIfError;
  }

  #age(): number {
    return this.#parts.monotonic() - this.#fetchedAt;
  }

  /** Never rejects: the outcome is in the state. */
  #fetch(): Promise<void> {
    if (this.#fetching !== undefined) return this.#fetching;
    if (this.#parts.monotonic() - this.#triedAt < this.#parts.timing.cooldown) return Promise.resolve();
    this.#fetching = this.#fetchNow().finally(() => {
      // Counted from the end: an issuer that takes long is not asked again at once.
      this.#triedAt = this.#parts.monotonic();
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchNow(): Promise<void> {
    const { issuer, http, monotonic } = this.#parts;
    try {
      const keySet = openKeySet(await discoverKeysUrl(issuer, http), http);
      await keySet.reload();
      this.#keySet = keySet;
      this.#fetchedAt = monotonic();
      this.#failure = undefined;
    } catch (error) {
      this.#failure = toUnavailable(error);
    }
  }
}
