import type { CloudErrorKind } from './cloud-failure.ts';
import type { Ownership } from './infrastructure-record.ts';

export const journalStates = ['intended', 'created', 'settled', 'deleting', 'gone'] as const;
export type JournalState = (typeof journalStates)[number];

/**
 * What is known of one step of one cluster. Written before the call that it speaks of: `intended` with no id means that
 * a thing may or may not exist.
 */
export interface JournalRow {
  readonly step: string;
  readonly type: string;
  readonly ownership: Ownership;
  readonly state: JournalState;
  /** The cloud's id, from the moment it is known. */
  readonly externalId?: string;
  /** Sent with every try to create, so that the cloud makes one thing of many tries. Fixed for the life of the step. */
  readonly clientToken: string;
  /** Of the planned input that was last settled, or is being made. */
  readonly inputHash: string;
  /** The planned input itself: a change of a fixed member is seen by comparing. */
  readonly input: Readonly<Record<string, unknown>>;
  /** When the last try to create was begun. RFC 3339, of the database's clock. */
  readonly intendedAt?: string;
  /** Failures in a row. */
  readonly attempts: number;
  readonly lastError?: {
    readonly kind: CloudErrorKind;
    /** The cloud's own code. */
    readonly code: string;
    readonly message: string;
    readonly at: string;
  };
}
