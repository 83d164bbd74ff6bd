import { createHash } from 'node:crypto';

export interface CacheLimits {
  readonly count: number;
  readonly milliseconds: number;
}

interface Entry {
  readonly key: Promise<Buffer>;
  readonly until: number;
}

/**
 * Unwrapped data keys, for a short time and not many, so that a key service is not asked for every read. Named by all that
 * was authenticated in unwrapping: another context is another entry. A failure is not remembered.
 */
export const createDataKeyCache = ({ count, milliseconds }: CacheLimits, now: () => number) => {
  const entries = new Map<string, Entry>();
  return (parts: readonly string[], load: () => Promise<Buffer>): Promise<Buffer> => {
    const name = createHash('sha256').update(JSON.stringify(parts)).digest('base64');
    const held = entries.get(name);
    if (held !== undefined && held.until > now()) return held.key;
    entries.delete(name);
    const key = load();
    const entry = { key, until: now() + milliseconds };
    entries.set(name, entry);
    key.catch(() => {
      if (entries.get(name) === entry) entries.delete(name);
    });
    // The oldest goes first: a Map keeps the order in which its entries came.
    for (const oldest of entries.keys()) {
      if (entries.size <= count) break;
      entries.delete(oldest);
    }
    return key;
  };
};
