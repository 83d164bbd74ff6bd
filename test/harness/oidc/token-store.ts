/** What oidc-provider keeps, in memory: with a store of its own it would warn on every start. */
export class TokenStore {
  readonly #entries = new Map<string, object>();

  async upsert(id: string, payload: object): Promise<void> {
    this.#entries.set(id, payload);
  }

  async find(id: string): Promise<object | undefined> {
    return this.#entries.get(id);
  }

  async findByUserCode(): Promise<undefined> {}

  async findByUid(): Promise<undefined> {}

  async consume(): Promise<void> {}

  async destroy(id: string): Promise<void> {
    this.#entries.delete(id);
  }

  async revokeByGrantId(): Promise<void> {}
}
