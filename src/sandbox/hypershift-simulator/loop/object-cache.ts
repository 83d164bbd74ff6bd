import type { HostedCluster, NodePool } from '../objects.ts';

type Cached = HostedCluster | NodePool;

export const keyOf = (object: { metadata: { namespace: string; name: string } }): string =>
  `${object.metadata.namespace}/${object.metadata.name}`;

const isOlder = (a: string | undefined, b: string | undefined): boolean => {
  // Versions of one kind may be compared as numbers (KEP-5504); anything else is taken as newer.
  if (!a || !b || !/^\d+$/.test(a) || !/^\d+$/.test(b)) return false;
  return BigInt(a) < BigInt(b);
};

/** The last known state of one kind, from the watch and from the simulator's own writes. */
export class ObjectCache<T extends Cached> {
  readonly #objects = new Map<string, T>();

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  values(): readonly T[] {
    return [...this.#objects.values()];
  }

  /** False when nothing newer was learned. */
  put(object: T): boolean {
    const key = keyOf(object);
    const known = this.#objects.get(key);
    const isSame =
      known?.metadata.uid === object.metadata.uid &&
      known.metadata.resourceVersion === object.metadata.resourceVersion;
    if (isSame || isOlder(object.metadata.resourceVersion, known?.metadata.resourceVersion)) return false;
    this.#objects.set(key, object);
    return true;
  }

  /** Forgets that very object; an object of the same name that came after it stays. */
  drop(object: T): boolean {
    const key = keyOf(object);
    const known = this.#objects.get(key);
    if (known === undefined || known.metadata.uid !== object.metadata.uid) return false;
    return this.#objects.delete(key);
  }
}
