import type { LeakCounts } from '../../domain/leak/judge-scan.ts';
import type { PassedOver, StoredSighting } from '../../domain/leak/plan-cleaning.ts';
import type { LeakCleaning, LeakScanEntry, PlannedCleaning } from '../../services/leak-contract.ts';

const presentThing = ({ place, thing, lastSeenAt }: StoredSighting) => {
  const { infraId, tenantId, clusterId, nodePoolId, createdAt } = thing;
  const age = Math.floor((Date.parse(lastSeenAt) - Date.parse(createdAt ?? '')) / 1000);
  return {
    place,
    side: thing.side,
    type: thing.type,
    resourceId: thing.id,
    name: thing.name,
    region: thing.region,
    owner: { infraId, tenantId, clusterId, nodePoolId },
    createdAt,
    ageSeconds: Number.isNaN(age) ? undefined : age,
  };
};

/** An entry of the report. */
export const presentLeak = (sighting: StoredSighting) => ({
  id: sighting.leakId,
  ...presentThing(sighting),
  step: sighting.thing.step,
  verdict: sighting.verdict,
  reasons: sighting.reasons.map(({ code, detail }) => ({ code, detail })),
  remembered: sighting.isRemembered,
  firstSeenAt: sighting.firstSeenAt,
  lastSeenAt: sighting.lastSeenAt,
  scans: sighting.scans,
});

const presentCounts = (counts: LeakCounts) =>
  Object.entries(counts).flatMap(([type, ofType]) =>
    Object.entries(ofType).map(([verdict, count]) => ({ type, verdict, count })),
  );

export const presentLeakScan = (scan: LeakScanEntry) => ({
  id: scan.id,
  place: scan.place,
  startedAt: scan.startedAt,
  endedAt: scan.endedAt,
  failure: scan.failure,
  counts: presentCounts(scan.counts),
});

const presentPassedOver = (entries: readonly PassedOver[]) =>
  entries.map(({ id, code, detail }) => ({ leakId: id, code, detail }));

/** What would go. */
export const presentPlan = ({ targets, passedOver }: PlannedCleaning) => ({
  state: 'planned',
  removals: targets.map((target) => ({
    leakId: target.leakId,
    ...presentThing(target),
    state: 'planned',
  })),
  passedOver: presentPassedOver(passedOver),
});

export const presentCleaning = (cleaning: LeakCleaning, passedOver: readonly PassedOver[] = []) => ({
  id: cleaning.id,
  state: cleaning.state,
  createdAt: cleaning.createdAt,
  deadlineAt: cleaning.deadlineAt,
  endedAt: cleaning.endedAt,
  removals: cleaning.removals.map(({ sighting, state, detail }) => ({
    leakId: sighting.leakId,
    ...presentThing(sighting),
    state,
    detail,
  })),
  passedOver: presentPassedOver(passedOver),
});
