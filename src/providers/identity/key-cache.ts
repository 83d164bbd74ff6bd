import { KeysUnavailable } from './fetch-key-set.ts';
import type { IssuerKeys } from './issuer-keys.ts';

/** With key sets of 64 kB at most, some 32 MB. */
const maxIssuers = 500;

/** Keys of the issuers that were asked for last. Memory does not grow with what tenants register. */
export class KeyCache {
  readonly #entries = new Map<string, IssuerKeys>();
  readonly #open: (issuer: string) => IssuerKeys;
  readonly #most: number;

  constructor(open: (issuer: string) => IssuerKeys, most: number = maxIssuers) {
    this.#open = open;
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Throws `KeysUnavailable` when so many issuers are being asked at once that none can be let go. */
  of(issuer: string): IssuerKeys {
    const found = this.#entries.get(issuer);
    if (found === undefined) this.#makeRoom();
    const keys = found ?? this.#open(issuer);
    // The order of a Map is that of insertion: the one used last is the last.
    this.#entries.delete(issuer);
    this.#entries.set(issuer, keys);
    return keys;
  }

  /** One that is being fetched stays, or its issuer would be asked twice at once. */
  #makeRoom(): void {
    if (this.#entries.size < this.#most) return;
    for (const [issuer, { isFetching }] of this.#entries) {
      if (isFetching) continue;
      this.#entries.delete(issuer);
      return;
    }
    throw new KeysUnavailable('tooMany');
  }
}
