import type { KubeObject } from '../../../domain/shared/kube-object.ts';
import { asHostedCluster, asKubeObject, asNodePool, type HostedCluster, type NodePool } from '../objects.ts';
import { keyOf, ObjectCache } from './object-cache.ts';

type Found =
  | { readonly cluster: HostedCluster; readonly pool?: undefined }
  | { readonly cluster?: undefined; readonly pool: NodePool };

const clusterNameOf = (pool: NodePool): string => `${pool.metadata.namespace}/${pool.spec.clusterName}`;

/**
 * The HostedClusters and NodePools that are known, and who belongs to whom. What is learned answers with the queue keys
 * (`cluster:NAMESPACE/NAME`, `pool:NAMESPACE/NAME`) of everybody whom it may concern.
 */
export class World {
  readonly #clusters = new ObjectCache<HostedCluster>();
  readonly #pools = new ObjectCache<NodePool>();
  readonly #poolNames = new Map<string, Set<string>>();

  find(key: string): Found | undefined {
    const name = key.slice(key.indexOf(':') + 1);
    if (key.startsWith('cluster:')) {
      const cluster = this.#clusters.get(name);
      return cluster && { cluster };
    }
    const pool = this.#pools.get(name);
    return pool && { pool };
  }

  clusterOf(pool: NodePool): HostedCluster | undefined {
    return this.#clusters.get(clusterNameOf(pool));
  }

  poolsOf(cluster: HostedCluster): readonly NodePool[] {
    return [...(this.#poolNames.get(keyOf(cluster)) ?? [])].flatMap((name) => this.#pools.get(name) ?? []);
  }

  put(object: KubeObject): readonly string[] {
    if (object.kind !== 'NodePool') {
      const cluster = asHostedCluster(object);
      return this.#clusters.put(cluster) ? this.#concernedBy(object) : [];
    }
    const pool = asNodePool(object);
    if (!this.#pools.put(pool)) return [];
    const siblings = this.#poolNames.get(clusterNameOf(pool)) ?? new Set();
    this.#poolNames.set(clusterNameOf(pool), siblings.add(keyOf(pool)));
    return this.#concernedBy(object);
  }

  drop(object: KubeObject): readonly string[] {
    if (object.kind !== 'NodePool') {
      this.#clusters.drop(asHostedCluster(object));
      return this.#concernedBy(object);
    }
    const pool = asNodePool(object);
    if (this.#pools.drop(pool)) this.#poolNames.get(clusterNameOf(pool))?.delete(keyOf(pool));
    return this.#concernedBy(object);
  }

  /** What a list, which is the whole truth about its kind, no longer has. */
  missingFrom(kind: 'HostedCluster' | 'NodePool', items: readonly KubeObject[]): readonly KubeObject[] {
    const present = new Set(items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
    const known: readonly (HostedCluster | NodePool)[] =
      kind === 'NodePool' ? this.#pools.values() : this.#clusters.values();
    return known.filter((object) => !present.has(keyOf(object))).map(asKubeObject);
  }

  #concernedBy(object: KubeObject): readonly string[] {
    if (object.kind === 'NodePool') {
      const pool = asNodePool(object);
      return [`pool:${keyOf(pool)}`, `cluster:${clusterNameOf(pool)}`];
    }
    const cluster = asHostedCluster(object);
    return [`cluster:${keyOf(cluster)}`, ...this.poolsOf(cluster).map((pool) => `pool:${keyOf(pool)}`)];
  }
}
