import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeScan, mergeListed } from '../../../../src/domain/leak/judge-scan.ts';
import type { Owner } from '../../../../src/domain/leak/judge-thing.ts';
import { type LeakThing, type Sighting, thingKey } from '../../../../src/domain/leak/leak.ts';
import { leakedSighting, now, owners, rules, things } from './arbitraries.ts';

const old = '2026-11-01T00:00:00.000Z';
const thing = (id: string, change: Partial<LeakThing> = {}): LeakThing => ({
  side: 'cloud',
  type: 'vpc',
  id,
  infraId: 'bxxxxxxxxxxxx',
  clusterId: 'cl_1',
  createdAt: old,
  isProtected: false,
  ...change,
});
const scan = (startedAt: string, seen: readonly LeakThing[], owner: Owner = 'deleted') => ({
  startedAt,
  things: seen,
  missing: [],
  ownerOf: () => owner,
});
const verdicts = (sightings: readonly Sighting[]) =>
  sightings.map(({ thing: { id }, verdict, scans }) => [id, verdict, scans]);

describe('scans of a place', () => {
  it('confirm a leak only when it is seen twice, an hour apart, without a gap', () => {
    const first = judgeScan([], scan('2026-12-02T08:00:00.000Z', [thing('vpc-1')]), rules);
    expect(verdicts(first.sightings)).toEqual([['vpc-1', 'unconfirmed', 1]]);
    const soon = judgeScan(first.sightings, scan('2026-12-02T08:59:59.000Z', [thing('vpc-1')]), rules);
    expect(verdicts(soon.sightings)).toEqual([['vpc-1', 'unconfirmed', 2]]);
    const later = judgeScan(soon.sightings, scan('2026-12-02T09:00:00.000Z', [thing('vpc-1')]), rules);
    expect(verdicts(later.sightings)).toEqual([['vpc-1', 'leaked', 3]]);
    expect(later.sightings[0]?.firstSeenAt).toBe('2026-12-02T08:00:00.000Z');
    const gone = judgeScan(later.sightings, scan('2026-12-02T10:00:00.000Z', []), rules);
    expect([gone.sightings, gone.resolved.map(({ thing: { id } }) => id)]).toEqual([[], ['vpc-1']]);
    const back = judgeScan(gone.sightings, scan('2026-12-02T11:00:00.000Z', [thing('vpc-1')]), rules);
    expect(verdicts(back.sightings)).toEqual([['vpc-1', 'unconfirmed', 1]]);
  });

  it('count the things of living clusters and keep none of them', () => {
    const { sightings, counts } = judgeScan([], scan(now, [thing('vpc-1'), thing('vpc-2')], 'live'), rules);
    expect([sightings, counts]).toEqual([[], { vpc: { active: 2 } }]);
  });

  it('give a thing up for resolved once its cluster is there', () => {
    const before = [leakedSighting({ leakId: 'lk_1', thing: thing('vpc-1') })];
    const { sightings, resolved } = judgeScan(before, scan(now, [thing('vpc-1')], 'live'), rules);
    expect([sightings, resolved]).toEqual([[], before]);
  });

  it('tell what is missing, and begin anew when a thing is out of place in another way', () => {
    const missing = { ...scan(now, []), missing: [thing('vpc-1')] };
    const first = judgeScan([], missing, rules);
    expect(first.sightings).toMatchObject([
      { verdict: 'missing', reasons: [{ code: 'recorded-not-there' }], scans: 1, firstSeenAt: now },
    ]);
    const later = judgeScan(first.sightings, scan('2026-12-02T15:00:00.000Z', [thing('vpc-1')]), rules);
    expect(verdicts(later.sightings)).toEqual([['vpc-1', 'unconfirmed', 1]]);
  });

  it('judge again with what is known now, under the id that the report has', () => {
    const before = [leakedSighting({ leakId: 'lk_1', thing: thing('vpc-1') })];
    const seen = thing('vpc-1', { isProtected: true });
    expect(judgeScan(before, scan(now, [seen]), rules).sightings).toMatchObject([
      { leakId: 'lk_1', verdict: 'protected', scans: 4, thing: { isProtected: true } },
    ]);
  });
});

describe('a list that shows a thing twice', () => {
  it('shows one thing when both say the same', () => {
    expect(mergeListed([thing('vpc-1'), thing('vpc-1')])).toEqual([thing('vpc-1')]);
  });

  it('keeps the protection of either', () => {
    expect(mergeListed([thing('vpc-1'), thing('vpc-1', { isProtected: true })])).toEqual([
      thing('vpc-1', { isProtected: true }),
    ]);
  });

  it('is doubted when they do not', () => {
    expect(mergeListed([thing('vpc-1'), thing('vpc-1', { infraId: 'byyyyyyyyyyyy' })])).toEqual([
      { ...thing('vpc-1'), doubt: 'The list shows it twice, with different marks.' },
    ]);
  });
});

describe('whatever was seen before', () => {
  const befores = fc.uniqueArray(
    things.map((seen) => leakedSighting({ leakId: `lk_${thingKey(seen)}`, thing: seen })),
    { selector: ({ leakId }) => leakId },
  );

  it('a scan that failed changes nothing', () => {
    fc.assert(
      fc.property(befores, fc.string(), (before, failure) => {
        const after = judgeScan(before, { startedAt: now, failure }, rules);
        expect(after).toEqual({ sightings: before, resolved: [], counts: {} });
      }),
    );
  });

  it('each thing is in the report once, or resolved, and nothing alive is in it', () => {
    fc.assert(
      fc.property(befores, fc.array(things), owners, (before, seen, owner) => {
        const { sightings, resolved } = judgeScan(before, scan(now, seen, owner), rules);
        const keys = sightings.map((sighting) => thingKey(sighting.thing));
        expect(new Set(keys).size).toBe(keys.length);
        for (const sighting of before)
          expect(keys.includes(thingKey(sighting.thing))).toBe(!resolved.includes(sighting));
        if (owner === 'live') expect(sightings).toEqual([]);
      }),
    );
  });
});
