import type { NodePoolPlatform } from '../platforms/platform-specs.ts';

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
}
