import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leakVerdicts } from '../../../../src/domain/leak/leak.ts';
import { planCleaning, type StoredSighting } from '../../../../src/domain/leak/plan-cleaning.ts';
import { removalRank } from '../../../../src/domain/leak/removal-order.ts';
import { leakedSighting } from './arbitraries.ts';

const ofType = (leakId: string, type: string, change: Partial<StoredSighting> = {}): StoredSighting => {
  const sighting = leakedSighting({ leakId, ...change });
  return { ...sighting, thing: { ...sighting.thing, type } };
};
const ofCluster = (leakId: string, clusterId: string): StoredSighting => {
  const sighting = leakedSighting({ leakId });
  return { ...sighting, thing: { ...sighting.thing, clusterId } };
};
const usual = { limit: 20, maxLeakedPercent: 20 };
const plan = (report: readonly StoredSighting[], request: object = {}, known = 100) => {
  const planned = planCleaning(report, { ...usual, ...request }, known);
  return 'refused' in planned
    ? { refused: planned.refused.map(({ pointer, code }) => [pointer, code]) }
    : {
        targets: planned.targets.map(({ leakId }) => leakId),
        passedOver: planned.passedOver.map(({ id, code }) => [id, code]),
      };
};

describe('a cleaning', () => {
  it('takes what stands on others first, and management clusters before clouds', () => {
    const types = [
      'vpc',
      'role',
      'subnet',
      'Namespace',
      'natGateway',
      'instance',
      'HostedCluster',
      'NodePool',
    ];
    const report = types.map((type) => ofType(`lk_${type}`, type));
    expect(plan(report)).toEqual({
      targets: [
        'NodePool',
        'HostedCluster',
        'Namespace',
        'instance',
        'natGateway',
        'subnet',
        'vpc',
        'role',
      ].map((type) => `lk_${type}`),
      passedOver: [],
    });
  });

  it('takes at most as many as the limit, and tells the rest', () => {
    const report = ['lk_3', 'lk_1', 'lk_2'].map((leakId) => leakedSighting({ leakId }));
    expect(plan(report, { limit: 2 })).toEqual({
      targets: ['lk_1', 'lk_2'],
      passedOver: [['lk_3', 'over-the-limit']],
    });
  });

  it('passes over what the database has never known, unless it is named', () => {
    const report = [
      leakedSighting({ leakId: 'lk_1', isRemembered: false }),
      leakedSighting({ leakId: 'lk_2' }),
    ];
    expect(plan(report)).toEqual({ targets: ['lk_2'], passedOver: [['lk_1', 'never-known']] });
    expect(plan(report, { ids: ['lk_1'] })).toEqual({ targets: ['lk_1'], passedOver: [] });
  });

  it('passes over what is not leaked, also when it is named', () => {
    const report = leakVerdicts.map((verdict) => leakedSighting({ leakId: `lk_${verdict}`, verdict }));
    const ids = report.map(({ leakId }) => leakId);
    expect(plan(report, { ids })).toMatchObject({ targets: ['lk_leaked'] });
  });

  it('is refused for an id that the report does not have', () => {
    const report = [leakedSighting({ leakId: 'lk_1' })];
    expect(plan(report, { ids: ['lk_1', 'lk_9'] })).toEqual({ refused: [['/ids/1', 'not-in-report']] });
  });

  it('is refused when too many clusters look leaked, however few things of each', () => {
    const report = [ofCluster('lk_1', 'cl_1'), ofCluster('lk_2', 'cl_1'), ofCluster('lk_3', 'cl_2')];
    expect(plan(report, {}, 10)).toMatchObject({ targets: ['lk_1', 'lk_2', 'lk_3'] });
    expect(plan(report, {}, 9)).toEqual({ refused: [['/maxLeakedPercent', 'too-many-leaked']] });
    expect(plan(report, { maxLeakedPercent: 100 }, 2)).toMatchObject({ targets: ['lk_1', 'lk_2', 'lk_3'] });
  });

  it('is refused when the database has no cluster at all, whatever limit is given', () => {
    const report = [leakedSighting({ leakId: 'lk_1' })];
    expect(plan(report, { maxLeakedPercent: 100 }, 0)).toEqual({ refused: [['', 'no-clusters-known']] });
    expect(plan([], {}, 0)).toEqual({ targets: [], passedOver: [] });
  });
});

describe('whatever the report', () => {
  const sightings = fc
    .record({
      leakId: fc.stringMatching(/^lk_[0-9]$/),
      verdict: fc.constantFrom(...leakVerdicts),
      isRemembered: fc.boolean(),
      type: fc.constantFrom('vpc', 'subnet', 'Namespace', 'somethingNew'),
    })
    .map(({ type, ...change }) => ofType(change.leakId, type, change));
  const reports = fc.uniqueArray(sightings, { selector: ({ leakId }) => leakId });

  it('only leaked things go, in order, within the limit, and unremembered ones only by name', () => {
    fc.assert(
      fc.property(
        reports,
        fc.option(fc.array(fc.integer({ min: 0, max: 9 })), { nil: undefined }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 20 }),
        (report, picks, limit, known) => {
          const ids = picks?.flatMap((pick) => report[pick]?.leakId ?? []);
          const request = { limit, maxLeakedPercent: 20, ...(ids === undefined ? {} : { ids }) };
          const planned = planCleaning(report, request, known);
          if ('refused' in planned) return;
          const { targets } = planned;
          expect(targets.length).toBeLessThanOrEqual(limit);
          for (const { verdict, isRemembered, leakId } of targets) {
            expect(verdict).toBe('leaked');
            expect(isRemembered || ids?.includes(leakId)).toBe(true);
          }
          const ranks = targets.map(({ thing: { type } }) => removalRank(type));
          expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        },
      ),
    );
  });
});
