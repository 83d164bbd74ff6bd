import { judgeThing, type Owner } from './judge-thing.ts';
import { type LeakRules, type LeakThing, type LeakVerdict, type Sighting, thingKey } from './leak.ts';

/** One whole look at a place: what it showed, and what of the recorded it did not show. */
export interface PlaceScan {
  /** When it began, by the database's clock. */
  readonly startedAt: string;
  readonly things: readonly LeakThing[];
  readonly missing: readonly LeakThing[];
  ownerOf(thing: LeakThing): Owner;
}

/** A look that failed or was not whole proves nothing. */
export type ScanResult = PlaceScan | { readonly startedAt: string; readonly failure: string };

/** Things by type and verdict. */
export type LeakCounts = Readonly<Record<string, Partial<Readonly<Record<LeakVerdict, number>>>>>;

export interface ScanJudgement {
  /** Everything that is out of place now, or not judged. */
  readonly sightings: readonly Sighting[];
  /** What was out of place before and is not any more. */
  readonly resolved: readonly Sighting[];
  readonly counts: LeakCounts;
}

const marksOf = ({ infraId, tenantId, clusterId, createdAt, uid }: LeakThing): string =>
  JSON.stringify([infraId, tenantId, clusterId, createdAt, uid]);

/** A thing that a list shows twice is one, unless the two do not say the same of themselves. */
export const mergeListed = (things: readonly LeakThing[]): readonly LeakThing[] => {
  const merged = new Map<string, LeakThing>();
  for (const thing of things) {
    const key = thingKey(thing);
    const before = merged.get(key);
    const isProtected = thing.isProtected || before?.isProtected === true;
    if (before === undefined) merged.set(key, thing);
    else if (marksOf(before) === marksOf(thing)) merged.set(key, { ...before, isProtected });
    else merged.set(key, { ...before, isProtected, doubt: 'The list shows it twice, with different marks.' });
  }
  return [...merged.values()];
};

const countOf = (
  entries: readonly { readonly type: string; readonly verdict: LeakVerdict }[],
): LeakCounts => {
  const counts: Record<string, Partial<Record<LeakVerdict, number>>> = {};
  for (const { type, verdict } of entries) {
    const ofType = counts[type] ?? {};
    ofType[verdict] = (ofType[verdict] ?? 0) + 1;
    counts[type] = ofType;
  }
  return counts;
};

const missingReasons = [
  { code: 'recorded-not-there', detail: 'The database has it, and a whole scan does not show it.' },
];

/**
 * Holds a scan of a place against what was known of the place. After a scan that failed all is as it was before. Things of clusters
 * that live are counted and not kept; what is seen again goes on from when it was first seen.
 */
export const judgeScan = (before: readonly Sighting[], scan: ScanResult, rules: LeakRules): ScanJudgement => {
  if ('failure' in scan) return { sightings: before, resolved: [], counts: {} };
  const known = new Map(before.map((sighting) => [thingKey(sighting.thing), sighting]));
  const { startedAt } = scan;
  const historyOf = (thing: LeakThing, isMissing: boolean) => {
    const earlier = known.get(thingKey(thing));
    // What was missing and is there without an owner now, or the reverse, is another story.
    const isSame = earlier !== undefined && (earlier.verdict === 'missing') === isMissing;
    return {
      ...(earlier?.leakId === undefined ? {} : { leakId: earlier.leakId }),
      firstSeenAt: isSame ? earlier.firstSeenAt : startedAt,
      lastSeenAt: startedAt,
      scans: (isSame ? earlier.scans : 0) + 1,
    };
  };
  const things = mergeListed(scan.things);
  const orphans = things
    .filter((thing) => scan.ownerOf(thing) !== 'live')
    .map((thing): Sighting => {
      const history = historyOf(thing, false);
      return { thing, ...judgeThing(thing, scan.ownerOf(thing), history, startedAt, rules), ...history };
    });
  const missing = scan.missing.map(
    (thing): Sighting => ({
      thing,
      verdict: 'missing',
      reasons: missingReasons,
      isRemembered: false,
      ...historyOf(thing, true),
    }),
  );
  const sightings = [...orphans, ...missing];
  const present = new Set(sightings.map(({ thing }) => thingKey(thing)));
  return {
    sightings,
    resolved: before.filter(({ thing }) => !present.has(thingKey(thing))),
    counts: countOf([
      ...things
        .filter((thing) => scan.ownerOf(thing) === 'live')
        .map(({ type }) => ({ type, verdict: 'active' as const })),
      ...sightings.map(({ thing: { type }, verdict }) => ({ type, verdict })),
    ]),
  };
};
