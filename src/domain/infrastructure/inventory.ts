import type { InfrastructureOutputs, Ownership } from './infrastructure-record.ts';
import type { JournalRow } from './journal.ts';

/** One thing in a cloud that a cluster stands on, as it is shown. */
export interface InventoryItem {
  /** Step of the plan, or place among the ids that the user gave: `subnet/private/eu-west-1a`, `aws.subnets.0.id`. */
  readonly step: string;
  readonly type: string;
  /** Absent while it is not known. */
  readonly id?: string;
  readonly ownership: Ownership;
  /** `intended`, `created`, `settled`, `deleting`, `gone`; `external` for what is not Berth's. */
  readonly state: string;
  readonly lastError?: JournalRow['lastError'];
}

/** What Berth made or is making, from its journal. */
export const managedInventory = (rows: readonly JournalRow[]): readonly InventoryItem[] =>
  rows.map(({ step, type, ownership, state, externalId, lastError }) => ({
    step,
    type,
    ...(externalId === undefined ? {} : { id: externalId }),
    ownership,
    state: ownership === 'external' ? 'external' : state,
    ...(lastError === undefined ? {} : { lastError }),
  }));

const leavesOf = (value: unknown, path: readonly string[]): readonly (readonly [string, string])[] => {
  if (typeof value === 'string') return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]));
};

/** What the user brought: every id among the outputs, under the place where it stands. */
export const externalInventory = (outputs: InfrastructureOutputs): readonly InventoryItem[] =>
  leavesOf(outputs, []).map(([step, id]) => ({
    step,
    type: step.split('.').findLast((part) => !/^\d+$/.test(part) && part !== 'id') ?? step,
    id,
    ownership: 'external',
    state: 'external',
  }));
