import fc from 'fast-check';
import type { Owner } from '../../../../src/domain/leak/judge-thing.ts';
import { type LeakThing, leakRules, type Sighting } from '../../../../src/domain/leak/leak.ts';

export const now = '2026-12-02T12:00:00.000Z';
const at = (secondsAgo: number): string => new Date(Date.parse(now) - secondsAgo * 1000).toISOString();

/** Instants around the limits of the rules, and the future, as clocks are wrong. */
const age = fc.oneof(
  fc.integer({ min: -7200, max: 10 * 86_400 }),
  fc.constantFrom(0, 3599, 3600, 86_399, 86_400),
);

export const things: fc.Arbitrary<LeakThing> = fc
  .record({
    side: fc.constantFrom('cloud' as const, 'managementCluster' as const),
    type: fc.constantFrom('vpc', 'role', 'Namespace', 'HostedCluster'),
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    infraId: fc.option(fc.constantFrom('', 'bxxxxxxxxxxxx', 'byyyyyyyyyyyy'), { nil: undefined }),
    clusterId: fc.option(fc.constantFrom('', 'cl_1', 'cl_2'), { nil: undefined }),
    createdAt: fc.option(fc.oneof(age.map(at), fc.constantFrom('', 'yesterday')), { nil: undefined }),
    isProtected: fc.boolean(),
    doubt: fc.option(fc.constant('odd'), { nil: undefined }),
  })
  .map(({ infraId, clusterId, createdAt, doubt, ...rest }) => ({
    ...rest,
    ...(infraId === undefined ? {} : { infraId }),
    ...(clusterId === undefined ? {} : { clusterId }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(doubt === undefined ? {} : { doubt }),
  }));

export const owners: fc.Arbitrary<Owner> = fc.constantFrom(
  'live',
  'referred',
  'elsewhere',
  'unreadable',
  'deleted',
  'unknown',
);

export const histories = fc.record({
  firstSeenAt: fc.oneof(fc.integer({ min: 0, max: 7200 }), fc.constantFrom(3599, 3600)).map(at),
  scans: fc.integer({ min: 1, max: 4 }),
});

export const ageOf = ({ createdAt = '' }: LeakThing): number =>
  (Date.parse(now) - Date.parse(createdAt)) / 1000;

export const rules = leakRules;

/** Something leaked, as it stands in the report. */
export const leakedSighting = (change: Partial<Sighting> & { readonly leakId: string }) => ({
  place: 'aws:123456789012:ten_1',
  thing: {
    side: 'cloud' as const,
    type: 'vpc',
    id: `vpc-${change.leakId}`,
    infraId: 'bxxxxxxxxxxxx',
    clusterId: 'cl_1',
    createdAt: '2026-11-01T00:00:00.000Z',
    isProtected: false,
  },
  verdict: 'leaked' as const,
  reasons: [],
  isRemembered: true,
  firstSeenAt: '2026-12-02T10:00:00.000Z',
  lastSeenAt: now,
  scans: 3,
  ...change,
});
