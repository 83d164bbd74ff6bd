/** What a client was promised: every write that was answered with success, as the client remembers it. */
export interface AcceptedWrite {
  readonly kind: 'create' | 'update' | 'delete';
  readonly target: 'cluster' | 'nodePool';
  readonly id: string;
  /** The generation that the answer named. */
  readonly generation: number;
  readonly operationId: string;
}

interface AcceptedBody {
  readonly cluster?: { readonly id: string; readonly generation: number };
  readonly nodePool?: { readonly id: string; readonly generation: number };
  readonly operation: { readonly id: string };
}

/** Kept by tests beside the database, so that nothing that gets lost there is forgotten here. */
export class Ledger {
  private readonly noted: AcceptedWrite[] = [];
  private readonly idsByKey = new Map<string, Set<string>>();

  /** Notes the body of a 202; `key` is the Idempotency-Key of the request. */
  note(kind: AcceptedWrite['kind'], body: AcceptedBody, key?: string): void {
    const resource = body.cluster ?? body.nodePool;
    if (resource === undefined) throw new Error('the body of an accepted write names no resource');
    const { id, generation } = resource;
    const target = body.cluster === undefined ? 'nodePool' : 'cluster';
    this.noted.push({ kind, target, id, generation, operationId: body.operation.id });
    if (key !== undefined) this.idsByKey.set(key, (this.idsByKey.get(key) ?? new Set()).add(id));
  }

  writes(): readonly AcceptedWrite[] {
    return this.noted;
  }

  isDeleted(id: string): boolean {
    return this.noted.some((write) => write.kind === 'delete' && write.id === id);
  }

  /** Keys that were answered with more than one resource. */
  ambiguousKeys(): readonly string[] {
    return [...this.idsByKey].filter(([, ids]) => ids.size > 1).map(([key]) => key);
  }
}
