import type { JsonObject } from '../shared/json.ts';

/** Types of events; the version is part of the name and each has one shape of `data`. */
export const eventTypes = [
  'berth.cluster.created.v1',
  'berth.cluster.updated.v1',
  'berth.cluster.ready.v1',
  'berth.cluster.statusChanged.v1',
  'berth.cluster.deletionRequested.v1',
  'berth.cluster.deleted.v1',
  'berth.nodePool.created.v1',
  'berth.nodePool.updated.v1',
  'berth.nodePool.statusChanged.v1',
  'berth.nodePool.deletionRequested.v1',
  'berth.nodePool.deleted.v1',
  'berth.operation.ended.v1',
  'berth.quota.threshold.v1',
] as const;
export type EventType = (typeof eventTypes)[number];

/** What happened, before the sequencer has numbered it. */
export interface NewEvent {
  readonly id: string;
  readonly type: EventType;
  /** Id of the resource. */
  readonly subject: string;
  /** Empty when it is about no cluster. */
  readonly clusterId: string;
  readonly data: JsonObject;
}

/** One entry of a tenant's event log. Sequences start at 1 and have no gaps. */
export interface BerthEvent extends NewEvent {
  readonly sequence: number;
  readonly time: string;
  readonly traceparent?: string;
}
