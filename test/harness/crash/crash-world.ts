import type { KubeObject } from '../../../src/domain/shared/kube-object.ts';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { noClouds } from '../clouds.ts';
import { findBrokenInvariants, installJournal, Ledger } from '../invariants.ts';
import { createTestWorld, newId } from '../test-world.ts';
import { createDriver } from './driver.ts';
import { type Failpoint, Failpoints } from './failpoints.ts';
import { changeAndWait, createAndGoOn, createAndWait, deleteAndWait } from './life.ts';
import { createSteppedWorker, type SteppedWorker } from './stepped-worker.ts';

/** `whole`: create, change, delete, each at rest. Else the deletion comes so many turns after the create. */
export type LifeKind = 'whole' | { readonly deletedAfterTurns: number };

export interface RunResult {
  /** Names of the outside effects of the run. */
  readonly points: readonly string[];
  /** The point that was disturbed. */
  readonly hit: string | undefined;
  /** What was on the management cluster before the deletion, ids taken out. */
  readonly census: readonly string[];
  /** What is wrong, in the end or on the way. */
  readonly problems: readonly string[];
}

/** Same objects give the same text, whatever ids and generated secrets they hold. */
const censusOf = (objects: readonly KubeObject[], ownTexts: readonly string[]): readonly string[] =>
  objects
    .map(({ apiVersion, kind, metadata, spec, data, type }) => {
      const { name, namespace, labels, annotations } = metadata;
      const keys = data && Object.keys(data).sort();
      const text = JSON.stringify({
        kind,
        apiVersion,
        name,
        namespace,
        labels,
        annotations,
        spec,
        keys,
        type,
      });
      return ownTexts.reduce((rest, own, index) => rest.replaceAll(own, `OWN${index}`), text);
    })
    .sort();

/** One database, and for each life a management cluster in memory: lives are played step by step. */
export const createCrashWorld = async () => {
  const world = await createTestWorld();
  const { services, database, sealer, logger, testDatabase } = world;
  const { pool } = testDatabase;
  await installJournal(pool);
  const tenant = await world.createTenant('acme');
  // High enough to be in nobody's way: what has no limits is not counted.
  await world.services.quotas.putTenantQuota(world.operator, tenant.id, { clusters: 1000 });
  const { id: managementClusterId } = await world.registerManagementCluster('mc-one');
  await pool.query(
    `UPDATE management_clusters SET reachable = true, has_routes = true, supported_minors = '{4.20}'`,
  );
  let runs = 0;

  /** From create to nothing left, with one disturbance or none. */
  const play = async (kind: LifeKind, armed?: Failpoint): Promise<RunResult> => {
    runs += 1;
    const name = `run${runs}`;
    const fake = createFakeManagementCluster();
    const points = new Failpoints(armed);
    const ledger = new Ledger();
    let workers = 0;
    const startWorker = (withPoints: Failpoints): SteppedWorker => {
      workers += 1;
      const deps = { database, sealer, logger, newId, random: () => 0, clouds: noClouds };
      const holder = `${name}-worker${workers}`;
      return createSteppedWorker({ deps, fake, managementClusterId, points: withPoints, holder });
    };
    const driver = createDriver({ pool, fake, points, startWorker });
    const life = { services, tenant, driver, ledger, name };
    const objects = async () => new Map([[managementClusterId, fake.operator.objects()]]);
    const problems: string[] = [];
    let census: readonly string[] = [];
    try {
      if (kind === 'whole') {
        const { id, ids } = await createAndWait(life);
        await changeAndWait(life, id);
        census = censusOf(fake.operator.objects(), ids);
        await deleteAndWait(life, id);
      } else {
        await deleteAndWait(life, (await createAndGoOn(life, kind.deletedAfterTurns)).id);
      }
      await driver.wakeUp();
      await driver.driveToRest();
      problems.push(...(await findBrokenInvariants({ pool, objects, ledger })));
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
    const left = fake.operator.objects().map(({ kind, metadata }) => `${kind} ${metadata.name} is left`);
    return {
      points: points.names,
      hit: points.hit,
      census,
      problems: [...problems, ...driver.problems(), ...left],
    };
  };

  return { play, close: () => world.close() };
};
