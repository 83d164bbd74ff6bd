import type { Party } from './error.ts';

export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** A condition in the sense of the Kubernetes API conventions. Times RFC 3339 UTC. */
export interface Condition {
  readonly type: string;
  readonly status: ConditionStatus;
  /** CamelCase word for programs. */
  readonly reason: string;
  /** Sentence for people; at most 1024 characters. */
  readonly message: string;
  readonly lastTransitionTime: string;
  readonly observedGeneration: number;
}

/** Who must act before this goes on, since when, and what they have to do. */
export interface WaitingOn {
  readonly party: Party;
  readonly since: string;
  readonly reason: string;
  readonly action: string;
}

export type Health = 'healthy' | 'degraded' | 'unreachable' | 'unknown';

export interface Progress {
  readonly stage: string;
  /** 0 to 100. */
  readonly percent: number;
  readonly startedAt: string;
  readonly estimatedCompletionAt?: string;
}
