import { Pool } from 'pg';
import { fill } from './data/fill.ts';
import { type BenchTenant, createCluster, prepareFleet, waitUntilReady } from './data/prepare.ts';
import { readClusters, readCursors, type Targets } from './data/targets.ts';
import { measureFloor } from './floor/measure-floor.ts';
import { measureGenerator, runLoad } from './load/run-load.ts';
import type { BenchOptions } from './options.ts';
import {
  type Installation,
  type Program,
  prepareInstallation,
  startApi,
  startWorker,
} from './processes/berth.ts';
import { createBenchDatabase, migrateDatabase } from './processes/postgres.ts';
import { type LoadFigure, printFloor, printLoads, printStatus, type SizeResults } from './report/results.ts';
import { reportClusters, waitUntilQuiet } from './status/fleet-of-clusters.ts';
import { type ManagementClusterStub, startManagementCluster } from './status/management-cluster.ts';
import { measureStatus, type StatusFigures } from './status/measure-status.ts';

/** Reads need something to read, and a page of a hundred to be full: with none asked for there are so many. */
const fewestPerTenant = 100;
/** Clusters whose status changes. */
const reportedClusters = 1000;
const changeRates = [200, 1000];

interface Stage {
  readonly options: BenchOptions;
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly installation: Installation;
  readonly api: Program;
  readonly stub: ManagementClusterStub;
  readonly tenants: readonly BenchTenant[];
  /** Has the clusters whose status changes, apart from those of the loads. */
  readonly reported: BenchTenant;
}

const say = (text: string): void => console.log(`\n${text}`);

const fillTables = async (stage: Stage, clusters: number): Promise<void> => {
  const { options, pool, tenants, reported, api, installation } = stage;
  const begin = performance.now();
  const readyId = await createCluster(api.url, reported, 'ready-model');
  const worker = await startWorker(installation);
  await waitUntilReady(api.url, reported, readyId);
  await worker.stop();
  const createdId = await createCluster(api.url, reported, 'created-model');
  const modelId = options.rows === 'ready' ? readyId : createdId;
  await fill(pool, { modelId, prefix: 'b', count: clusters, tenants, keepManagementCluster: false });
  if (options.status) {
    const count = reportedClusters;
    await fill(pool, {
      modelId: readyId,
      prefix: 'r',
      count,
      tenants: [reported],
      keepManagementCluster: true,
    });
  }
  await pool.query('VACUUM ANALYZE');
  say(
    `${clusters} clusters of ${tenants.length} tenants in ${((performance.now() - begin) / 1000).toFixed(0)} s`,
  );
};

const runStatus = async (stage: Stage): Promise<readonly StatusFigures[]> => {
  const { options, pool, stub, installation, api, reported } = stage;
  const clusters = await reportClusters(pool, stub);
  const worker = await startWorker(installation);
  await waitUntilQuiet(pool);
  const figures: StatusFigures[] = [];
  const pids = { api: api.pid, worker: worker.pid };
  for (const rate of changeRates) {
    figures.push(
      await measureStatus({ url: api.url, tenants: [reported], clusters, stub, pids }, rate, options.seconds),
    );
    await waitUntilQuiet(pool);
  }
  await worker.stop();
  return figures;
};

const runLoads = async (stage: Stage): Promise<readonly LoadFigure[]> => {
  const { options, pool, api, tenants } = stage;
  const cursors = await readCursors(api.url, tenants);
  const figures: LoadFigure[] = [];
  for (const scenario of options.scenarios) {
    for (const connections of options.connections) {
      const targets: Targets = { tenants, cursors, clusters: await readClusters(pool, tenants) };
      const { seconds, warmUpSeconds } = options;
      const job = { url: api.url, scenario, targets, connections, seconds, warmUpSeconds };
      figures.push({ scenario, connections, ...(await runLoad(job, api.pid)) });
    }
  }
  return figures;
};

const measure = async (stage: Stage, wanted: number): Promise<SizeResults> => {
  const { options, databaseUrl } = stage;
  const clusters = Math.max(wanted, fewestPerTenant * options.tenants);
  await fillTables(stage, clusters);
  const floor = options.floor ? await measureFloor(databaseUrl, options.connections, options.seconds) : [];
  if (options.floor) printFloor(floor);
  const status = options.status ? await runStatus(stage) : [];
  const loads = await runLoads(stage);
  const idle = { targets: { tenants: [], clusters: [], cursors: [] }, warmUpSeconds: 1, seconds: 2 };
  const generator = loads.length === 0 ? undefined : await measureGenerator({ ...idle, connections: 16 });
  if (generator !== undefined) {
    say(`the load generator alone, against a bare server: ${Math.round(generator.perSecond)}/s`);
    printLoads(loads, floor);
  }
  if (status.length > 0) {
    say('from a change on the management cluster until it can be read');
    printStatus(status);
  }
  return { clusters: wanted, floor, generator: generator?.perSecond, loads, status };
};

/** One fresh database of one size, with programs of its own. */
export const runSize = async (
  serverUrl: string,
  clusters: number,
  options: BenchOptions,
): Promise<SizeResults> => {
  const database = await createBenchDatabase(serverUrl, 'berth_bench');
  await migrateDatabase(database.url);
  const pool = new Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  const installation = await prepareInstallation(database.url);
  const stub = await startManagementCluster();
  const api = await startApi(installation, { processes: options.apiProcesses, profile: options.profile });
  try {
    const { fleetKey } = installation;
    const { kubeconfig } = stub;
    const fleet = await prepareFleet(api.url, fleetKey, { tenants: options.tenants, kubeconfig });
    const databaseUrl = database.url;
    return await measure({ options, databaseUrl, pool, installation, api, stub, ...fleet }, clusters);
  } finally {
    await api.stop();
    stub.close();
    await pool.end();
    await database.drop();
    await installation.remove();
  }
};
