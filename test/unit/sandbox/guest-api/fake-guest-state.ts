import type { KubeObject } from '../../../../src/domain/shared/kube-object.ts';
import type { GuestCluster, GuestNode, GuestState } from '../../../../src/sandbox/guest-api/guest-cluster.ts';
import { GuestError } from '../../../../src/sandbox/guest-api/guest-error.ts';

export const makeNode = (name: string, change: Partial<GuestNode> = {}): GuestNode => ({
  name,
  pool: 'workers',
  isReady: true,
  kubeletVersion: 'v1.33.3',
  osVersion: '4.20.3',
  architecture: 'amd64',
  labels: {},
  createdAt: '2026-03-01T09:00:00Z',
  resourceVersion: '40',
  ...change,
});

const image = 'quay.io/openshift-release-dev/ocp-release:4.20.3-multi';
const condition = (type: string, status: 'True' | 'False', message: string) => ({
  type,
  status,
  reason: 'FromClusterVersion',
  message,
  lastTransitionTime: '2026-03-01T09:30:00Z',
});

export const makeGuest = (change: Partial<GuestCluster> = {}): GuestCluster => ({
  namespace: 'hc-one',
  name: 'payments',
  uid: 'uid-of-payments',
  clusterId: '0b2f8f1e-0000-4000-8000-000000000000',
  channel: 'stable-4.20',
  createdAt: '2026-03-01T08:00:00Z',
  resourceVersion: '41',
  isServing: true,
  kubernetesVersion: 'v1.33.3',
  version: {
    desired: { version: '4.20.3', image },
    history: [
      {
        state: 'Completed',
        version: '4.20.3',
        image,
        startedTime: '2026-03-01T08:00:00Z',
        completionTime: '2026-03-01T09:30:00Z',
        verified: false,
      },
    ],
    availableUpdates: [],
    observedGeneration: 1,
  },
  conditions: [
    condition('ClusterVersionAvailable', 'True', 'Done applying 4.20.3'),
    condition('ClusterVersionProgressing', 'False', 'Cluster version is 4.20.3'),
    condition('ClusterVersionSucceeding', 'True', ''),
  ],
  nodes: [makeNode('workers-0'), makeNode('workers-1', { isReady: false })],
  objects: [],
  ...change,
});

/** Keeps to the rules of the real one: new objects must be new, changes need the present version. */
export class FakeGuestState implements GuestState {
  readonly clusters = new Map<string, GuestCluster>();
  #version = 100;
  #loads = 0;

  constructor(...clusters: readonly GuestCluster[]) {
    for (const cluster of clusters) this.put(cluster);
  }

  put(cluster: GuestCluster): void {
    this.clusters.set(`${cluster.namespace}/${cluster.name}`, cluster);
  }

  /** Resolves when a request and the first look of its watch have read the state. */
  async loaded(): Promise<void> {
    const from = this.#loads;
    while (this.#loads < from + 2) await new Promise((resolve) => setImmediate(resolve));
  }

  async load(namespace: string, name: string): Promise<GuestCluster | undefined> {
    this.#loads++;
    return this.clusters.get(`${namespace}/${name}`);
  }

  async save(cluster: GuestCluster, object: KubeObject): Promise<KubeObject> {
    const current = this.#current(cluster);
    const stored = current.objects.find((each) => this.#isSame(each, object));
    if (stored?.metadata.resourceVersion !== object.metadata.resourceVersion) {
      throw new GuestError(409, 'Conflict', 'the object has been modified');
    }
    const saved = { ...object, metadata: { ...object.metadata, resourceVersion: String(++this.#version) } };
    this.put({ ...current, objects: [...current.objects.filter((each) => each !== stored), saved] });
    return saved;
  }

  async remove(cluster: GuestCluster, object: KubeObject): Promise<void> {
    const current = this.#current(cluster);
    this.put({ ...current, objects: current.objects.filter((each) => !this.#isSame(each, object)) });
  }

  #current({ namespace, name }: GuestCluster): GuestCluster {
    return this.clusters.get(`${namespace}/${name}`) ?? makeGuest();
  }

  #isSame(a: KubeObject, b: KubeObject): boolean {
    return (
      a.kind === b.kind &&
      a.metadata.namespace === b.metadata.namespace &&
      a.metadata.name === b.metadata.name
    );
  }
}
