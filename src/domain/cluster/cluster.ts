import type { InfrastructureRecord } from '../infrastructure/infrastructure-record.ts';
import type { Condition, Health, Progress, WaitingOn } from '../shared/status.ts';
import type { ClusterSpec } from './cluster-spec.ts';

export const clusterPhases = [
  'queued',
  'provisioning',
  'installing',
  'ready',
  'updating',
  'deleting',
  'failed',
] as const;
export type ClusterPhase = (typeof clusterPhases)[number];

export interface ClusterEndpoints {
  readonly api?: string;
  readonly console?: string;
  readonly oauth?: string;
}

/** What Berth says of a cluster. Written by the status projector only. */
export interface ClusterStatus {
  /** Where it stands in its life; health is told apart. */
  readonly phase: ClusterPhase;
  readonly health: Health;
  readonly observedGeneration: number;
  /** When it first was ready. */
  readonly readyAt?: string;
  readonly progress?: Progress;
  readonly waitingOn?: WaitingOn;
  readonly conditions: readonly Condition[];
  readonly version: {
    readonly current?: string;
    readonly desired: string;
    readonly available: readonly string[];
  };
  readonly endpoints: ClusterEndpoints;
  readonly nodes: { readonly desired: number; readonly ready: number };
  readonly placement: { readonly managementClusterId?: string; readonly reason: string };
  readonly infrastructure: { readonly id?: string };
  /** The operator's own conditions, verbatim. */
  readonly hostedCluster: { readonly conditions: readonly RemoteCondition[] };
}

/** A condition of a HostedCluster or NodePool as the operator wrote it. */
export interface RemoteCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
  readonly observedGeneration?: number;
}

/** The release that a cluster or pool shall run: resolved once, recorded, never looked up again. */
export interface PinnedRelease {
  readonly version: string;
  readonly image: string;
}

/** Where a cluster lives. Stored before anything is created there; never changed while the cluster lives. */
export interface Placement {
  readonly managementClusterId: string;
  /** `hc-` and the 26 characters of the cluster's id. */
  readonly namespace: string;
  /** Name of the HostedCluster: the domain prefix. */
  readonly hostedClusterName: string;
  readonly reason: string;
  readonly decidedAt: string;
}

export interface Cluster {
  readonly tenantId: string;
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Counts what the user wrote. */
  readonly generation: number;
  /** Counts every write, status included. */
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletionRequestedAt?: string;
  readonly spec: ClusterSpec;
  readonly release: PinnedRelease;
  /** The HostedCluster's name, chosen at creation. */
  readonly domainPrefix: string;
  /** Prefix of cloud names; at most 27 characters; chosen at creation. */
  readonly infraId: string;
  readonly status: ClusterStatus;
  readonly operationId?: string;
  /** What Berth made for it in a cloud, once the ids are known. Absent when the user brought everything. */
  readonly infrastructure?: InfrastructureRecord;
}
