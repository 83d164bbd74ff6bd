import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeThing, type Owner } from '../../../../src/domain/leak/judge-thing.ts';
import type { LeakThing } from '../../../../src/domain/leak/leak.ts';
import { ageOf, histories, now, owners, rules, things } from './arbitraries.ts';

const thing: LeakThing = {
  side: 'cloud',
  type: 'vpc',
  id: 'vpc-1',
  infraId: 'bxxxxxxxxxxxx',
  clusterId: 'cl_1',
  createdAt: '2026-12-01T12:00:00.000Z',
  isProtected: false,
};
const confirmed = { firstSeenAt: '2026-12-02T11:00:00.000Z', scans: 2 };
const judge = (change: Partial<LeakThing>, owner: Owner = 'deleted', history = confirmed) => {
  const { verdict, reasons, isRemembered } = judgeThing({ ...thing, ...change }, owner, history, now, rules);
  return { verdict, codes: reasons.map(({ code }) => code), isRemembered };
};

describe('a thing with our mark', () => {
  it('is leaked when it is old, confirmed, and its cluster was deleted', () => {
    expect(judge({})).toEqual({ verdict: 'leaked', codes: ['cluster-deleted'], isRemembered: true });
  });

  it('is leaked when the database has never known its cluster, and says so', () => {
    expect(judge({}, 'unknown')).toEqual({ verdict: 'leaked', codes: ['never-known'], isRemembered: false });
  });

  it('is not leaked a second before it is a day old', () => {
    expect(judge({ createdAt: '2026-12-01T12:00:01.000Z' })).toMatchObject({ verdict: 'young' });
  });

  it('of a management cluster needs an hour only', () => {
    const object = { side: 'managementCluster', createdAt: '2026-12-02T11:00:00.000Z' } as const;
    expect(judge(object)).toMatchObject({ verdict: 'leaked' });
    expect(judge({ ...object, createdAt: '2026-12-02T11:00:01.000Z' })).toMatchObject({ verdict: 'young' });
  });

  it.each([{ createdAt: 'yesterday' }, { createdAt: '' }, { createdAt: '1970-01-01T00:00:00.000Z' }])(
    'is uncertain without an age: %j',
    (change) => {
      expect(judge(change)).toMatchObject({ verdict: 'uncertain', codes: ['no-age'] });
    },
  );

  it('made in the future by a clock that is wrong is young', () => {
    expect(judge({ createdAt: '2026-12-03T12:00:00.000Z' })).toMatchObject({ verdict: 'young' });
  });

  it('is uncertain when its marks name nobody, or something is odd about it', () => {
    expect(judge({ infraId: '', clusterId: '' })).toMatchObject({
      verdict: 'uncertain',
      codes: ['no-owner'],
    });
    expect(judge({ doubt: 'listed twice' })).toMatchObject({ verdict: 'uncertain', codes: ['doubtful'] });
  });

  it.each([
    ['live', 'active', 'cluster-lives'],
    ['referred', 'active', 'hosted-cluster-refers'],
    ['elsewhere', 'uncertain', 'placed-elsewhere'],
    ['unreadable', 'uncertain', 'management-clusters-unknown'],
  ] as const)('whose owner is %s is %s', (owner, verdict, code) => {
    expect(judge({}, owner)).toMatchObject({ verdict, codes: [code] });
  });

  it.each([
    { firstSeenAt: '2026-12-02T11:00:01.000Z', scans: 9 },
    { firstSeenAt: '2026-12-01T00:00:00.000Z', scans: 1 },
  ])('is unconfirmed after %j', (history) => {
    expect(judge({}, 'deleted', history)).toMatchObject({ verdict: 'unconfirmed', codes: ['unconfirmed'] });
  });

  it('is judged by the first gate that is closed, and tells all that are', () => {
    const change = { isProtected: true, createdAt: '2026-12-02T00:00:00.000Z' };
    expect(judge(change, 'referred', { firstSeenAt: now, scans: 1 })).toEqual({
      verdict: 'protected',
      codes: ['protected', 'young', 'hosted-cluster-refers', 'unconfirmed'],
      isRemembered: false,
    });
  });
});

describe('whatever is seen', () => {
  it('nothing protected, doubtful, ageless, young, owned or unconfirmed is ever leaked', () => {
    fc.assert(
      fc.property(things, owners, histories, (seen, owner, history) => {
        const { verdict } = judgeThing(seen, owner, history, now, rules);
        const least = seen.side === 'cloud' ? 86_400 : 3600;
        const mayGo =
          !seen.isProtected &&
          seen.doubt === undefined &&
          ((seen.infraId ?? '') !== '' || (seen.clusterId ?? '') !== '') &&
          ageOf(seen) >= least &&
          (owner === 'deleted' || owner === 'unknown') &&
          history.scans >= 2 &&
          Date.parse(now) - Date.parse(history.firstSeenAt) >= 3_600_000;
        expect(verdict === 'leaked').toBe(mayGo);
      }),
      { numRuns: 2000 },
    );
  });

  it('every verdict has its reason', () => {
    fc.assert(
      fc.property(things, owners, histories, (seen, owner, history) => {
        expect(judgeThing(seen, owner, history, now, rules).reasons.length).toBeGreaterThan(0);
      }),
    );
  });
});
