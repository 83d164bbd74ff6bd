import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ManagementCluster } from '../../../../src/domain/placement/management-cluster.ts';
import { placeCluster } from '../../../../src/domain/placement/place.ts';
import {
  type PlacementRequest,
  placementOf,
  placementRequestOf,
} from '../../../../src/domain/placement/placement-request.ts';
import { awsSpec, clusterId, kubevirtSpec, managementCluster, now, placement } from '../factories.ts';

const request: PlacementRequest = {
  platform: 'kubevirt',
  labels: {},
  version: '4.20.3',
  needsRoutes: true,
};

const named = (name: string, change: Partial<ManagementCluster> = {}): ManagementCluster => ({
  ...managementCluster,
  id: `mc_${name}`,
  name,
  ...change,
});

const place = (managementClusters: readonly ManagementCluster[], change: Partial<PlacementRequest> = {}) =>
  placeCluster({ request: { ...request, ...change }, managementClusters });

describe('placeCluster', () => {
  it('takes the least used share of capacity, then the id', () => {
    const half = named('a', { placed: 5, capacity: 10 });
    const third = named('b', { placed: 30, capacity: 90 });
    expect(place([half, third]).placed?.name).toBe('b');
    expect(place([named('c'), named('b'), named('d')]).placed?.name).toBe('b');
  });

  it('explains every candidate to the fleet operator', () => {
    const candidates = [
      named('full', { placed: 10, cordoned: true }),
      named('good', { placed: 1 }),
      named('better'),
    ];
    expect(place(candidates).candidates).toEqual([
      { id: 'mc_better', name: 'better', verdict: 'chosen', reasons: ['0 of 10 used'] },
      {
        id: 'mc_full',
        name: 'full',
        verdict: 'refused',
        reasons: ['is cordoned', 'is full (10 of 10)'],
      },
      { id: 'mc_good', name: 'good', verdict: 'eligible', reasons: ['1 of 10 used'] },
    ]);
  });

  it.each<[string, Partial<ManagementCluster>, Partial<PlacementRequest>, string, string, string]>([
    [
      'the platform',
      { platforms: ['aws'] },
      {},
      'PlatformNotOffered',
      'No management cluster offers the platform KubeVirt.',
      'does not offer the platform KubeVirt',
    ],
    [
      'the region',
      { region: 'us-east-1' },
      { region: 'eu-west-1' },
      'RegionNotServed',
      'No management cluster serves the region eu-west-1.',
      'is in region us-east-1, not in eu-west-1',
    ],
    [
      'the labels',
      { labels: { tier: 'gold', zone: 'a' } },
      { labels: { zone: 'b', tier: 'gold' } },
      'LabelsNotMatched',
      'No management cluster has the labels that spec.placement.labels asks for (tier=gold, zone=b).',
      'lacks one of the labels asked for (tier=gold, zone=b)',
    ],
    [
      'Routes',
      { hasRoutes: false },
      {},
      'RoutesMissing',
      'No management cluster can publish services as Routes.',
      'has no Route API, which the publishing of this cluster needs',
    ],
    [
      'knowledge of its versions',
      { supportedMinors: [] },
      {},
      'VersionsNotRead',
      'The versions that the management clusters support have not been read yet.',
      'the versions that it supports have not been read yet',
    ],
    [
      'the version',
      { supportedMinors: ['4.22', '4.21'] },
      {},
      'VersionNotSupported',
      'No management cluster supports version 4.20.3.',
      'does not support 4.20.3 (supports 4.22, 4.21)',
    ],
    [
      'leave to take it',
      { cordoned: true },
      {},
      'Cordoned',
      'The management clusters that fit take no new clusters now.',
      'is cordoned',
    ],
    [
      'room',
      { placed: 10 },
      {},
      'NoCapacity',
      'The management clusters that fit are full.',
      'is full (10 of 10)',
    ],
    [
      'a connection',
      { reachable: false },
      {},
      'Unreachable',
      'The management clusters that fit cannot be reached now.',
      'is not reachable',
    ],
  ])('refuses a candidate without %s', (_, candidate, asked, reason, message, explanation) => {
    const decision = place([named('a', candidate)], asked);
    expect(decision).toMatchObject({ placed: undefined, reason, message, waitingOn: { reason } });
    expect(decision.candidates).toContainEqual(
      expect.objectContaining({ verdict: 'refused', reasons: expect.arrayContaining([explanation]) }),
    );
    expect(message).not.toContain('mc_');
  });

  it('says who has to do what', () => {
    expect(place([named('a', { placed: 10 })])).toMatchObject({
      waitingOn: {
        party: 'fleetOperator',
        action: 'Raise the capacity of a management cluster or register another one.',
      },
    });
    expect(place([named('a', { reachable: false })])).toMatchObject({
      waitingOn: {
        party: 'platform',
        action: 'Nothing; it goes on when a management cluster answers again.',
      },
    });
    for (const [candidate, asked] of [
      [{ platforms: [] }, {}],
      [{ region: 'a' }, { region: 'b' }],
      [{}, { labels: { tier: 'gold' } }],
      [{ hasRoutes: false }, {}],
      [{ supportedMinors: [] }, {}],
      [{ supportedMinors: ['4.14'] }, {}],
      [{ cordoned: true }, {}],
    ] as const)
      expect(place([named('a', candidate)], asked)).toMatchObject({
        waitingOn: { action: expect.stringMatching(/^[A-Z].*\.$/) },
      });
  });

  it('tells what is missing of the candidate that comes nearest', () => {
    const far = named('far', { platforms: ['aws'], reachable: false });
    const near = named('near', { placed: 10 });
    expect(place([far, near])).toMatchObject({ reason: 'NoCapacity' });
    expect(place([near, far])).toMatchObject({ reason: 'NoCapacity' });
  });

  it('takes a candidate without a region for any, one with the label asked for, and one without Routes when none are needed', () => {
    const candidate = named('a', { labels: { tier: 'gold', other: 'x' }, hasRoutes: false });
    const asked = { region: 'eu-west-1', labels: { tier: 'gold' }, needsRoutes: false };
    expect(place([candidate], asked).placed?.name).toBe('a');
    expect(place([named('a', { region: 'eu-west-1' })], { region: 'eu-west-1' }).placed?.name).toBe('a');
  });

  it('takes 5.0 for 4.23', () => {
    expect(place([named('a', { supportedMinors: ['5.0'] })], { version: '4.23.1' }).placed?.name).toBe('a');
    expect(place([named('a', { supportedMinors: ['4.23'] })], { version: '5.0.1' }).placed?.name).toBe('a');
    expect(place([named('a')], { version: 'nightly' }).placed).toBeUndefined();
  });

  it('chooses the same whatever the order of the candidates', () => {
    const candidates = fc.uniqueArray(
      fc.record({ id: fc.nat({ max: 99 }), placed: fc.nat({ max: 12 }), cordoned: fc.boolean() }),
      { selector: ({ id }) => id, maxLength: 8 },
    );
    fc.assert(
      fc.property(candidates, fc.infiniteStream(fc.nat()), (list, random) => {
        const clusters = list.map(({ id, ...change }) => named(`n${id}`, change));
        const shuffled = clusters
          .map((cluster) => ({ cluster, rank: random.next().value }))
          .sort((left, right) => left.rank - right.rank)
          .map(({ cluster }) => cluster);
        expect(place(shuffled)).toEqual(place(clusters));
      }),
    );
  });
});

describe('placementRequestOf', () => {
  const release = { version: '4.20.3', image: 'quay.io/r:4.20.3' };

  it('asks for platform, region, labels, version and Routes', () => {
    expect(
      placementRequestOf({ spec: { ...awsSpec, placement: { labels: { tier: 'gold' } } }, release }),
    ).toEqual({
      platform: 'aws',
      region: 'eu-west-1',
      labels: { tier: 'gold' },
      version: '4.20.3',
      needsRoutes: true,
    });
  });

  it('asks for no Routes when everything is published by node ports', () => {
    const publishing = { strategy: 'nodePort', apiServerAddress: '10.0.0.1' } as const;
    const needsRoutes = (spec: typeof kubevirtSpec) => placementRequestOf({ spec, release }).needsRoutes;
    expect(needsRoutes(kubevirtSpec)).toBe(true);
    expect(needsRoutes({ ...kubevirtSpec, publishing })).toBe(false);
    expect(needsRoutes({ ...kubevirtSpec, platform: { type: 'none', none: {} } })).toBe(false);
  });
});

it('makes the placement that is stored', () => {
  const choice = { managementClusterId: managementCluster.id, reason: placement.reason };
  expect(placementOf({ id: clusterId, domainPrefix: 'payments' }, choice, now)).toEqual({
    ...placement,
    decidedAt: now,
  });
});
