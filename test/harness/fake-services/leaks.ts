import { planCleaning, type StoredSighting } from '../../../src/domain/leak/plan-cleaning.ts';
import { BerthError } from '../../../src/domain/shared/error.ts';
import type { LeakCleaning, LeakService } from '../../../src/services/leak-contract.ts';
import { notFound, pageOf, type World } from './world.ts';

const place = 'aws:123456789012:ten_01jc8vr3n2e9qsyw6x5m7t4kzd';

const sighting = (world: World, type: string, isRemembered: boolean): StoredSighting => {
  const at = world.now();
  const leakId = world.newId('leak');
  return {
    leakId,
    place,
    thing: {
      side: 'cloud',
      type,
      id: `${type}-1`,
      name: `b4xk2m7q9ztra-${type}`,
      region: 'eu-west-1',
      infraId: 'b4xk2m7q9ztra',
      tenantId: 'ten_01jc8vr3n2e9qsyw6x5m7t4kzd',
      clusterId: 'cl_01jc8vr3n2e9qsyw6x5m7t4kzd',
      createdAt: '2026-11-01T00:00:00.000Z',
      isProtected: false,
    },
    verdict: 'leaked',
    reasons: [{ code: isRemembered ? 'cluster-deleted' : 'never-known', detail: 'Nothing needs it.' }],
    isRemembered,
    firstSeenAt: at,
    lastSeenAt: at,
    scans: 2,
  };
};

/** Two leaked things of one cluster in an account: one that the database remembers, and one that it has never known. */
export const createFakeLeaks = (world: World): LeakService => {
  const report = [sighting(world, 'vpc', true), sighting(world, 'natGateway', false)];
  const cleanings = new Map<string, LeakCleaning>();
  const plan = (ids: readonly string[] | undefined, limit: number, maxLeakedPercent: number) => {
    const planned = planCleaning(report, { limit, maxLeakedPercent, ...(ids ? { ids } : {}) }, 100);
    if ('refused' in planned)
      throw new BerthError('admission-refused', 'Nothing is removed.', { problems: planned.refused });
    return planned;
  };
  return {
    listLeaks: async (page, filter) => {
      const found = report.filter(
        ({ place: at, thing, verdict }) =>
          (filter.place ?? at) === at &&
          (filter.type ?? thing.type) === thing.type &&
          (filter.verdict ?? verdict) === verdict,
      );
      const { items, next } = pageOf(
        found.map((item) => ({ ...item, id: item.leakId })),
        page,
      );
      const counts = report.map(({ thing: { type }, verdict }) => ({ type, verdict, count: 1 }));
      const failures = [
        {
          place: 'managementCluster:mc_1',
          failure: 'timeout: no answer',
          scannedAt: '2026-11-30T12:00:00.000Z',
        },
      ];
      return {
        items,
        ...(next === undefined ? {} : { next }),
        summary: { counts, places: { total: 2, failing: 1, neverScanned: 0, waiting: 0 }, failures },
      };
    },
    listLeakScans: async (page) =>
      pageOf(
        [
          {
            id: 'ls_01jc8vr3n2e9qsyw6x5m7t4kzd',
            place,
            startedAt: '2026-11-30T12:00:00.000Z',
            endedAt: '2026-11-30T12:00:03.000Z',
            counts: { vpc: { leaked: 1, active: 3 } },
          },
        ],
        page,
      ),
    scanLeaks: async (context, places) =>
      world.once(context, () => {
        world.calls.push('scanLeaks');
        return { requestedAt: world.now(), places: places?.length ?? 2 };
      }),
    cleanLeaks: async (context, order) => {
      const { targets, passedOver } = plan(order.ids, order.limit ?? 20, order.maxLeakedPercent ?? 20);
      if (order.dryRun !== false) return { kind: 'planned', targets, passedOver };
      return world.once(context, () => {
        world.calls.push('cleanLeaks');
        const cleaning: LeakCleaning = {
          id: world.newId('leakCleaning'),
          state: 'accepted',
          createdAt: world.now(),
          deadlineAt: world.now(),
          removals: targets.map((target) => ({ sighting: target, state: 'pending', tries: 0 })),
        };
        cleanings.set(cleaning.id, cleaning);
        return { kind: 'accepted' as const, cleaning, passedOver };
      });
    },
    getLeakCleaning: async (id) => {
      const cleaning = cleanings.get(id);
      if (cleaning === undefined) throw notFound();
      return cleaning;
    },
  };
};
