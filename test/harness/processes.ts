import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { Pool } from 'pg';
import { demoAgentNamespace } from '../../src/cli/demo/clusters.ts';
import { type SandboxApiServer, startSandboxApiServer } from '../../src/sandbox/api-server/api-server.ts';
import { createTestDatabase } from './database.ts';
import { findBrokenInvariants, installJournal, Ledger } from './invariants.ts';
import { listManagementObjects } from './management-objects.ts';
import { createProgram, type Program } from './processes/program.ts';
import { createRest, type Rest } from './processes/rest.ts';
import { startSimulatedOperator } from './simulated-operator.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { eventually } from './test-world.ts';

export type { Program } from './processes/program.ts';
export type { Answer, Rest } from './processes/rest.ts';

export interface ProcessWorldOptions {
  /** Where Berth keeps its data; a database of its own on the tests' server when absent. */
  readonly databaseUrl?: string;
  /** Of the simulated operator. */
  readonly speed?: number;
  readonly seed?: number;
  /** Further variables of the programs. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ProcessWorld {
  readonly api: Program;
  readonly worker: Program;
  /** One more worker, not started. */
  addWorker(): Program;
  /** One more process of the API, at a port of its own; answers its address once it listens. */
  startAnotherApi(): Promise<string>;
  readonly apiUrl: string;
  readonly apiAdminUrl: string;
  readonly workerAdminUrl: string;
  /** As the tenant's administrator. */
  readonly rest: Rest;
  readonly ledger: Ledger;
  readonly pullSecretId: string;
  /** The management cluster, in this process. */
  readonly server: SandboxApiServer;
  /** Between the workers and the management cluster. */
  readonly proxy: TcpProxy;
  /** On Berth's own database, for looking past it. */
  readonly pool: Pool;
  waitUntilApiAnswers(): Promise<void>;
  /** Waits until no operation is open and every event can be read, and returns how each operation has ended. */
  waitUntilSettled(seconds?: number): Promise<readonly { readonly type: string; readonly state: string }[]>;
  findBroken(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const isAnswered = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

const versions = ['4.20.3', '4.20.4'];

/** What a fleet operator and a tenant do once. */
const prepareInstallation = async (operator: Rest, kubeconfig: string) => {
  const put = async (path: string, body: object, method: 'PUT' | 'POST' = 'POST') => {
    const answer = await operator.sendUntilAnswered({ method, path, body });
    if (answer.status >= 300) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  for (const version of versions) {
    const image = `quay.io/openshift-release-dev/ocp-release:${version}-multi`;
    await put(`/v1/fleet/versions/${version}`, { image, channels: ['stable-4.20'], enabled: true }, 'PUT');
  }
  const managementCluster = await put('/v1/fleet/management-clusters', {
    name: 'sandbox',
    labels: {},
    platforms: ['aws', 'kubevirt', 'agent', 'none'],
    capacity: 1000,
    kubeconfig,
  });
  const tenant = await put('/v1/fleet/tenants', { name: 'acme' });
  const agents = `/v1/fleet/cloud-accounts/agent/${demoAgentNamespace}`;
  await put(agents, { allowedTenantIds: [tenant.tenant.id] }, 'PUT');
  return { managementClusterId: managementCluster.id as string, tenantKey: tenant.apiKey.key as string };
};

/** The management cluster in this process: it outlives every process of Berth, and obeys the test. */
const startManagementCluster = async (options: ProcessWorldOptions) => {
  const database = await createTestDatabase(8);
  const server = await startSandboxApiServer({ pool: database.pool });
  const operator = await startSimulatedOperator(server.kubeconfig, {
    speed: options.speed ?? 600,
    seed: options.seed ?? 1,
  });
  const proxy = await startTcpProxy(Number(new URL(server.url).port));
  const kubeconfig = server.kubeconfig.replace(server.url, `https://127.0.0.1:${proxy.port}`);
  const close = async (): Promise<void> => {
    await operator.stop();
    await proxy.close();
    await server.close();
    await database.drop();
  };
  return { server, proxy, kubeconfig, close };
};

const startDatabase = async (url: string | undefined) => {
  if (url !== undefined) return { url, drop: async () => undefined };
  const own = await createTestDatabase(1);
  return { url: own.url, drop: own.drop };
};

/** Berth as it runs: API and worker as processes of their own, over a PostgreSQL and a management cluster that stay. */
export const startProcessWorld = async (options: ProcessWorldOptions = {}): Promise<ProcessWorld> => {
  const managementCluster = await startManagementCluster(options);
  const database = await startDatabase(options.databaseUrl);
  const pool = new Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => undefined);
  const ledger = new Ledger();
  const fleetKey = `bk_${randomBytes(32).toString('base64url')}`;
  const [apiPort, apiAdminPort, workerAdminPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const common = {
    DATABASE_URL: database.url,
    BERTH_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BERTH_BOOTSTRAP_KEY: fleetKey,
    LOG_LEVEL: 'debug',
    HOST: '127.0.0.1',
    API_PROCESSES: '1',
    ...options.env,
  };
  const programs: Program[] = [];
  const add = (file: string, env: Record<string, string>): Program => {
    const program = createProgram(file, { ...common, ...env });
    programs.push(program);
    return program;
  };
  const api = add('main-api.ts', { PORT: String(apiPort), ADMIN_PORT: String(apiAdminPort) });
  const worker = add('main-worker.ts', { ADMIN_PORT: String(workerAdminPort) });
  const apiUrl = `http://127.0.0.1:${apiPort}`;

  const waitUntilApiAnswers = async (): Promise<void> => {
    await eventually('the API', () => isAnswered(`${apiUrl}/openapi.json`), 60);
  };
  const close = async (): Promise<void> => {
    for (const program of programs) if (program.isAlive()) await program.kill();
    await managementCluster.close();
    await pool.end();
    await database.drop();
  };

  try {
    api.start();
    await waitUntilApiAnswers();
    worker.start();
    await installJournal(pool);
    const operator = createRest(apiUrl, fleetKey, new Ledger());
    const { managementClusterId, tenantKey } = await prepareInstallation(
      operator,
      managementCluster.kubeconfig,
    );
    const rest = createRest(apiUrl, tenantKey, ledger);
    const auth = Buffer.from(`canary:${randomBytes(24).toString('hex')}`).toString('base64');
    const value = JSON.stringify({ auths: { 'registry.example.com': { auth } } });
    const body = { name: 'pull-secret', kind: 'pullSecret', value };
    const credential = await rest.sendUntilAnswered({ method: 'POST', path: '/v1/credentials', body });
    if (credential.status !== 201) throw new Error(`no pull secret: ${JSON.stringify(credential.body)}`);
    const { server, proxy } = managementCluster;
    const canaries = [auth, value, server.adminToken, common.BERTH_ENCRYPTION_KEY, fleetKey, tenantKey];
    return {
      api,
      worker,
      addWorker: () => add('main-worker.ts', { ADMIN_PORT: '0' }),
      startAnotherApi: async () => {
        const port = await freePort();
        add('main-api.ts', { PORT: String(port), ADMIN_PORT: '0' }).start();
        const url = `http://127.0.0.1:${port}`;
        await eventually('the other API', () => isAnswered(`${url}/openapi.json`), 60);
        return url;
      },
      apiUrl,
      apiAdminUrl: `http://127.0.0.1:${apiAdminPort}`,
      workerAdminUrl: `http://127.0.0.1:${workerAdminPort}`,
      rest,
      ledger,
      pullSecretId: credential.body.id,
      server,
      proxy,
      pool,
      waitUntilApiAnswers,
      waitUntilSettled: (seconds = 240) =>
        eventually(
          'the end of all operations',
          async () => {
            const { rows } = await pool.query('SELECT id, type, state, stages, waiting_on FROM operations');
            const open = rows.filter(({ state }) => state === 'queued' || state === 'running');
            if (open.length > 0)
              throw new Error(`${open.length} of ${rows.length} are open: ${JSON.stringify(open[0])}`);
            const { rowCount } = await pool.query('SELECT 1 FROM events WHERE sequence IS NULL');
            return rowCount === 0 && rows;
          },
          seconds,
        ),
      findBroken: () =>
        findBrokenInvariants({
          pool,
          objects: async () =>
            new Map([[managementClusterId, await listManagementObjects(server.kubeconfig)]]),
          ledger,
          canaries,
          log: programs.map((program) => program.log()).join('\n'),
        }),
      close,
    };
  } catch (error) {
    console.error(programs.map((program) => program.log().slice(-4000)).join('\n'));
    await close();
    throw error;
  }
};
