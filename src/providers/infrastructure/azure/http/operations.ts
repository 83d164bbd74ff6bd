import type { CloudError } from '../../contract.ts';
import type { ArmApi, ArmOperation } from './arm-api.ts';

/**
 * Writes that go on, by the id of the thing in lower case. Only for telling why one has failed: a thing itself says whether it
 * is being changed, so that losing this loses nothing. Holds `limit` of them, the oldest goes first.
 */
export interface OperationMemory {
  note(id: string, operation: ArmOperation | undefined): void;
  get(id: string): ArmOperation | undefined;
  forget(id: string): void;
}

export const createOperationMemory = (limit = 10_000): OperationMemory => {
  const known = new Map<string, ArmOperation>();
  const keyOf = (id: string): string => id.toLowerCase();
  return {
    note: (id, operation) => {
      known.delete(keyOf(id));
      if (operation === undefined) return;
      known.set(keyOf(id), operation);
      const [oldest] = known.keys();
      if (known.size > limit && oldest !== undefined) known.delete(oldest);
    },
    get: (id) => known.get(keyOf(id)),
    forget: (id) => void known.delete(keyOf(id)),
  };
};

export type Progress =
  | { readonly state: 'running'; readonly retryAfterSeconds?: number }
  | { readonly state: 'failed'; readonly error: CloudError }
  /** Nothing is known to go on. */
  | { readonly state: 'idle' };

/** What became of the last write to a thing, told once: what has ended is forgotten. */
export const progressOf = async (api: ArmApi, memory: OperationMemory, id: string): Promise<Progress> => {
  const operation = memory.get(id);
  if (operation === undefined) return { state: 'idle' };
  const result = await api.poll(operation);
  if (result.state === 'running') return result;
  memory.forget(id);
  return result.state === 'failed' ? result : { state: 'idle' };
};
