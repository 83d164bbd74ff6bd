import type { KubeObject } from '../../domain/shared/kube-object.ts';
import type { Condition, VersionStatus } from '../hypershift-simulator/objects.ts';

export interface GuestNode {
  readonly name: string;
  readonly pool: string;
  readonly isReady: boolean;
  readonly kubeletVersion: string;
  readonly osVersion: string;
  readonly architecture: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly resourceVersion: string;
}

/** All that a hosted cluster's API shows, at one moment. */
export interface GuestCluster {
  readonly namespace: string;
  readonly name: string;
  /** Of the HostedCluster: tokens hold for this one and not for another of the same name. */
  readonly uid: string;
  readonly clusterId: string;
  readonly channel: string | undefined;
  readonly createdAt: string;
  readonly resourceVersion: string;
  /** False while the control plane does not serve. */
  readonly isServing: boolean;
  readonly kubernetesVersion: string;
  readonly version: VersionStatus | undefined;
  readonly conditions: readonly Condition[];
  readonly nodes: readonly GuestNode[];
  /** What clients made in the hosted cluster: service accounts, bindings, namespaces. */
  readonly objects: readonly KubeObject[];
}

/** Where the guest API gets its clusters from, and where it keeps what clients make in them. */
export interface GuestState {
  load(namespace: string, name: string): Promise<GuestCluster | undefined>;
  /** `resourceVersion`, when there, must be that of the stored object; without it the object must be new. Rejects with GuestError 409. */
  save(cluster: GuestCluster, object: KubeObject): Promise<KubeObject>;
  remove(cluster: GuestCluster, object: KubeObject): Promise<void>;
}
