import { describe, expect, it } from 'vitest';
import { findMissing, learnTypes } from '../../../../src/domain/leak/find-missing.ts';
import { judgeScan } from '../../../../src/domain/leak/judge-scan.ts';
import { type LeakThing, resourceKeyOf } from '../../../../src/domain/leak/leak.ts';
import { withResourceKey } from '../../../../src/domain/leak/resource-key.ts';
import { rules } from './arbitraries.ts';

const written = '/subscriptions/s/resourceGroups/Payments-RG/providers/Microsoft.Network/virtualNetworks/net';
const listed = '/subscriptions/s/resourceGroups/PAYMENTS-RG/providers/Microsoft.Network/virtualNetworks/Net';
const thing = (id: string): LeakThing => ({
  side: 'cloud',
  type: 'virtualNetwork',
  id,
  infraId: 'bxxxxxxxxxxxx',
  clusterId: 'cl_1',
  createdAt: '2026-11-01T00:00:00.000Z',
  isProtected: false,
});
const ofAzure = (id: string) => withResourceKey('azure', thing(id));
const scan = (startedAt: string, things: readonly LeakThing[]) => ({
  startedAt,
  things,
  missing: [],
  ownerOf: () => 'deleted' as const,
});

describe('ids of Azure', () => {
  it('are the same in any case, and are shown as they were written', () => {
    expect(resourceKeyOf(ofAzure(written))).toBe(
      '/subscriptions/s/resourcegroups/payments-rg/providers/microsoft.network/virtualnetworks/net',
    );
    expect(resourceKeyOf(ofAzure(written))).toBe(resourceKeyOf(ofAzure(listed)));
    expect(ofAzure(written).id).toBe(written);
  });

  it('are not missing when a list spells them in another way', () => {
    const recorded = [{ ...ofAzure(written), recordedAt: '2026-12-01T00:00:00.000Z' }];
    const keys = new Set([resourceKeyOf(ofAzure(listed))]);
    const seen = {
      startedAt: '2026-12-02T12:00:00.000Z',
      visibility: { declared: 'every', learnt: [] },
    } as const;
    expect(findMissing(recorded, keys, seen, rules)).toEqual([]);
    expect(learnTypes(recorded, keys, [])).toEqual(['virtualNetwork']);
  });

  it('are confirmed and resolved however each scan spells them', () => {
    const first = judgeScan([], scan('2026-12-02T08:00:00.000Z', [ofAzure(written)]), rules);
    const later = judgeScan(first.sightings, scan('2026-12-02T09:00:00.000Z', [ofAzure(listed)]), rules);
    expect(later.sightings.map(({ verdict, scans }) => [verdict, scans])).toEqual([['leaked', 2]]);
    expect(later.resolved).toEqual([]);
    const twice = judgeScan([], scan('2026-12-02T08:00:00.000Z', [ofAzure(written), ofAzure(listed)]), rules);
    expect(twice.sightings.length).toBe(1);
  });
});

it.each(['aws', 'gcp'] as const)('ids of %s are told apart by case', (platform) => {
  const [one, other] = ['role/Berth', 'role/berth'].map((id) => withResourceKey(platform, thing(id)));
  expect(resourceKeyOf(one!)).not.toBe(resourceKeyOf(other!));
});
