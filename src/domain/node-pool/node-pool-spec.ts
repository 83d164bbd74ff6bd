import type { NodePoolPlatform } from '../platforms/platform-specs.ts';
import type { JsonObject } from '../shared/json.ts';

export const architectures = ['amd64', 'arm64', 'ppc64le', 's390x'] as const;
export type Architecture = (typeof architectures)[number];

export interface NodePoolManagement {
  readonly upgradeType?: 'replace' | 'inPlace';
  /** replace: how old machines go. */
  readonly strategy?: 'rollingUpdate' | 'onDelete';
  /** Number, or percentage such as "25%". */
  readonly maxSurge?: number | string;
  readonly maxUnavailable?: number | string;
  readonly autoRepair?: boolean;
  readonly repair?: NodePoolRepair;
}

/** When a machine counts as lost, with autoRepair. */
export interface NodePoolRepair {
  /** ISO 8601: how long a node may be silent. */
  readonly timeout?: string;
  /** ISO 8601: how long a machine may take to become a node. */
  readonly startupTimeout?: string;
  /** Nothing is repaired while more are unhealthy: a number, or a percentage such as "40%". */
  readonly maxUnhealthy?: number | string;
}

/** An object of OpenShift that says how nodes are set up. */
export interface NodeManifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: JsonObject;
}

interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

/** What the user wants of a node pool. Exactly one of `replicas` and `autoscaling`. */
export interface NodePoolSpec {
  readonly replicas?: number;
  readonly autoscaling?: { readonly min: number; readonly max: number };
  /** Exact version; follows the control plane when absent. */
  readonly version?: string;
  readonly arch?: Architecture;
  readonly platform?: NodePoolPlatform;
  readonly management?: NodePoolManagement;
  /** Labels and taints of the nodes. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  /** ISO 8601 durations. */
  readonly drainTimeout?: string;
  readonly volumeDetachTimeout?: string;
  /** Where the machines are, in the words of the cloud; the rules of a platform say which of the two it has. */
  readonly zone?: string;
  readonly subnet?: string;
  readonly pause?: boolean;
  /** RFC 3339: paused until then. */
  readonly pausedUntil?: string;
  /** MachineConfig, KubeletConfig and the like. */
  readonly configs?: readonly NodeManifest[];
  /** Tuned, or one PerformanceProfile. */
  readonly tuning?: readonly NodeManifest[];
}
